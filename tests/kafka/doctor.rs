//! The doctor on real listeners, by settings as other clients have them: what the mock plays is what brokers do.
//!
//! One broker of each release; each set-up is a way to come to it wrongly, so that it starts once.

use std::{path::PathBuf, sync::Arc};

use contract::{Concealed, Examination, StepKind, StepOutcome};
use engine::{Engine, Which};
use real_kafka::{Kafka, Tls, USERS, Version};
use support::{
    doctor::{hold, steps},
    engine_in,
    ground::within,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_on_2_8_2() {
    each_set_up(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_on_4_4_0() {
    each_set_up(Version::V4_4).await;
}

struct Ward {
    kafka: Arc<Kafka>,
    engine: Engine,
}

async fn each_set_up(version: Version) {
    let start = move || {
        let wanted = [("ssl.client.auth", "required")];
        Kafka::builder().version(version).brokers(1).tls_listener("wanted", &wanted).start()
    };
    let started = tokio::task::spawn_blocking(start).await.unwrap();
    let kafka = Arc::new(started.unwrap_or_else(|why| panic!("{why}")));
    let folder = tempfile::tempdir().unwrap();
    let ward = Ward { kafka: Arc::clone(&kafka), engine: engine_in(folder.path()) };
    signed_in_over_tls(&ward, version).await;
    a_client_certificate_is_wanted(&ward).await;
    a_sign_in_is_wanted(&ward).await;
    a_refused_password(&ward).await;
    another_mechanism(&ward).await;
    tls_is_wanted_and_off(&ward).await;
    tls_is_on_and_not_wanted(&ward).await;
    an_authority_that_is_not_given(&ward).await;
    drop(ward);
    // It ends its broker, which blocks.
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}

impl Ward {
    async fn examined(&self, bootstrap: &str, settings: &[&str]) -> Examination {
        let text = format!("bootstrap.servers={bootstrap}\n{}\n", settings.join("\n"));
        let (text, folder) = (Concealed(text), PathBuf::from("/"));
        let which = Which::Settings { text, file_name: Some("client.properties".to_owned()), folder };
        let diagnosed = within(self.engine.diagnose(which, Vec::new())).await.unwrap();
        assert!(diagnosed.notes.is_empty(), "{:?}", diagnosed.notes);
        let report = engine::report(&diagnosed.examination);
        // The stores' own password is the name of this program, which stands in each report.
        for secret in USERS.iter().map(|(_, password)| *password).chain(["not-the-password"]) {
            assert!(!report.contains(secret), "{secret}: {report}");
        }
        diagnosed.examination
    }

    fn trust(&self) -> [String; 2] {
        let store = self.kafka.tls().trust_store.display();
        [format!("ssl.truststore.location={store}"), format!("ssl.truststore.password={}", Tls::PASSWORD)]
    }
}

fn jaas(module: &str, password: &str) -> String {
    format!(
        "sasl.jaas.config=org.apache.kafka.common.security.{module} required username=\"alice\" password=\"{password}\";"
    )
}

const SCRAM: &str = "scram.ScramLoginModule";

async fn signed_in_over_tls(ward: &Ward, version: Version) {
    let [store, password] = ward.trust();
    let right = jaas(SCRAM, "alice-secret");
    let settings = [
        "security.protocol=SASL_SSL",
        "sasl.mechanism=SCRAM-SHA-256",
        store.as_str(),
        password.as_str(),
        right.as_str(),
    ];
    let found = ward.examined(&ward.kafka.sasl_tls_bootstrap(), &settings).await;
    let report = engine::report(&found);
    assert!(found.verdict.as_ref().unwrap().healthy, "{report}");
    let of = |kind| steps(&found).find(move |step| step.kind == kind).unwrap();
    for kind in [StepKind::Tls, StepKind::ApiVersions, StepKind::Sasl, StepKind::Metadata] {
        assert_eq!(of(kind).outcome, StepOutcome::Passed, "{report}");
    }
    let release = if version == Version::V4_4 { "Kafka 4.4" } else { "Kafka 2.8" };
    assert!(of(StepKind::ApiVersions).result.contains(release), "{report}");
    let takes = of(StepKind::Sasl).details.iter().find(|(what, _)| what == "The listener takes").unwrap();
    assert!(takes.1.contains("PLAIN") && takes.1.contains("SCRAM-SHA-512"), "{takes:?}");
}

async fn a_client_certificate_is_wanted(ward: &Ward) {
    let [store, password] = ward.trust();
    let settings = ["security.protocol=SSL", store.as_str(), password.as_str()];
    let found = ward.examined(&ward.kafka.added_bootstrap("wanted"), &settings).await;
    hold("a_client_certificate_is_wanted", &found);
}

async fn a_sign_in_is_wanted(ward: &Ward) {
    let found = ward.examined(&ward.kafka.sasl_bootstrap(), &["security.protocol=PLAINTEXT"]).await;
    let verdict = found.verdict.as_ref().unwrap();
    let report = engine::report(&found);
    assert_eq!((verdict.healthy, verdict.step), (false, Some(StepKind::Sasl)), "{report}");
    assert!(
        verdict.sentence.contains("The listener wants a sign-in, and this connection has none"),
        "{report}"
    );
    assert!(verdict.sentence.contains("SCRAM-SHA-256"), "{report}");
}

async fn a_refused_password(ward: &Ward) {
    let wrong = jaas(SCRAM, "not-the-password");
    let settings = ["security.protocol=SASL_PLAINTEXT", "sasl.mechanism=SCRAM-SHA-256", wrong.as_str()];
    let found = ward.examined(&ward.kafka.sasl_bootstrap(), &settings).await;
    let verdict = found.verdict.as_ref().unwrap();
    assert_eq!((verdict.healthy, verdict.step), (false, Some(StepKind::Sasl)));
    assert!(verdict.sentence.contains("alice was refused by SCRAM-SHA-256"), "{verdict:?}");
}

async fn another_mechanism(ward: &Ward) {
    // A listener without SASL is asked to sign somebody in.
    let right = jaas("plain.PlainLoginModule", "alice-secret");
    let settings = ["security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN", right.as_str()];
    let found = ward.examined(&ward.kafka.bootstrap(), &settings).await;
    hold("a_sign_in_where_none_is_taken", &found);
}

async fn tls_is_wanted_and_off(ward: &Ward) {
    let found = ward.examined(&ward.kafka.tls_bootstrap(), &["security.protocol=PLAINTEXT"]).await;
    hold("tls_is_wanted_and_off", &found);
}

async fn tls_is_on_and_not_wanted(ward: &Ward) {
    let [store, password] = ward.trust();
    let settings = ["security.protocol=SSL", store.as_str(), password.as_str()];
    let found = ward.examined(&ward.kafka.bootstrap(), &settings).await;
    hold("tls_is_on_and_not_wanted", &found);
}

async fn an_authority_that_is_not_given(ward: &Ward) {
    let found = ward.examined(&ward.kafka.tls_bootstrap(), &["security.protocol=SSL"]).await;
    hold("an_unknown_issuer", &found);
}
