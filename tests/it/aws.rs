//! AWS keys from where the AWS tools keep them, by profiles as the window makes them: the environment, and a profile of the two
//! files. The broker signs anew what it is told and compares, so that what is read wrongly is refused.
//!
//! Each environment is a process of its own.

use std::{fs, path::Path};

use contract::{AwsCredentials, ConnectionState, ErrorKind, GetWay, Profile, Sasl, TokenEnd};
use engine::Engine;
use mock_cluster::{MockCluster, SaslListener};
use support::{apart::is_apart, engine_in};

use super::secrets::{answers, failed, kept, open, state};

const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+hush";
const SESSION: &str = "session+hush/token==";

/// Whether this is the process with these variables and no other of AWS.
fn in_an_environment(test: &str, variables: &[(&str, &str)]) -> bool {
    is_apart(&format!("aws::{test}"), |process| {
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AWS_")) {
            process.env_remove(name);
        }
        process.envs(variables.iter().copied());
    })
}

/// A cluster of Amazon's that knows these keys.
async fn amazon() -> MockCluster {
    let listener = SaslListener::new()
        .mechanisms(["AWS_MSK_IAM"])
        .aws_keys("AKIADEV", SECRET, None)
        .aws_keys("ASIAENV", SECRET, Some(SESSION))
        .aws_keys("ASIASESSION", SECRET, Some(SESSION));
    MockCluster::builder().brokers(2).sasl(listener).start().await.unwrap()
}

async fn opened(engine: &Engine, cluster: &MockCluster, credentials: AwsCredentials) -> String {
    let sasl = Sasl::MskIam { region: "eu-central-1".to_owned(), credentials };
    let id = kept(engine, Profile { bootstrap: cluster.bootstrap(), sasl, ..Profile::default() }).await;
    open(engine, &id).await;
    id
}

async fn signs_in_as(engine: &Engine, cluster: &MockCluster, credentials: AwsCredentials, user: &str) {
    let id = opened(engine, cluster, credentials).await;
    answers(engine, &id).await;
    let sign_ins = engine.way(GetWay { cluster: id }).await.unwrap().sign_ins;
    let right = sign_ins.iter().all(|one| one.user == user && one.mechanism == "AWS_MSK_IAM");
    assert!(!sign_ins.is_empty() && right, "{sign_ins:?}");
    // Keys of a session have an end; those of a user have none.
    let end = if user.starts_with("AKIA") { TokenEnd::Endless } else { TokenEnd::Unknown };
    assert!(sign_ins.iter().all(|one| one.token == end), "{sign_ins:?}");
}

/// What it can't be opened for.
async fn refused(engine: &Engine, cluster: &MockCluster, credentials: AwsCredentials) -> (ErrorKind, String) {
    let id = opened(engine, cluster, credentials).await;
    let error = failed(engine, &id).await;
    assert!(!format!("{error:?}").contains("hush"), "{error:?}");
    assert!(matches!(state(engine, &id).await, ConnectionState::Failed { .. }));
    (error.kind, error.message)
}

fn credentials_text() -> String {
    format!(
        "[dev]\naws_access_key_id = AKIADEV\naws_secret_access_key = {SECRET}\n\n\
         [session]\naws_access_key_id = ASIASESSION\naws_secret_access_key = {SECRET}\naws_session_token = {SESSION}\n\n\
         [stale]\naws_access_key_id = AKIADEV\naws_secret_access_key = another\n"
    )
}

fn profile(name: &str) -> AwsCredentials {
    AwsCredentials::Profile { name: name.to_owned() }
}

#[tokio::test]
async fn the_keys_of_the_environment_sign_in() {
    let keys =
        [("AWS_ACCESS_KEY_ID", "ASIAENV"), ("AWS_SECRET_ACCESS_KEY", SECRET), ("AWS_SESSION_TOKEN", SESSION)];
    if !in_an_environment("the_keys_of_the_environment_sign_in", &keys) {
        return;
    }
    let (cluster, folder) = (amazon().await, tempfile::tempdir().unwrap());
    let engine = engine_in(folder.path());
    signs_in_as(&engine, &cluster, AwsCredentials::Environment, "ASIAENV").await;
    // The same keys, and a cluster that does not know them.
    let stranger =
        SaslListener::new().mechanisms(["AWS_MSK_IAM"]).aws_keys("ASIAENV", "another", Some(SESSION));
    let stranger = MockCluster::builder().brokers(1).sasl(stranger).start().await.unwrap();
    let (kind, why) = refused(&engine, &stranger, AwsCredentials::Environment).await;
    assert_eq!(kind, ErrorKind::Authentication);
    assert!(why.contains("ASIAENV") && why.contains("Access denied"), "{why}");
}

#[tokio::test]
async fn what_is_missing_in_the_environment_is_named() {
    let one = [("AWS_ACCESS_KEY_ID", "ASIAENV")];
    if !in_an_environment("what_is_missing_in_the_environment_is_named", &one) {
        return;
    }
    let (cluster, folder) = (amazon().await, tempfile::tempdir().unwrap());
    let engine = engine_in(folder.path());
    let (kind, why) = refused(&engine, &cluster, AwsCredentials::Environment).await;
    assert_eq!(kind, ErrorKind::Token);
    assert!(why.contains("AWS_SECRET_ACCESS_KEY is not set"), "{why}");
}

#[tokio::test]
async fn a_profile_of_the_files_signs_in() {
    let folder = tempfile::tempdir().unwrap();
    let [credentials, config] = ["credentials", "config"].map(|name| folder.path().join(name));
    fs::write(&credentials, credentials_text()).unwrap();
    let single = "[profile single]\nsso_session = work\nsso_account_id = 1\nsso_role_name = reader\n";
    fs::write(&config, single).unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (credentials, config) = (path(&credentials), path(&config));
    let variables = [
        ("AWS_SHARED_CREDENTIALS_FILE", credentials.as_str()),
        ("AWS_CONFIG_FILE", config.as_str()),
        ("AWS_PROFILE", "session"),
    ];
    if !in_an_environment("a_profile_of_the_files_signs_in", &variables) {
        return;
    }
    let (cluster, folder) = (amazon().await, tempfile::tempdir().unwrap());
    let engine = engine_in(folder.path());
    signs_in_as(&engine, &cluster, profile("dev"), "AKIADEV").await;
    signs_in_as(&engine, &cluster, profile("session"), "ASIASESSION").await;
    // Without a name it is that of AWS_PROFILE.
    signs_in_as(&engine, &cluster, profile(""), "ASIASESSION").await;
    let (kind, why) = refused(&engine, &cluster, profile("stale")).await;
    assert!(kind == ErrorKind::Authentication && why.contains("Access denied"), "{kind:?} {why}");
    for (name, word) in [("nobody", "nobody"), ("single", "export-credentials --profile single")] {
        let (kind, why) = refused(&engine, &cluster, profile(name)).await;
        assert!(kind == ErrorKind::Token && why.contains(word), "{kind:?} {why}");
    }
}
