//! No secret is shown. Known ones are given, used, refused, imported, exported and kept in each store; then all that the program
//! said and wrote is searched for them: replies, errors, the journal, whatever any layer logs, each file of its folder.

use std::{
    fmt::{self, Debug, Write},
    fs,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

use contract::{
    ApiError, Concealed, DuplicateProfile, Examine, ExportProfiles, GetExamination, GetExaminationText,
    GetOverview, GetWay, Identity, ImportProfiles, KeepImport, ListBrokers, ListJournal, ListTopics,
    LockSecrets, Reach, ReadSettings, Through, TlsSettings, Trust,
};
use serde::Serialize;
use support::{
    all,
    way::{Manner, Network, Socks},
};
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

use super::*;

const PASS_PHRASE: &str = "staple-Vx3-battery";
const WRONG: &str = "wrong-Qm7-password";
const IMPORTED: &str = "imported-Lk2-password";
const STORE: &str = "trust-Hn5-store";
const IN_URL: &str = "url-Pw8-secret";
const PROXY: &str = "gate-Wd5-proxy";
const KEY_BODY: &str = "MIIEvKeyBodyThatIsSecretTy6";
const ALL: [&str; 8] = [PASSWORD, PASS_PHRASE, WRONG, IMPORTED, STORE, IN_URL, PROXY, KEY_BODY];

/// The secret itself, and as bytes that somebody printed or encoded.
fn shapes(secret: &str) -> Vec<String> {
    let bytes = format!("{:?}", secret.as_bytes());
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    vec![
        secret.to_owned(),
        bytes.trim_matches(['[', ']']).to_owned(),
        hex.to_uppercase(),
        hex,
        base64(secret),
    ]
}

/// Enough of it to be found whatever stands before it.
fn base64(secret: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let whole = &secret.as_bytes()[..secret.len() / 3 * 3];
    let mut text = String::new();
    for three in whole.chunks(3) {
        let bits = three.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        for shift in [18, 12, 6, 0] {
            text.push(char::from(LETTERS[bits >> shift & 63]));
        }
    }
    text
}

fn leaks(text: &str) -> Vec<String> {
    let found = ALL.into_iter().filter_map(|secret| shapes(secret).iter().find_map(|shape| text.find(shape)));
    let around = |at: usize| {
        let (from, to) = (text.floor_char_boundary(at.saturating_sub(120)), text.ceil_char_boundary(at + 60));
        text[from..to].to_owned()
    };
    found.map(around).collect()
}

/// All that was said.
#[derive(Default)]
struct Said(String);

impl Said {
    fn hear<T: Debug + Serialize>(&mut self, answer: &Result<T, ApiError>) {
        writeln!(self.0, "{answer:?}\n{answer:#?}").unwrap();
        match answer {
            Ok(answer) => self.0.push_str(&serde_json::to_string(answer).unwrap()),
            Err(error) => {
                writeln!(self.0, "{error}\n{}", serde_json::to_string(error).unwrap()).unwrap();
            }
        }
    }
}

/// Everything that any layer logs, down to the finest.
struct Everything(Arc<Mutex<String>>);

struct Written<'a>(&'a mut String);

impl Visit for Written<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Everything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        attributes.record(&mut Written(&mut self.0.lock().unwrap()));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Written(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut log = self.0.lock().unwrap();
        log.push_str(event.metadata().target());
        event.record(&mut Written(&mut log));
        log.push('\n');
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// One for the whole test binary: blocking work runs on threads of its own.
fn log() -> Arc<Mutex<String>> {
    static LOG: OnceLock<Arc<Mutex<String>>> = OnceLock::new();
    Arc::clone(LOG.get_or_init(|| {
        let log = Arc::default();
        tracing::subscriber::set_global_default(Everything(Arc::clone(&log))).unwrap();
        log
    }))
}

fn files(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        writeln!(text, "{}", path.display()).unwrap();
        text.push_str(&String::from_utf8_lossy(&fs::read(path).unwrap()));
    }
    text
}

