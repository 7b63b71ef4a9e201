//! What this machine trusts is believed where a profile names no authority of its own. The machine's list is a file that the
//! environment names, so that this runs in a process of its own, which has another list than ours.

use std::process::{Command, Stdio};

use contract::{ConnectionState, Profile, TlsSettings, Trust};
use meta::{Tls, TlsPlan};
use real_kafka::Kafka;
use support::Session;

use super::{lists, words};

/// Where the brokers are, and whether the machine of that process trusts their authority.
const BOOTSTRAP: &str = "BROKERSCOPE_TEST_BOOTSTRAP";
const TRUSTED: &str = "BROKERSCOPE_TEST_TRUSTED";

pub(super) async fn what_the_machine_trusts_is_believed(kafka: &Kafka) {
    for (list, trusted) in [(&kafka.tls().authority, "yes"), (&kafka.tls().other_authority, "no")] {
        let mut process = Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", "tls::system::on_a_machine_of_its_own", "--ignored", "--nocapture"]);
        process.env("SSL_CERT_FILE", list).env_remove("SSL_CERT_DIR").stdin(Stdio::null());
        process.env(BOOTSTRAP, kafka.tls_bootstrap()).env(TRUSTED, trusted);
        let ended = tokio::task::spawn_blocking(move || process.output().unwrap()).await.unwrap();
        let said =
            [ended.stdout, ended.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).join("\n");
        assert!(ended.status.success() && said.contains("1 passed"), "{trusted}: {said}");
    }
}

#[ignore = "in a process of its own, which every_listener starts"]
#[tokio::test(flavor = "multi_thread")]
async fn on_a_machine_of_its_own() {
    let bootstrap = std::env::var(BOOTSTRAP).unwrap();
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
