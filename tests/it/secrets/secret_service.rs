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
use support::apart;

use super::*;

const REPLACED: &str = "replaced-Tb6-alice";
const IN_SESSION: &str = "BROKERSCOPE_TEST_SESSION";

/// Whether this is the process in a session of its own; otherwise there was one, or there can be none on this machine.
fn in_a_session(test: &str) -> bool {
    let test = format!("secrets::secret_service::{test}");
    if std::env::var_os(IN_SESSION).is_some() {
        return true;
    }
    if let Err(why) = Programs::on_path().find("gnome-keyring-daemon") {
        assert!(std::env::var_os("BROKERSCOPE_TEST_ALL").is_none(), "{why}");
        println!("skipped: there is no gnome-keyring-daemon (gnome-keyring) on this machine");
        return false;
    }
    let home = tempfile::tempdir().unwrap();
    let mut session = Command::new("dbus-run-session");
    session.arg("--").arg(std::env::current_exe().unwrap()).args(["--exact", &test, "--nocapture"]);
    session.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env(IN_SESSION, "yes");
    for variable in ["HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        session.env(variable, home.path());
    }
    apart::run(&test, session);
    assert!(
        !found_in(home.path(), PASSWORD) && !found_in(home.path(), REPLACED),
        "a secret lies there in clear"
    );
    false
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

#[tokio::test]
async fn a_secret_service_keeps_a_secret_and_gives_it_to_the_next_start() {
    if !in_a_session("a_secret_service_keeps_a_secret_and_gives_it_to_the_next_start") {
        return;
    }
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

#[tokio::test]
async fn a_locked_secret_service_is_said_to_be_locked() {
    if !in_a_session("a_locked_secret_service_is_said_to_be_locked") {
        return;
    }
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
