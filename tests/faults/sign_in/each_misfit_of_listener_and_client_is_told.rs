//! A listener and a client that don't fit: each misfit is one sentence that says what to do about it.

use meta::{Cluster, Config, What};
use mock_cluster::{SaslListener, key};
use support::ground::{config, three, within};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

async fn refused(config: Config) -> (bool, String) {
    let why = within(Cluster::connect(config)).await.unwrap_err();
    (matches!(why.what(), What::Authentication(_)), why.to_string())
}

#[tokio::test]
async fn a_sign_in_at_a_listener_that_takes_none() {
    let mock = three().start().await.unwrap();
    for sign_in in credentials(PASSWORD) {
        let (known, why) = refused(signing_in(&mock, &sign_in)).await;
        assert!(known && why.contains("takes no sign-in: use the address of a SASL listener"), "{why}");
    }
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 0, "it is not told the password either");
}

#[tokio::test]
async fn no_sign_in_at_a_listener_that_asks_for_one() {
    let mock = closed_cluster(listener()).await;
    let (_, why) = refused(config(&mock.bootstrap())).await;
    assert!(why.contains("asks for SASL") && why.contains("user name"), "{why}");
}

#[tokio::test]
async fn a_mechanism_that_the_listener_does_not_have() {
    let mock = closed_cluster(
        SaslListener::new().user("alice", PASSWORD).mechanisms(["OAUTHBEARER", "SCRAM-SHA-512"]),
    )
    .await;
    let [plain, ..] = credentials(PASSWORD);
    let (known, why) = refused(signing_in(&mock, &plain)).await;
    assert!(known && why.contains("choose one that it takes: OAUTHBEARER, SCRAM-SHA-512"), "{why}");
    assert_eq!(
        mock.count(key::SASL_AUTHENTICATE),
        0,
        "the password does not go in clear to who did not ask for it"
    );
}

#[tokio::test]
async fn a_user_whose_password_is_kept_too_weakly() {
    let weak = SaslListener::new().iterations(1000).user("alice", PASSWORD);
    let mock = closed_cluster(weak).await;
    let [plain, scram, _] = credentials(PASSWORD);
    let (known, why) = refused(signing_in(&mock, &scram)).await;
    assert!(known && why.contains("asks for 1000 iterations"), "{why}");
    within(Cluster::connect(signing_in(&mock, &plain))).await.unwrap();
}