async fn look(engine: &Engine, id: &str, said: &mut Said) {
    let cluster = || id.to_owned();
    said.hear(&engine.list_profiles(ListProfiles {}).await);
    said.hear(&engine.secrets(ListSecrets { profile: cluster() }).await);
    said.hear(&engine.cluster_status(GetClusterStatus { cluster: cluster() }).await);
    said.hear(&engine.way(GetWay { cluster: cluster() }).await);
    said.hear(&engine.overview(GetOverview { cluster: cluster() }).await);
    said.hear(&engine.brokers(ListBrokers { cluster: cluster(), query: all() }).await);
    said.hear(&engine.topics(ListTopics { cluster: cluster(), query: all() }).await);
    said.hear(&engine.journal(ListJournal { cluster: cluster(), query: all() }).await);
    said.hear(&engine.export_profiles(ExportProfiles { ids: vec![cluster()] }).await);
}

async fn sign_in(engine: &Engine, cluster: &MockCluster, said: &mut Said) {
    let user = || "alice".to_owned();
    for sasl in [
        Sasl::Plain { user: user() },
        Sasl::ScramSha256 { user: user(), token: false },
        Sasl::ScramSha512 { user: user(), token: false },
    ] {
        for keep in [Keep::Keychain, Keep::File, Keep::Session] {
            for (value, right) in [(WRONG, false), (PASSWORD, true)] {
                let id = kept(engine, Profile { sasl: sasl.clone(), ..as_alice(cluster) }).await;
                let call = password(&id, value, keep);
                writeln!(said.0, "{call:?}").unwrap();
                said.hear(&engine.give_secret(call).await);
                open(engine, &id).await;
                if right {
                    answers(engine, &id).await;
                } else {
                    said.hear(&Err::<(), _>(failed(engine, &id).await));
                }
                look(engine, &id, said).await;
                said.hear(&engine.duplicate_profile(DuplicateProfile { id }).await);
            }
        }
    }
}

async fn import(engine: &Engine, cluster: &MockCluster, said: &mut Said) {
    let settings = format!(
        "bootstrap.servers={}\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n\
         ssl.truststore.location=/nowhere/trust.jks\nssl.truststore.password={STORE}\n\
         sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\\n \
         username=\"alice\" password=\"{IMPORTED}\";\nno.such.key={IMPORTED}\n",
        cluster.bootstrap()
    );
    for keep in [Keep::Keychain, Keep::File, Keep::Session] {
        let call = ReadSettings { text: Concealed(settings.clone()), file_name: None };
        writeln!(said.0, "{call:?}").unwrap();
        let read = engine.read_settings(call).await;
        said.hear(&read);
        let read = read.unwrap();
        assert!(read.clusters[0].secrets.contains(&SecretKind::Password), "{:?}", read.clusters);
        let profile = read.clusters[0].profile.clone();
        let call = KeepImport { handle: read.handle.clone(), cluster: 0, profile, keep };
        let saved = engine.keep_import(call).await;
        said.hear(&saved);
        let id = saved.unwrap().profile.id;
        open(engine, &id).await;
        look(engine, &id, said).await;
        let call = KeepImport { handle: "another".into(), cluster: 0, profile: Profile::default(), keep };
        said.hear(&engine.keep_import(call).await);
    }
    for text in [format!("{{\"{IMPORTED}"), format!("\u{0}{IMPORTED}"), IMPORTED.to_owned()] {
        said.hear(
            &engine.read_settings(ReadSettings { text: Concealed(text.clone()), file_name: None }).await,
        );
        said.hear(&engine.import_profiles(ImportProfiles { text }).await);
    }
}

/// Secrets where none belong.
async fn paste(engine: &Engine, said: &mut Said) {
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{KEY_BODY}\n-----END PRIVATE KEY-----\n");
    let profile = Profile {
        tls: TlsSettings {
            on: true,
            trust: Trust::Text { pem: pem.clone() },
            identity: Some(Identity::Text { certificate: pem }),
            ..TlsSettings::default()
        },
        sasl: Sasl::OauthClient {
            endpoint: format!("https://me:{IN_URL}@login.example/token"),
            client_id: "me".into(),
            scope: String::new(),
            audience: String::new(),
            extensions: Vec::new(),
            signed: None,
        },
        bootstrap: "127.0.0.1:1".into(),
        ..Profile::default()
    };
    // As another program could have written it into a text for the team.
    let text =
        serde_json::json!({ "kind": "brokerscope-connections", "format": 1, "connections": [&profile] });
    said.hear(&engine.import_profiles(ImportProfiles { text: text.to_string() }).await);
    let saved = engine.save_profile(SaveProfile { profile }).await;
    said.hear(&saved);
    let id = saved.unwrap().profile.id;
    open(engine, &id).await;
    look(engine, &id, said).await;
}

