//! Encrypted listeners of real brokers: believed, refused with the right words, asked who we are, and signed in to.
//!
//! One broker of each release with a listener for each fault: what is wrong is the certificate that it shows there, so that the
//! brokers start once. Stores and keys are those that `keytool` and `openssl` made.

mod certificates;
mod client_certificates;
mod files;
mod sign_in;
mod system;

use std::sync::Arc;

use meta::{
    Address, Cluster, Config, Error, Key, Tls, TlsPlan, Verify, What,
    message::describe_cluster::DescribeCluster,
};
use real_kafka::{Kafka, Version};
use support::ground::{config, connect_as, within};
use wire::{Connection, Encryption, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn every_listener_with_tls_of_2_8_2() {
    every_listener(Version::V2_8, "tls::every_listener_with_tls_of_2_8_2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_listener_with_tls_of_4_4_0() {
    every_listener(Version::V4_4, "tls::every_listener_with_tls_of_4_4_0").await;
}

async fn every_listener(version: Version, test: &'static str) {
    if system::is_another_machine().await {
        return;
    }
    let started = tokio::task::spawn_blocking(move || start(version)).await.unwrap();
    let kafka = Arc::new(started.unwrap_or_else(|why| panic!("{why}")));
    certificates::believed_ones(&kafka).await;
    certificates::versions(&kafka).await;
    certificates::each_refused_one_is_told(&kafka).await;
    system::what_the_machine_trusts_is_believed(&kafka, test).await;
    certificates::listeners_of_another_kind(&kafka).await;
    client_certificates::each_format_is_taken(&kafka).await;
    client_certificates::a_missing_one_and_refused_ones_are_told(&kafka).await;
    sign_in::every_mechanism(&kafka).await;
    sign_in::renewed_under_load(&kafka).await;
    // It ends its broker, which blocks.
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}

fn start(version: Version) -> real_kafka::Result<Kafka> {
    let tls = real_kafka::Tls::load_or_make()?;
    let broken = &tls.broken;
    let shows = [
        ("expired", &broken.expired),
        ("early", &broken.not_yet_valid),
        ("named", &broken.wrong_name),
        ("common", &broken.common_name_only),
        ("unknown", &broken.unknown_authority),
        ("selfmade", &broken.self_signed),
        ("weak", &broken.weak),
        ("sha1", &broken.sha1),
    ];
    let mut builder = Kafka::builder().version(version).brokers(1);
    for (name, store) in shows {
        builder = builder.tls_listener(name, &[("ssl.keystore.location", &store.display().to_string())]);
    }
    let only = |version| [("ssl.enabled.protocols", version), ("ssl.protocol", version)];
    let wanted = ("ssl.client.auth", "required");
    let [two, three] = [only("TLSv1.2"), only("TLSv1.3")];
    builder
        .tls_listener("two", &two)
        .tls_listener("three", &three)
        .tls_listener("wanted", &[wanted])
        .tls_listener("wanted_two", &[wanted, two[0], two[1]])
        .tls_listener("asked", &[("ssl.client.auth", "requested")])
        .start()
}

/// Whether what is there can be worked with: bootstrap and the broker that metadata names.
async fn lists(bootstrap: &str, tls: &Tls) {
    let (cluster, _) = connect_as(Config { tls: Some(tls.clone()), ..config(bootstrap) }).await;
    let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    assert_eq!(answers.parts[0].reply.brokers.len(), 1);
}

/// Why the cluster could not be reached.
async fn refused(bootstrap: &str, tls: Option<&Tls>) -> Error {
    let asked = Config { tls: tls.cloned(), ..config(bootstrap) };
    match within(Cluster::connect(asked)).await {
        Ok(_) => panic!("it was believed"),
        Err(error) => error,
    }
}

/// The same, for a reason of TLS.
async fn words(bootstrap: &str, tls: &Tls) -> String {
    match refused(bootstrap, Some(tls)).await.what() {
        What::Tls(words) => words.clone(),
        other => panic!("{bootstrap}: {other:?}"),
    }
}

async fn encryption(address: &str, tls: &Tls) -> Encryption {
    let settings = Settings { tls: Some(tls.clone()), ..Settings::default() };
    let opened = within(Connection::open(&Address::parse(address).unwrap(), &settings)).await;
    opened.unwrap().encryption().unwrap()
}

/// The authority of the brokers alone is believed.
fn ours(kafka: &Kafka) -> Tls {
    trusting(kafka, Verify::Everything)
}

fn trusting(kafka: &Kafka, verify: Verify) -> Tls {
    let roots = files::authorities(&kafka.tls().authority);
    Tls::new(TlsPlan { roots, identity: None, verify }).unwrap()
}
