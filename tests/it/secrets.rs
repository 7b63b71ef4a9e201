//! Secrets from the outside: asked for when one is missing, given while a connection waits for it, kept where the user said, and
//! shown nowhere.

mod nowhere;
#[cfg(target_os = "linux")]
mod secret_service;

use contract::{
    Concealed, ConnectionState, ErrorKind, ForgetSecret, GetClusterStatus, GiveSecret, Keep, ListProfiles,
    ListSecrets, OpenCluster, Profile, RemoveProfile, Sasl, SaveProfile, SecretFile, SecretKind, Secrets,
    UnlockSecrets,
};
use engine::Engine;
use mock_cluster::{MockCluster, SaslListener};
use support::{engine_in, engine_with, eventually, keychain::MemoryKeychain};

const PASSWORD: &str = "hunter2-Zq9-alice";

async fn closed_cluster() -> MockCluster {
    MockCluster::builder().brokers(2).sasl(SaslListener::new().user("alice", PASSWORD)).start().await.unwrap()
}

fn as_alice(cluster: &MockCluster) -> Profile {
    Profile {
        name: "Orders".into(),
        bootstrap: cluster.bootstrap(),
        sasl: Sasl::ScramSha256 { user: "alice".into(), token: false },
        ..Profile::default()
    }
}

pub(crate) async fn kept(engine: &Engine, profile: Profile) -> String {
    engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id
}

pub(crate) async fn open(engine: &Engine, id: &str) {
    engine.open_cluster(OpenCluster { id: id.to_owned() }).await.unwrap();
}

pub(crate) async fn state(engine: &Engine, id: &str) -> ConnectionState {
    engine.cluster_status(GetClusterStatus { cluster: id.to_owned() }).await.unwrap().state
}

pub(crate) async fn failed(engine: &Engine, id: &str) -> contract::ApiError {
    eventually("a failure", async || match state(engine, id).await {
        ConnectionState::Failed { error } => Ok(error),
        other => Err(other),
    })
    .await
}

pub(crate) async fn answers(engine: &Engine, id: &str) {
    eventually("an open connection", async || match state(engine, id).await {
        ConnectionState::Open { .. } => Ok(()),
        other => Err(other),
    })
    .await;
}

fn password(id: &str, value: &str, keep: Keep) -> GiveSecret {
    GiveSecret {
        profile: id.to_owned(),
        kind: SecretKind::Password,
        value: Concealed(value.to_owned()),
        keep,
    }
}

fn pass_phrase(text: &str) -> UnlockSecrets {
    UnlockSecrets { pass_phrase: Concealed(text.to_owned()) }
}

async fn secrets(engine: &Engine, id: &str) -> Secrets {
    engine.secrets(ListSecrets { profile: id.to_owned() }).await.unwrap()
}

#[tokio::test]
async fn a_connection_without_its_password_asks_for_it_and_opens_when_it_is_given() {
    let cluster = closed_cluster().await;
    for keep in [Keep::Keychain, Keep::Session] {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine_in(folder.path());
        let id = kept(&engine, as_alice(&cluster)).await;
        open(&engine, &id).await;
        let asked = failed(&engine, &id).await;
        assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretNeeded, Some(SecretKind::Password)));
        let now = engine.give_secret(password(&id, PASSWORD, keep)).await.unwrap();
        assert_eq!(now.standings[0].kept, Some(keep));
        answers(&engine, &id).await;
    }
}

#[tokio::test]
async fn a_locked_file_asks_for_its_pass_phrase_and_what_waited_for_it_opens() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let id = {
        let engine = engine_in(folder.path());
        let id = kept(&engine, as_alice(&cluster)).await;
        let too_early = engine.give_secret(password(&id, PASSWORD, Keep::File)).await.unwrap_err();
        assert_eq!(too_early.kind, ErrorKind::SecretsLocked);
        assert_eq!(engine.unlock_secrets(pass_phrase("correct horse")).await.unwrap(), SecretFile::Open);
        engine.give_secret(password(&id, PASSWORD, Keep::File)).await.unwrap();
        id
    };
    let engine = engine_in(folder.path());
    let standing = &secrets(&engine, &id).await.standings[0];
    assert!(standing.kept == Some(Keep::File) && standing.needed && standing.problem.is_some());
    open(&engine, &id).await;
    let asked = failed(&engine, &id).await;
    assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretsLocked, Some(SecretKind::Password)));
    engine.unlock_secrets(pass_phrase("wrong horse")).await.unwrap_err();
    assert_eq!(failed(&engine, &id).await.kind, ErrorKind::SecretsLocked);
    engine.unlock_secrets(pass_phrase("correct horse")).await.unwrap();
    answers(&engine, &id).await;
}