/// A proxy that hears its password, and one that is told a wrong one.
async fn pass_a_proxy(engine: &Engine, cluster: &MockCluster, said: &mut Said) {
    let network = Network::around(cluster);
    let proxy = Socks::start(&network, Manner::Login("walter", PROXY)).await;
    let through = Through::Socks5 { proxy: proxy.place().to_string(), user: "walter".into() };
    let reach = Reach { through, ..Reach::default() };
    for keep in [Keep::Keychain, Keep::File, Keep::Session] {
        let profile = Profile { reach: reach.clone(), bootstrap: network.bootstrap(), ..as_alice(cluster) };
        let id = kept(engine, profile).await;
        said.hear(&engine.give_secret(password(&id, PASSWORD, Keep::Session)).await);
        for (value, right) in [(WRONG, false), (PROXY, true)] {
            let call = GiveSecret { kind: SecretKind::ProxyPassword, ..password(&id, value, keep) };
            writeln!(said.0, "{call:?}").unwrap();
            said.hear(&engine.give_secret(call).await);
            open(engine, &id).await;
            if right {
                answers(engine, &id).await;
            } else {
                said.hear(&Err::<(), _>(failed(engine, &id).await));
            }
            look(engine, &id, said).await;
            said.hear(&engine.examine(Examine { profile: id.clone() }).await);
            let text = eventually("the end of the examination", async || {
                let found = engine.examination(GetExamination { profile: id.clone() }).await.unwrap();
                found.filter(|found| found.ended.is_some()).ok_or(())
            })
            .await;
            assert_eq!(text.verdict.as_ref().is_some_and(|verdict| verdict.healthy), right, "{text:?}");
            said.hear(&Ok(text));
            said.hear(&engine.examination_text(GetExaminationText { profile: id.clone() }).await);
        }
    }
    assert!(proxy.logins() > 0 && !proxy.asked().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_anything_that_is_said_logged_or_written() {
    let log = log();
    tracing::trace!(check = "heard-by-the-log", "listening");
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let keychain = MemoryKeychain::new();
    let engine = engine_with(folder.path(), keychain.clone());
    let mut said = Said::default();
    writeln!(said.0, "{:?}", pass_phrase(PASS_PHRASE)).unwrap();
    said.hear(&engine.unlock_secrets(pass_phrase(PASS_PHRASE)).await);
    said.hear(&engine.unlock_secrets(pass_phrase(WRONG)).await);
    sign_in(&engine, &cluster, &mut said).await;
    import(&engine, &cluster, &mut said).await;
    paste(&engine, &mut said).await;
    pass_a_proxy(&engine, &cluster, &mut said).await;
    said.hear(&engine.lock_secrets(LockSecrets {}).await);

    // They were there to be found.
    let in_chain: Vec<_> = keychain.entries().into_values().collect();
    for secret in [PASSWORD, WRONG, IMPORTED, STORE, PROXY] {
        assert!(in_chain.contains(&secret.as_bytes().to_vec()), "{secret}");
    }
    let names: String = keychain.entries().into_keys().collect();
    let log = log.lock().unwrap().clone();
    assert!(log.contains("heard-by-the-log") && log.contains("SignedIn"), "the log is heard");
    let files = files(folder.path());
    for file in ["profiles.json", "secrets.json", "secrets.age"] {
        assert!(files.contains(file), "{file}");
    }
    assert!(said.0.contains("alice") && files.contains("alice"));
    for (what, text) in [("replies", &said.0), ("log", &log), ("files", &files), ("names", &names)] {
        assert_eq!(leaks(text), Vec::<String>::new(), "in the {what}");
    }
}

#[test]
fn a_leak_in_any_shape_is_found() {
    for shape in shapes(PASSWORD) {
        assert_eq!(leaks(&format!("x{shape}y")).len(), 1, "{shape}");
    }
}
