//! Which certificates of brokers are believed, and the words for each that isn't.

use meta::{Tls, TlsPlan, Verify, What};
use real_kafka::Kafka;

use super::{encryption, files::authorities, lists, ours, refused, trusting, words};

pub(super) async fn believed_ones(kafka: &Kafka) {
    let files = kafka.tls();
    for file in [&files.authority, &files.trust_store, &files.trust_jks] {
        let plan = TlsPlan { roots: authorities(file), ..TlsPlan::default() };
        lists(&kafka.tls_bootstrap(), &Tls::new(plan).unwrap()).await;
    }
    // By name and by address; metadata names the address, which the certificate has too.
    let named = kafka.tls_bootstrap().replace("127.0.0.1", "localhost");
    lists(&named, &ours(kafka)).await;
    let own = TlsPlan { roots: authorities(&files.broken.self_signed), ..TlsPlan::default() };
    lists(&kafka.added_bootstrap("selfmade"), &Tls::new(own).unwrap()).await;
    lists(&kafka.added_bootstrap("named"), &trusting(kafka, Verify::NotTheName)).await;
    for listener in ["expired", "early", "named", "common", "unknown", "selfmade", "weak", "sha1"] {
        lists(&kafka.added_bootstrap(listener), &trusting(kafka, Verify::Nothing)).await;
    }
}

pub(super) async fn versions(kafka: &Kafka) {
    let tls = ours(kafka);
    for (listener, version) in [("two", "TLS 1.2"), ("three", "TLS 1.3")] {
        let address = kafka.added_bootstrap(listener);
        lists(&address, &tls).await;
        let had = encryption(&address, &tls).await;
        assert_eq!((had.protocol, had.asked_for_certificate), (version, false));
        assert!(had.resumed || had.chain.len() == 2, "{had:?}");
    }
}

pub(super) async fn each_refused_one_is_told(kafka: &Kafka) {
    let tls = ours(kafka);
    for (listener, told) in [
        ("expired", &["“CN=localhost” expired on 20", "this computer's clock says"][..]),
        ("early", &["is not yet valid: it is from 20", "is the clock of this computer right?"]),
        ("named", &["for another name: kafka.example.com, and not for 127.0.0.1"]),
        ("common", &["only a common name (CN=“localhost”)"]),
        (
            "unknown",
            &[
                "issued by “CN=another-test-authority”",
                "given as trusted was “CN=brokerscope-test-authority”",
            ],
        ),
        ("selfmade", &["“CN=localhost” is self-signed"]),
        ("weak", &["too weak: its key is RSA with 1024 bits"]),
        (
            "sha1",
            &["“CN=localhost” of the broker is too weak: it is signed with SHA-1", "have it issued again"],
        ),
    ] {
        let bootstrap = kafka.added_bootstrap(listener);
        let why = words(&bootstrap, &tls).await;
        assert!(told.iter().all(|part| why.contains(part)), "{listener}: {why}");
        let lax = trusting(kafka, Verify::NotTheName);
        if !matches!(listener, "named" | "common") {
            assert_eq!(words(&bootstrap, &lax).await, why, "only the name is left out");
        }
    }
    if let Ok(system) = Tls::new(TlsPlan::default()) {
        let why = words(&kafka.tls_bootstrap(), &system).await;
        assert!(why.contains("is it a private authority?"), "{why}");
    }
}

pub(super) async fn listeners_of_another_kind(kafka: &Kafka) {
    let tls = ours(kafka);
    for plain in [kafka.bootstrap(), kafka.sasl_bootstrap()] {
        let why = refused(&plain, Some(&tls)).await;
        let told = "seems to be a listener without TLS";
        assert!(matches!(why.what(), What::Connect(words) if words.contains(told)), "{why:?}");
    }
    for encrypted in [kafka.tls_bootstrap(), kafka.sasl_tls_bootstrap(), kafka.added_bootstrap("two")] {
        let why = refused(&encrypted, None).await;
        assert!(matches!(why.what(), What::NotKafka(words) if words.contains("turn TLS on")), "{why:?}");
    }
}