#[tokio::test]
async fn a_refused_password_is_sent_once_and_a_new_one_opens_the_connection() {
    const SASL_AUTHENTICATE: i16 = 36;
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let plain = Profile { sasl: Sasl::Plain { user: "alice".into() }, ..as_alice(&cluster) };
    let id = kept(&engine, plain).await;
    engine.give_secret(password(&id, "wrong", Keep::Session)).await.unwrap();
    open(&engine, &id).await;
    assert_eq!(failed(&engine, &id).await.kind, ErrorKind::Authentication);
    // Everything that a page, a timer or an impatient user does asks again; none of it may send the password again.
    for _ in 0..20 {
        open(&engine, &id).await;
        for view in [contract::View::Cluster, contract::View::LogDirs, contract::View::Groups] {
            engine.refresh(contract::Refresh { cluster: id.clone(), view }).await.unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(cluster.count(SASL_AUTHENTICATE), 1);
    engine.give_secret(password(&id, PASSWORD, Keep::Session)).await.unwrap();
    answers(&engine, &id).await;
}

#[tokio::test]
async fn a_keychain_that_waits_for_somebody_holds_nothing_else_up() {
    let (closed, free) = (closed_cluster().await, super::three_brokers().await);
    let folder = tempfile::tempdir().unwrap();
    let keychain = MemoryKeychain::new();
    let engine = engine_with(folder.path(), keychain.clone());
    let id = kept(&engine, as_alice(&closed)).await;
    engine.give_secret(password(&id, PASSWORD, Keep::Keychain)).await.unwrap();
    assert_eq!(keychain.asked(), 0, "nothing is asked before it is needed");
    let prompt = keychain.hang();
    open(&engine, &id).await;
    assert!(matches!(state(&engine, &id).await, ConnectionState::Connecting { .. }));
    let other = Profile { name: "free".into(), bootstrap: free.bootstrap(), ..Profile::default() };
    let other = kept(&engine, other).await;
    open(&engine, &other).await;
    answers(&engine, &other).await;
    assert!(matches!(state(&engine, &id).await, ConnectionState::Connecting { .. }));
    drop(prompt);
    answers(&engine, &id).await;
}

#[tokio::test]
async fn what_is_closed_while_the_keychain_is_asked_stays_closed() {
    let cluster = closed_cluster().await;
    let folder = tempfile::tempdir().unwrap();
    let keychain = MemoryKeychain::new();
    let engine = engine_with(folder.path(), keychain.clone());
    let id = kept(&engine, as_alice(&cluster)).await;
    engine.give_secret(password(&id, PASSWORD, Keep::Keychain)).await.unwrap();
    let prompt = keychain.hang();
    open(&engine, &id).await;
    engine.close_cluster(contract::CloseCluster { id: id.clone() }).await.unwrap();
    drop(prompt);
    eventually("an answer", async || if keychain.asked() > 0 { Ok(()) } else { Err(()) }).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(state(&engine, &id).await, ConnectionState::Closed);
    assert_eq!(cluster.connections_opened(1) + cluster.connections_opened(2), 0);
}

#[tokio::test]
async fn without_a_keychain_it_says_so_and_the_others_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_with(folder.path(), MemoryKeychain::missing());
    let id = kept(&engine, Profile { sasl: Sasl::Plain { user: "a".into() }, ..Profile::default() }).await;
    let listed = secrets(&engine, &id).await;
    assert!(listed.no_keychain.unwrap().contains("no keychain runs"));
    assert_eq!(listed.file, SecretFile::Missing);
    let refused = engine.give_secret(password(&id, PASSWORD, Keep::Keychain)).await.unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Storage);
    assert!(refused.advice.unwrap().contains("encrypted file"));
    engine.give_secret(password(&id, PASSWORD, Keep::Session)).await.unwrap();
}

#[tokio::test]
async fn a_removed_connection_takes_its_secrets_along() {
    let folder = tempfile::tempdir().unwrap();
    let keychain = MemoryKeychain::new();
    let engine = engine_with(folder.path(), keychain.clone());
    let profile = Profile { sasl: Sasl::Plain { user: "a".into() }, ..Profile::default() };
    let (one, other) = (kept(&engine, profile.clone()).await, kept(&engine, profile).await);
    engine.give_secret(password(&one, "first", Keep::Keychain)).await.unwrap();
    engine.give_secret(password(&other, "second", Keep::Keychain)).await.unwrap();
    engine.remove_profile(RemoveProfile { id: one.clone() }).await.unwrap();
    assert_eq!(keychain.entries().into_values().collect::<Vec<_>>(), [b"second".to_vec()]);
    let forget = ForgetSecret { profile: other.clone(), kind: SecretKind::Password };
    let now = engine.forget_secret(forget).await.unwrap();
    assert!(now.standings[0].kept.is_none() && now.standings[0].needed);
    assert!(keychain.entries().is_empty());
    let gone = engine.secrets(ListSecrets { profile: one }).await.unwrap_err();
    assert_eq!(gone.kind, ErrorKind::NotFound);
    assert_eq!(engine.list_profiles(ListProfiles {}).await.unwrap().rows.len(), 1);
}
