//! A real Secret Service (GNOME Keyring) on a bus of its own, without a display: a secret is kept there, read by the next start of the
//! program, replaced and forgotten; a keychain that is locked is said to be locked.
//!
//! The session, with its home folder, is a child's: the keychain of who runs the tests is nobody's business here, and the library
//! looks for its bus once in a process.

use std::{
    io::Write as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use engine::{Clock, Options, Programs, SecretStores, SystemKeychain};

use super::*;

const REPLACED: &str = "replaced-Tb6-alice";

/// One of the tests below that are ignored, in a session of its own.
fn in_a_session(test: &str) {
    if let Err(why) = Programs::on_path().find("gnome-keyring-daemon") {
        assert!(std::env::var_os("BROKERSCOPE_TEST_ALL").is_none(), "{why}");
        println!("skipped: there is no gnome-keyring-daemon (gnome-keyring) on this machine");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let mut session = Command::new("dbus-run-session");
    session.arg("--").arg(std::env::current_exe().unwrap());
    session.args(["--exact", &format!("secrets::secret_service::{test}"), "--ignored", "--nocapture"]);
    session.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", home.path());
    for variable in ["XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        session.env(variable, home.path());
    }
    let ended = session.stdin(Stdio::null()).output().unwrap_or_else(|why| {
        panic!("dbus-run-session did not start ({why}); on Debian: apt-get install dbus gnome-keyring")
    });
    let said =
        [ended.stdout, ended.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).join("\n");
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
    assert!(
        !found_in(home.path(), PASSWORD) && !found_in(home.path(), REPLACED),
        "a secret lies there in clear"
    );
}

fn found_in(folder: &Path, secret: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        let holds = |bytes: Vec<u8>| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        kind.is_dir() && found_in(&entry.path(), secret)
            || kind.is_file() && std::fs::read(entry.path()).is_ok_and(holds)
    })
}

#[test]
fn a_secret_service_keeps_a_secret_and_gives_it_to_the_next_start() {
    in_a_session("kept_read_replaced_and_forgotten");
}

#[test]
fn a_locked_secret_service_is_said_to_be_locked() {
    in_a_session("locked_and_told");
}

/// Ends with this.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Service {
    /// With a keychain that is open, as after somebody signed in.
    async fn start() -> Service {
        let mut daemon = Command::new("gnome-keyring-daemon");
        daemon.args(["--foreground", "--unlock", "--components=secrets"]).stdin(Stdio::piped());
        let started = daemon.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut started = started.unwrap_or_else(|why| {
            panic!("gnome-keyring-daemon did not start ({why}); on Debian: apt-get install gnome-keyring")
        });
        // The end of what it reads is the end of the password.
        started.stdin.take().unwrap().write_all(b"of the session").unwrap();
        let service = Service(started);
        eventually("the Secret Service", async || {
            let owned = said(
                "org.freedesktop.DBus",
                "/",
                "org.freedesktop.DBus.NameHasOwner",
                &["string:org.freedesktop.secrets"],
            );
            if owned.contains("boolean true") { Ok(()) } else { Err(owned) }
        })
        .await;
        service
    }
}

/// What the bus says, behind our client's back.
fn said(to: &str, path: &str, method: &str, arguments: &[&str]) -> String {
    let mut command = Command::new("dbus-send");
    command.args(["--session", "--print-reply", &format!("--dest={to}"), path, method]).args(arguments);
    let answer = command.output().unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    String::from_utf8_lossy(&answer.stdout).into_owned()
}

fn service_says(method: &str, argument: &str) -> String {
    let method = format!("org.freedesktop.Secret.Service.{method}");
    said("org.freedesktop.secrets", "/org/freedesktop/secrets", &method, &[argument])
}

/// How many secrets of this program it holds.
fn held() -> usize {
    service_says("SearchItems", "dict:string:string:service,brokerscope").matches("object path").count()
}

/// As the program is made on this machine.
fn start_in(folder: &Path) -> Engine {
    Engine::new(Options {
        config_dir: folder.to_owned(),
        demo: None,
        connect: None,
        clock: Clock::machine(),
        secrets: SecretStores { keychain: Arc::new(SystemKeychain), file_work: 4 },
        programs: Programs::on_path(),
    })
}

#[ignore = "in a session of its own, which the test above makes"]
#[tokio::test]
async fn kept_read_replaced_and_forgotten() {
    let _service = Service::start().await;
    let (cluster, folder) = (closed_cluster().await, tempfile::tempdir().unwrap());
    let id = {
        let engine = start_in(folder.path());
        let id = kept(&engine, as_alice(&cluster)).await;
        assert_eq!(secrets(&engine, &id).await.no_keychain, None);
        engine.give_secret(password(&id, "wrong", Keep::Keychain)).await.unwrap();
        let now = engine.give_secret(password(&id, PASSWORD, Keep::Keychain)).await.unwrap();
        assert_eq!((now.standings[0].kept, held()), (Some(Keep::Keychain), 1));
        id
    };
    let engine = start_in(folder.path());
    open(&engine, &id).await;
    answers(&engine, &id).await;
    // Another password of the cluster, given while the one before is still kept.
    let other = MockCluster::builder().brokers(1).sasl(SaslListener::new().user("alice", REPLACED));
    let other = other.start().await.unwrap();
    let profile = Profile { id: id.clone(), ..as_alice(&other) };
    engine.save_profile(SaveProfile { profile }).await.unwrap();
    engine.give_secret(password(&id, REPLACED, Keep::Keychain)).await.unwrap();
    assert_eq!(held(), 1, "the one before is gone");
    let engine = start_in(folder.path());
    open(&engine, &id).await;
    answers(&engine, &id).await;

    let forget = ForgetSecret { profile: id.clone(), kind: SecretKind::Password };
    let now = engine.forget_secret(forget).await.unwrap();
    assert_eq!((now.standings[0].kept, held()), (None, 0));
    let engine = start_in(folder.path());
    open(&engine, &id).await;
    assert_eq!(failed(&engine, &id).await.kind, ErrorKind::SecretNeeded);
}

#[ignore = "in a session of its own, which the test above makes"]
#[tokio::test]
async fn locked_and_told() {
    let _service = Service::start().await;
    let (cluster, folder) = (closed_cluster().await, tempfile::tempdir().unwrap());
    let engine = start_in(folder.path());
    let id = kept(&engine, as_alice(&cluster)).await;
    engine.give_secret(password(&id, PASSWORD, Keep::Keychain)).await.unwrap();
    let found = service_says("SearchItems", "dict:string:string:service,brokerscope");
    let collection = found.split('"').find(|part| part.starts_with('/')).unwrap().rsplit_once('/').unwrap().0;
    service_says("Lock", &format!("array:objpath:{collection}"));

    let engine = start_in(folder.path());
    open(&engine, &id).await;
    let error = failed(&engine, &id).await;
    assert_eq!((error.kind, error.secret), (ErrorKind::SecretNeeded, Some(SecretKind::Password)));
    assert!(error.message.contains("The keychain is locked"), "{error:?}");
    // Nor is one kept there.
    let refused = engine.give_secret(password(&id, REPLACED, Keep::Keychain)).await.unwrap_err();
    assert!(refused.message.contains("The keychain is locked"), "{refused:?}");
    // What was kept there still is, and another place is open.
    engine.give_secret(password(&id, PASSWORD, Keep::Session)).await.unwrap();
    answers(&engine, &id).await;
}
