//! A wrong password: one attempt for the whole pool, however many sockets and callers want in, since accounts get locked.
//!
//! Directories behind PLAIN lock an account after some failed attempts. The credentials are tried by one socket at a time until a
//! broker has taken them, and after a refusal by none for a while; every caller hears the broker's own words at once.

use std::time::Duration;

use meta::{
    Cluster, Event, Key, Refresh, What,
    message::{describe_cluster::DescribeCluster, list_groups::ListGroups},
};
use mock_cluster::key;
use support::ground::{connect_as, failure, until, within};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

#[tokio::test]
async fn a_hundred_callers_try_a_wrong_password_once() {
    for sign_in in credentials("a wrong one") {
        let mock = closed_cluster(listener()).await;
        let cluster = Cluster::new(signing_in(&mock, &sign_in)).unwrap();
        let callers: Vec<_> = (0..100)
            .map(|caller| {
                let cluster = cluster.clone();
                tokio::spawn(async move {
                    match caller % 3 {
                        0 => cluster.refresh(Refresh::Brokers).await.unwrap_err(),
                        1 => cluster.refresh(Refresh::All).await.unwrap_err(),
                        _ => failure(cluster.send(DescribeCluster::default(), Key::None).await),
                    }
                })
            })
            .collect();
        for caller in callers {
            let why = within(caller).await.unwrap();
            assert!(
                matches!(why.what(), What::Authentication(words) if words.contains("alice") && words.contains(sign_in.mechanism())),
                "{why}"
            );
        }
        assert_eq!(mock.count(key::SASL_HANDSHAKE), 1, "{}", sign_in.mechanism());
    }
}

#[tokio::test]
async fn who_keeps_asking_does_not_make_it_try_again() {
    let mock = closed_cluster(listener()).await;
    let [plain, ..] = credentials("a wrong one");
    let cluster = Cluster::new(signing_in(&mock, &plain)).unwrap();
    // Longer than the longest pause of an endpoint that does not answer.
    for _ in 0..30 {
        let why = within(cluster.refresh(Refresh::Brokers)).await.unwrap_err();
        assert!(why.to_string().contains("Invalid username or password"), "{why}");
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 1);
    // Somebody who connects anew means it.
    let again = within(Cluster::connect(signing_in(&mock, &plain))).await.unwrap_err();
    assert!(matches!(again.what(), What::Authentication(_)));
    assert_eq!(mock.count(key::SASL_AUTHENTICATE), 2);
}

#[tokio::test]
async fn a_password_that_is_changed_meanwhile_is_tried_a_few_times_and_then_left() {
    let mock = closed_cluster(listener().lifetime(Duration::from_millis(1200))).await;
    let [plain, ..] = credentials(PASSWORD);
    let (cluster, record) = connect_as(signing_in(&mock, &plain)).await;
    within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    mock.state().sasl = Some(listener().user("alice", "another one").lifetime(Duration::from_millis(1200)));
    mock.forget_requests();
    let ended = |event: &Event| matches!(event, Event::Disconnected { error, .. } if matches!(error.what(), What::Authentication(_)));
    until(|| record.events().iter().any(ended)).await;
    for _ in 0..100 {
        let _ = within(cluster.send(ListGroups::default(), Key::None)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await;
    let why =
        answers.map(|answers| answers.failed.into_iter().next().unwrap().error).unwrap_or_else(|why| why);
    assert!(matches!(why.what(), What::Authentication(_)), "{why}");
    let tried = mock.count(key::SASL_AUTHENTICATE);
    assert!((1..=6).contains(&tried), "{tried} attempts by {} connections", record.events().len());
}
