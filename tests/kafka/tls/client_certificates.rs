//! Listeners that want to know who we are by a certificate.

use meta::{Identity, Tls, TlsPlan, Verify};
use real_kafka::Kafka;

use super::{
    encryption,
    files::{authorities, each},
    lists, ours, words,
};

fn with(kafka: &Kafka, identity: Identity) -> Tls {
    let roots = authorities(&kafka.tls().authority);
    Tls::new(TlsPlan { roots, identity: Some(identity), verify: Verify::Everything }).unwrap()
}

pub(super) async fn each_format_is_taken(kafka: &Kafka) {
    let files = kafka.tls();
    for client in [&files.rsa_client, &files.ec_client] {
        for (format, identity) in each(client) {
            let tls = with(kafka, identity);
            for listener in ["wanted", "wanted_two"] {
                let address = kafka.added_bootstrap(listener);
                lists(&address, &tls).await;
                let had = encryption(&address, &tls).await;
                // A session that is gone on with asks nobody again.
                assert!(had.resumed || had.showed.as_deref() == Some("CN=alice"), "{format}: {had:?}");
            }
        }
    }
}

pub(super) async fn a_missing_one_and_refused_ones_are_told(kafka: &Kafka) {
    let files = kafka.tls();
    lists(&kafka.added_bootstrap("asked"), &ours(kafka)).await;
    for listener in ["wanted", "wanted_two"] {
        let address = kafka.added_bootstrap(listener);
        for _ in 0..5 {
            let why = words(&address, &ours(kafka)).await;
            assert!(
                why.contains("asks for a client certificate, and this connection has none"),
                "{listener}: {why}"
            );
            assert!(
                why.contains("it takes those that “CN=brokerscope-test-authority” issued"),
                "{listener}: {why}"
            );
        }
        for (client, name) in [(&files.other_client, "CN=mallory"), (&files.expired_client, "CN=bob")] {
            let tls = with(kafka, each(client).remove(0).1);
            let why = words(&address, &tls).await;
            assert!(
                why.contains("refused our client certificate") && why.contains(name),
                "{listener}: {why}"
            );
        }
    }
}
