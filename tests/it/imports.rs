//! Other clients' configurations, from the text to an open connection: read, kept as edited, and connected with the password that
//! stood in it.

use contract::{
    Concealed, ConnectionState, ErrorKind, GetClusterStatus, Imported, Keep, KeepImport, LineVerdict,
    ListProfiles, ListSecrets, OpenCluster, Profile, ReadSettings, Sasl, SecretKind, UnlockSecrets,
};
use engine::Engine;
use mock_cluster::{MockCluster, SaslListener};
use support::{engine_in, engine_with, eventually, keychain::MemoryKeychain};

const PASSWORD: &str = "pa=ss\\\"word";

async fn closed_cluster() -> MockCluster {
    MockCluster::builder().brokers(2).sasl(SaslListener::new().user("alice", PASSWORD)).start().await.unwrap()
}

fn properties(cluster: &MockCluster) -> String {
    // The backslash twice for the file and the quote escaped for JAAS, as Java wants it.
    format!(
        "# of the orders team\nbootstrap.servers={}\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-256\n\
         sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\\n  \
         username=\"alice\" password=\"pa=ss\\\\\\\\\\\\\"word\";\nacks=all\n",
        cluster.bootstrap()
    )
}

async fn read(engine: &Engine, text: String) -> Imported {
    let call = ReadSettings { text: Concealed(text), file_name: Some("client.properties".into()) };
    engine.read_settings(call).await.unwrap()
}

fn keeping(read: &Imported, keep: Keep) -> KeepImport {
    KeepImport { handle: read.handle.clone(), cluster: 0, profile: read.clusters[0].profile.clone(), keep }
}

#[tokio::test]
async fn a_properties_file_becomes_an_open_connection() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let text = properties(&cluster);
    let imported = read(&engine, text.clone()).await;
    assert_eq!(imported.lines.len(), text.lines().count(), "each line has its verdict");
    assert!(imported.lines.iter().any(|line| matches!(line.verdict, LineVerdict::NotNeeded(_))), "acks");
    let found = &imported.clusters[0];
    assert_eq!(found.profile.sasl, Sasl::ScramSha256 { user: "alice".into(), token: false });
    assert_eq!(found.secrets, [SecretKind::Password]);
    assert!(engine.list_profiles(ListProfiles {}).await.unwrap().rows.is_empty(), "not kept yet");

    let edited = Profile { name: "Orders".into(), ..found.profile.clone() };
    let call = KeepImport { profile: edited, ..keeping(&imported, Keep::Keychain) };
    let saved = engine.keep_import(call).await.unwrap();
    assert!(saved.profile.read_only && saved.profile.name == "Orders");
    let id = saved.profile.id;
    engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
    eventually("an open connection", async || {
        match engine.cluster_status(GetClusterStatus { cluster: id.clone() }).await.unwrap().state {
            ConnectionState::Open { .. } => Ok(()),
            other => Err(other),
        }
    })
    .await;
}

#[tokio::test]
async fn a_store_that_cannot_take_the_secrets_keeps_nothing_by_halves() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_with(folder.path(), MemoryKeychain::missing());
    let imported = read(&engine, properties(&cluster)).await;
    for (keep, kind) in [(Keep::File, ErrorKind::SecretsLocked), (Keep::Keychain, ErrorKind::Storage)] {
        assert_eq!(engine.keep_import(keeping(&imported, keep)).await.unwrap_err().kind, kind);
        assert!(engine.list_profiles(ListProfiles {}).await.unwrap().rows.is_empty());
    }
    // What was read is still there.
    engine.unlock_secrets(UnlockSecrets { pass_phrase: Concealed("p".into()) }).await.unwrap();
    let id = engine.keep_import(keeping(&imported, Keep::File)).await.unwrap().profile.id;
    let secrets = engine.secrets(ListSecrets { profile: id }).await.unwrap();
    assert_eq!(secrets.standings[0].kept, Some(Keep::File));
}

#[tokio::test]
async fn only_the_last_text_that_was_read_is_held() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let first = read(&engine, properties(&cluster)).await;
    let second = read(&engine, properties(&cluster)).await;
    let gone = engine.keep_import(keeping(&first, Keep::Session)).await.unwrap_err();
    assert_eq!(gone.kind, ErrorKind::NotFound);
    let beyond = KeepImport { cluster: 7, ..keeping(&second, Keep::Session) };
    assert_eq!(engine.keep_import(beyond).await.unwrap_err().kind, ErrorKind::NotFound);
    engine.keep_import(keeping(&second, Keep::Session)).await.unwrap();
}

#[tokio::test]
async fn secrets_without_a_use_after_the_editing_are_not_kept() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let keychain = MemoryKeychain::new();
    let engine = engine_with(folder.path(), keychain.clone());
    let imported = read(&engine, properties(&cluster)).await;
    let profile = Profile { sasl: Sasl::None, ..imported.clusters[0].profile.clone() };
    engine.keep_import(KeepImport { profile, ..keeping(&imported, Keep::Keychain) }).await.unwrap();
    assert!(keychain.entries().is_empty());
}
