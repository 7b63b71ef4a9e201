//! The same from a profile with its secret, as the window has it: what the engine makes of the settings signs in and stays signed
//! in; a secret that the endpoint doesn't know is told by opening and by the doctor alike.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use contract::{
    Concealed, ConnectionState, ErrorKind, GetClusterStatus, GetWay, GiveSecret, Keep, OpenCluster, Profile,
    Refresh, Sasl, SaveProfile, SecretKind, SignedIn, StepKind, TlsSettings, TokenEnd, Trust, View,
};
use engine::{Engine, Which};
use real_kafka::Kafka;
use support::{
    engine_in, eventually,
    ground::within,
    issuer::{CLIENT, SECRET},
};

use super::Endpoint;

const WRONG: &str = "another-hush";

pub(super) async fn as_a_profile_has_it(kafka: &Kafka, endpoint: &Endpoint) {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let profile = profile(kafka, endpoint);
    stays_signed_in(&engine, profile.clone()).await;
    proven_by_a_key(&engine, profile.clone(), endpoint).await;
    another_secret(&engine, profile).await;
    within(engine.close_all()).await;
}

fn pem(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}

/// One who believes both authorities, that of the brokers and that of the endpoint.
fn profile(kafka: &Kafka, endpoint: &Endpoint) -> Profile {
    let brokers = std::fs::read_to_string(&kafka.tls().authority).unwrap();
    let authorities = format!("{brokers}\n{}", pem("CERTIFICATE", endpoint.authority.der()));
    Profile {
        name: "tokens".to_owned(),
        bootstrap: kafka.sasl_tls_bootstrap(),
        tls: TlsSettings { on: true, trust: Trust::Text { pem: authorities }, ..TlsSettings::default() },
        sasl: Sasl::OauthClient {
            endpoint: endpoint.issuer.https("/signed?lasts=6"),
            client_id: CLIENT.to_owned(),
            scope: String::new(),
            audience: String::new(),
            extensions: Vec::new(),
            signed: None,
        },
        ..Profile::default()
    }
}

/// Kept and opened with this secret.
async fn opened(engine: &Engine, profile: Profile, kind: SecretKind, secret: &str) -> String {
    let id = engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id;
    let value = Concealed(secret.to_owned());
    let give = GiveSecret { profile: id.clone(), kind, value, keep: Keep::Session };
    engine.give_secret(give).await.unwrap();
    engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
    id
}

async fn state(engine: &Engine, id: &str) -> ConnectionState {
    engine.cluster_status(GetClusterStatus { cluster: id.to_owned() }).await.unwrap().state
}

async fn sign_ins(engine: &Engine, id: &str) -> Vec<SignedIn> {
    engine.way(GetWay { cluster: id.to_owned() }).await.unwrap().sign_ins
}

/// Connected, and renewed so often.
async fn renewed(engine: &Engine, id: &str, times: u32) {
    eventually("renewals", async || {
        if let ConnectionState::Failed { error } = state(engine, id).await {
            panic!("{error:?}");
        }
        engine.refresh(Refresh { cluster: id.to_owned(), view: View::Cluster }).await.unwrap();
        let all = sign_ins(engine, id).await;
        match all.iter().any(|sign_in| times <= sign_in.renewals) {
            true => Ok(()),
            false => Err(all),
        }
    })
    .await;
    let all = sign_ins(engine, id).await;
    let at = |sign_in: &SignedIn| matches!(sign_in.token, TokenEnd::At { at } if sign_in.at.0 < at.0);
    assert!(all.iter().all(|one| one.user == CLIENT && one.mechanism == "OAUTHBEARER" && at(one)), "{all:?}");
    assert!(matches!(state(engine, id).await, ConnectionState::Open { .. }));
}

async fn stays_signed_in(engine: &Engine, profile: Profile) {
    let id = opened(engine, profile, SecretKind::ClientSecret, SECRET).await;
    renewed(engine, &id, 2).await;
}

async fn proven_by_a_key(engine: &Engine, profile: Profile, endpoint: &Endpoint) {
    let key = pem("PRIVATE KEY", &endpoint.issuer.client_key());
    let Sasl::OauthClient { endpoint, client_id, scope, audience, extensions, .. } = profile.sasl else {
        panic!("{:?}", profile.sasl)
    };
    let signed = Some("RS256".to_owned());
    let sasl = Sasl::OauthClient { endpoint, client_id, scope, audience, extensions, signed };
    let id = opened(engine, Profile { sasl, ..profile }, SecretKind::KeyPem, &key).await;
    renewed(engine, &id, 1).await;
}

async fn another_secret(engine: &Engine, profile: Profile) {
    let id = opened(engine, profile.clone(), SecretKind::ClientSecret, WRONG).await;
    let error = eventually("a failure", async || match state(engine, &id).await {
        ConnectionState::Failed { error } => Ok(error),
        other => Err(other),
    })
    .await;
    assert_eq!(error.kind, ErrorKind::Token);
    let told =
        |words: &str| words.contains("it does not know this client id, or not with this secret or key");
    assert!(told(&error.message) && error.advice.is_some(), "{error:?}");

    let given = vec![(SecretKind::ClientSecret, Concealed(WRONG.to_owned()))];
    let diagnosing = engine.diagnose(Which::Given(Box::new(profile)), given);
    let found = tokio::time::timeout(Duration::from_secs(60), diagnosing).await.unwrap().unwrap().examination;
    let verdict = found.verdict.as_ref().unwrap();
    let report = engine::report(&found);
    assert_eq!((verdict.healthy, verdict.step), (false, Some(StepKind::Sasl)), "{report}");
    assert!(told(&verdict.sentence) && verdict.advice.is_some(), "{report}");
    assert!(!format!("{report}{error:?}").contains(WRONG), "{report}");
}
