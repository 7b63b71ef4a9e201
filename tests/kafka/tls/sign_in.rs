//! SASL_SSL: signing in over an encrypted connection, and renewing it there while requests go on, for as long as `lasting` says.

use std::time::Instant;

use meta::{
    Cluster, Config, Event, Hash, Key, Secret, SignIn, What, message::describe_cluster::DescribeCluster,
};
use real_kafka::{Kafka, USERS};
use support::ground::{config, connect_as, within};

use super::ours;
use crate::lasting;

fn each(user: &str, password: &str) -> [SignIn; 3] {
    let secret = || Secret::new(password);
    [
        SignIn::plain(user, secret()),
        SignIn::scram(Hash::Sha256, user, secret()),
        SignIn::scram(Hash::Sha512, user, secret()),
    ]
}

fn with(kafka: &Kafka, sign_in: SignIn) -> Config {
    Config { tls: Some(ours(kafka)), sign_in: Some(sign_in), ..config(&kafka.sasl_tls_bootstrap()) }
}

pub(super) async fn every_mechanism(kafka: &Kafka) {
    for (user, password) in USERS {
        for sign_in in each(user, password) {
            let mechanism = sign_in.mechanism();
            let (cluster, record) = connect_as(with(kafka, sign_in)).await;
            within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
            let signed =
                |event: &Event| matches!(event, Event::SignedIn { mechanism: by, .. } if *by == mechanism);
            assert!(record.events().iter().any(signed), "{mechanism}");
        }
    }
    for sign_in in each("alice", "a wrong one") {
        let why = within(Cluster::connect(with(kafka, sign_in))).await.err().unwrap();
        assert!(matches!(why.what(), What::Authentication(words) if words.contains("alice")), "{why:?}");
    }
}

/// No request fails. On 2.8 this held only for one caller before requests went one at a time there: the broker left those that
/// came together waiting in a buffer for longer than the session lasted (KAFKA-13559).
pub(super) async fn renewed_under_load(kafka: &Kafka) {
    let [.., scram] = each("alice", "alice-secret");
    let (cluster, record) = connect_as(with(kafka, scram)).await;
    // Longer than two sessions of the listener, which last five seconds.
    let lasts = lasting::on(kafka.version());
    let until = Instant::now() + lasts;
    let callers = (0..20).map(|_| {
        let cluster = cluster.clone();
        tokio::spawn(async move {
            let mut answered: usize = 0;
            while Instant::now() < until {
                within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
                answered += 1;
            }
            answered
        })
    });
    let mut answered = 0;
    for caller in callers.collect::<Vec<_>>() {
        let of_one = caller.await.unwrap();
        assert!(of_one > 0);
        answered += of_one;
    }
    let most = lasting::renewals(&record).into_values().max().unwrap();
    assert!(u64::from(most) >= lasts.as_secs() / 10, "{most} in {lasts:?}");
    lasting::hold(&format!("SCRAM-SHA-512 over TLS, Kafka {}", kafka.version()), &record, answered);
}
