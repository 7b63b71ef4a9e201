//! Signing in to a real SASL listener: each mechanism, each misfit of listener and client, and a wrong password.
//!
//! The mock cluster plays what is asserted here, so that the faults which are played on it are those of real brokers.

use meta::{
    ApiKey, Cluster, Config, Event, Hash, Key, Refresh, Secret, SignIn, What,
    message::describe_cluster::DescribeCluster,
};
use real_kafka::{Tool, USERS, Version};
use support::{
    Stage,
    ground::{config, connect_as, failure, within},
    stage::Need,
};

use super::ours::closed_addresses;

#[tokio::test(flavor = "multi_thread")]
async fn every_mechanism_and_every_misfit() {
    every_way(Version::V4_4).await;
}

pub(super) async fn every_way(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let closed = closed_addresses(&stage).await;
    mechanisms(&closed).await;
    wrong_passwords(&closed).await;
    misfits(&stage, &closed).await;
    a_password_beyond_ascii(&stage, &closed).await;
}

fn each(user: &str, password: &str) -> [SignIn; 3] {
    let secret = || Secret::new(password);
    [
        SignIn::plain(user, secret()),
        SignIn::scram(Hash::Sha256, user, secret()),
        SignIn::scram(Hash::Sha512, user, secret()),
    ]
}

fn with(closed: &str, sign_in: SignIn) -> Config {
    Config { sign_in: Some(sign_in), ..config(closed) }
}

async fn mechanisms(closed: &str) {
    for (user, password) in USERS {
        for sign_in in each(user, password) {
            let mechanism = sign_in.mechanism();
            let (cluster, record) = connect_as(with(closed, sign_in)).await;
            within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
            assert_eq!(cluster.snapshot().brokers().len(), 3);
            let signed =
                |event: &Event| matches!(event, Event::SignedIn { mechanism: by, .. } if *by == mechanism);
            assert!(record.events().iter().any(signed), "{mechanism}");
        }
    }
}

async fn wrong_passwords(closed: &str) {
    for user in ["alice", "nobody"] {
        for sign_in in each(user, "a wrong one") {
            let mechanism = sign_in.mechanism();
            let record = std::sync::Arc::new(support::ground::Record::default());
            let config = Config { observer: Some(record.clone()), ..with(closed, sign_in) };
            let cluster = Cluster::new(config).unwrap();
            for _ in 0..10 {
                let why = failure(within(cluster.send(DescribeCluster::default(), Key::None)).await);
                assert!(
                    matches!(why.what(), What::Authentication(words) if words.contains(user) && words.contains(mechanism)),
                    "{why}"
                );
                assert!(!why.to_string().contains("a wrong one"));
            }
            let told = |entry: &&meta::Entry| {
                !entry.outcome.as_ref().is_err_and(|why| why.to_string().contains("not tried again"))
            };
            let asked = record.of(ApiKey::SaslAuthenticate);
            assert_eq!(asked.iter().filter(told).count(), 1, "{mechanism}: {asked:?}");
        }
    }
}

async fn misfits(stage: &Stage, closed: &str) {
    for sign_in in each("alice", "alice-secret") {
        let why = within(Cluster::connect(with(&stage.bootstrap(), sign_in))).await.unwrap_err();
        assert!(
            matches!(why.what(), What::Authentication(words) if words.contains("takes no sign-in")),
            "{why}"
        );
    }
    let why = within(Cluster::connect(config(closed))).await.unwrap_err();
    let words = why.to_string();
    assert!(words.contains("asks for SASL") && words.contains("user name"), "{why}");
}

/// Kafka takes a password as it is, where SASLprep would make other letters of these: a ligature, a no-break space, a soft
/// hyphen. A user name may hold what SCRAM itself writes with.
async fn a_password_beyond_ascii(stage: &Stage, closed: &str) {
    let (user, password) = ("odd=name", "pa\u{fb01}\u{a0}\u{ad}\u{e4}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.properties");
    // A property file, because what a tool gets on its command line depends on the locale. It wants no brackets there.
    let line = r"pa\ufb01\u00a0\u00ad\u00e4";
    std::fs::write(&file, format!("SCRAM-SHA-256=iterations=8192,password={line}\n")).unwrap();
    let args = ["--alter", "--entity-type", "users", "--entity-name", user, "--add-config-file"];
    stage.tool(Tool::Configs, &[&args[..], &[file.to_str().unwrap()]].concat());
    let sign_in = || SignIn::scram(Hash::Sha256, user, Secret::new(password));
    // A new user takes a moment to reach every broker.
    support::eventually("the new user can sign in", || {
        let config = with(closed, sign_in());
        async move {
            let cluster = Cluster::new(config).map_err(|why| why.to_string())?;
            cluster.refresh(Refresh::Brokers).await.map_err(|why| why.to_string())
        }
    })
    .await;
}
