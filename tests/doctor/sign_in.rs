//! Signing in: refused once, and never tried again at the next address.

use std::sync::Arc;

use contract::{StepKind, StepOutcome};
use meta::{Config, Error, Hash, Secret, SignIn, TokenFuture, TokenSource, What};
use mock_cluster::{MockCluster, SaslListener, key};
use support::{
    doctor::{diagnose, hold, steps},
    ground::config,
};

const PASSWORD: &str = "hunter2-of-alice";

async fn asking(listener: SaslListener, brokers: i32) -> MockCluster {
    MockCluster::builder().brokers(brokers).sasl(listener.user("alice", PASSWORD)).start().await.unwrap()
}

fn plain(password: &str) -> Option<SignIn> {
    Some(SignIn::plain("alice", Secret::new(password)))
}

fn scram(password: &str) -> Option<SignIn> {
    Some(SignIn::scram(Hash::Sha256, "alice", Secret::new(password)))
}

#[tokio::test]
async fn another_mechanism_is_wanted() {
    let mock = asking(SaslListener::new().mechanisms(["SCRAM-SHA-256"]), 1).await;
    let found = diagnose(Config { sign_in: plain(PASSWORD), ..config(&mock.bootstrap()) }).await;
    hold("another_mechanism_is_wanted", &found);
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 0, "no password was said");
}

#[tokio::test]
async fn a_wrong_password() {
    let mock = asking(SaslListener::new(), 3).await;
    let found = diagnose(Config { sign_in: scram("hunter3"), ..config(&mock.bootstrap()) }).await;
    hold("a_wrong_password", &found);
    // One conversation of SCRAM, at one broker; the two others were told nothing.
    let spoken_to: std::collections::BTreeSet<i32> =
        mock.requests(key::SASL_AUTHENTICATE).iter().map(|seen| seen.broker).collect();
    assert_eq!(spoken_to.len(), 1);
    assert_eq!(mock.count(key::SASL_HANDSHAKE), 1);
    let left: Vec<_> = steps(&found)
        .filter(|step| step.kind == StepKind::Sasl && step.outcome == StepOutcome::Skipped)
        .collect();
    assert_eq!(left.len(), 2);
    assert!(left.iter().all(|step| step.result.ends_with("refused these credentials.")), "{left:?}");
    for secret in [PASSWORD, "hunter3"] {
        assert!(!engine::report(&found).contains(secret));
        assert!(!format!("{found:?}").contains(secret));
    }
}

#[tokio::test]
async fn a_sign_in_is_wanted() {
    let mock = asking(SaslListener::new(), 1).await;
    hold("a_sign_in_is_wanted", &diagnose(config(&mock.bootstrap())).await);
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 0);
}

#[tokio::test]
async fn a_sign_in_where_none_is_taken() {
    let mock = crate::one().await;
    let found = diagnose(Config { sign_in: scram(PASSWORD), ..config(&mock.bootstrap()) }).await;
    hold("a_sign_in_where_none_is_taken", &found);
}

#[derive(Debug)]
struct Down;

impl TokenSource for Down {
    fn name(&self) -> &str {
        "my-client"
    }

    fn token(&self, _deadline: tokio::time::Instant) -> TokenFuture<'_> {
        let why = "the token endpoint https://id.example/token does not answer";
        Box::pin(std::future::ready(Err(Error::new(What::Token(why.to_owned())))))
    }
}

#[tokio::test]
async fn no_token_comes() {
    let mock = asking(SaslListener::new(), 1).await;
    let sign_in = Some(SignIn::bearer(Arc::new(Down), Vec::new()).unwrap());
    hold("no_token_comes", &diagnose(Config { sign_in, ..config(&mock.bootstrap()) }).await);
}

#[tokio::test]
async fn a_password_in_clear() {
    let mock = asking(SaslListener::new(), 3).await;
    let found = diagnose(Config { sign_in: plain(PASSWORD), ..config(&mock.bootstrap()) }).await;
    hold("a_password_in_clear", &found);
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 3);
}
