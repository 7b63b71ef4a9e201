//! TLS that is wanted, not wanted, or not believed.

use std::time::{Duration, UNIX_EPOCH};

use contract::{Examination, StepKind};
use engine::Clock;
use meta::{Config, Roots, Tls, TlsPlan};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, KeyPair};
use support::{
    doctor::{diagnose, hold, steps_of},
    encrypted::{Authority, all_before},
    ground::{config, within},
};
use tokio_rustls::TlsAcceptor;

use crate::one;

async fn examined(server: TlsAcceptor, tls: Option<Tls>) -> Examination {
    let mock = one().await;
    let bootstrap = all_before(&mock, &server).await;
    diagnose(Config { tls, ..config(&bootstrap) }).await
}

#[tokio::test]
async fn tls_is_wanted_and_off() {
    let found = examined(Authority::new().server(&["127.0.0.1"]), None).await;
    hold("tls_is_wanted_and_off", &found);
    let step = steps_of(&found.patients[0], StepKind::ApiVersions)[0];
    assert!(
        step.details.iter().any(|(what, value)| what == "Issuer" && value.contains("test authority")),
        "{step:?}"
    );
}

#[tokio::test]
async fn tls_is_on_and_not_wanted() {
    let mock = one().await;
    let found = diagnose(Config { tls: Some(Authority::new().trusted()), ..config(&mock.bootstrap()) }).await;
    hold("tls_is_on_and_not_wanted", &found);
}

#[tokio::test]
async fn a_certificate_for_another_name() {
    let authority = Authority::new();
    let found = examined(authority.server(&["kafka.example"]), Some(authority.trusted())).await;
    hold("a_certificate_for_another_name", &found);
    let step = steps_of(&found.patients[0], StepKind::Tls)[0];
    // What is not believed is shown all the same.
    assert!(step.details.contains(&("Names".to_owned(), "kafka.example".to_owned())), "{step:?}");
}

#[tokio::test]
async fn a_certificate_that_expired() {
    let authority = Authority::new();
    let found = examined(authority.expired_server(&["127.0.0.1"]), Some(authority.trusted())).await;
    hold("a_certificate_that_expired", &found);
}

/// The certificate ends in the year 4096; told by a clock of twelve days before that.
#[tokio::test]
async fn a_certificate_that_expires_soon() {
    let mock = one().await;
    let authority = Authority::new();
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    let year_4096 = UNIX_EPOCH + Duration::from_secs(67_090_118_400);
    let clock = Clock::by(move || year_4096 - Duration::from_secs(12 * 24 * 60 * 60 + 60));
    let config = Config { tls: Some(authority.trusted()), ..config(&bootstrap) };
    let found = within(engine::examined(config, &clock)).await;
    hold("a_certificate_that_expires_soon", &found);
}

#[tokio::test]
async fn an_unknown_issuer() {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "another authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let another = params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec();
    let plan = TlsPlan { roots: Roots::Own(vec![another]), ..TlsPlan::default() };
    let found = examined(Authority::new().server(&["127.0.0.1"]), Some(Tls::new(plan).unwrap())).await;
    hold("an_unknown_issuer", &found);
}

/// Both are called the same.
#[tokio::test]
async fn an_authority_that_was_made_anew() {
    let found = examined(Authority::new().server(&["127.0.0.1"]), Some(Authority::new().trusted())).await;
    hold("an_authority_that_was_made_anew", &found);
}
