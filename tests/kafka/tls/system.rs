//! What this machine trusts is believed where a profile names no authority of its own. The machine's list is a file that the
//! environment names, so that this runs in a process of its own, which has another list than ours.

use contract::{ConnectionState, Profile, TlsSettings, Trust};
use meta::{Tls, TlsPlan};
use real_kafka::Kafka;
use support::{Session, apart};

use super::{lists, words};

/// Where the brokers are, and whether the machine of that process trusts their authority.
const BOOTSTRAP: &str = "BROKERSCOPE_TEST_BOOTSTRAP";
const TRUSTED: &str = "BROKERSCOPE_TEST_TRUSTED";

pub(super) async fn what_the_machine_trusts_is_believed(kafka: &Kafka, test: &'static str) {
    for (list, trusted) in [(&kafka.tls().authority, "yes"), (&kafka.tls().other_authority, "no")] {
        let (list, bootstrap) = (list.clone(), kafka.tls_bootstrap());
        let started = move || {
            apart::is_apart(test, |process| {
                process.env("SSL_CERT_FILE", list).env_remove("SSL_CERT_DIR");
                process.env(BOOTSTRAP, bootstrap).env(TRUSTED, trusted);
            })
        };
        assert!(!tokio::task::spawn_blocking(started).await.unwrap());
    }
}

/// Whether this is that process; then it has done its part.
pub(super) async fn is_another_machine() -> bool {
    let Ok(bootstrap) = std::env::var(BOOTSTRAP) else { return false };
    on_a_machine_of_its_own(bootstrap).await;
    true
}

async fn on_a_machine_of_its_own(bootstrap: String) {
    let system = Tls::new(TlsPlan::default()).unwrap();
    if std::env::var(TRUSTED).unwrap() == "no" {
        let why = words(&bootstrap, &system).await;
        assert!(why.contains("is it a private authority?"), "{why}");
        return;
    }
    lists(&bootstrap, &system).await;
    // The same as a profile has it.
    let tls = TlsSettings { on: true, trust: Trust::System, ..TlsSettings::default() };
    let session = Session::opening_as(Profile { bootstrap, tls, ..Profile::default() }).await;
    session
        .until("an open connection", async || match session.state().await {
            ConnectionState::Open { .. } => Ok(()),
            other => Err(other),
        })
        .await;
}
