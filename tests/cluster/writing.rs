//! Writes: refused when locked, sent once, and never told as failed when nobody knows.

use std::time::Duration;

use meta::{ApiKey, Cluster, Config, ErrorCode, Key, What};
use mock_cluster::{Action, Behaviour, Fault, MockCluster, Release, key};

use crate::moving::topic;
use support::ground::{config, connect, connect_as, failure, three, until, within};

async fn unlocked(mock: &MockCluster) -> (Cluster, std::sync::Arc<support::ground::Record>) {
    connect_as(Config { read_only: false, ..config(&mock.bootstrap()) }).await
}

#[tokio::test]
async fn a_locked_cluster_refuses_a_write_before_a_byte_leaves() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    let error = failure(within(cluster.send(topic("invoices"), Key::None)).await);
    assert_eq!(error.what(), &What::ReadOnly);
    assert_eq!(error.api(), Some(ApiKey::CreateTopics));
    assert!(mock.all_requests().is_empty());
}

#[tokio::test]
async fn a_write_whose_answer_never_came_is_sent_once_and_its_outcome_is_unknown() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = unlocked(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::DropAfter);
    let error = failure(within(cluster.send(topic("invoices"), Key::None)).await);
    assert!(matches!(error.what(), What::OutcomeUnknown(_)), "{error}");
    assert_eq!(mock.count(key::CREATE_TOPICS), 1);
    assert!(mock.state().topic("invoices").is_ok(), "it did happen");
    let entries = record.of(ApiKey::CreateTopics);
    assert_eq!(entries.len(), 1);
    assert!(entries[0].outcome.is_err());
}

#[tokio::test]
async fn a_write_that_a_broker_lost_track_of_is_not_sent_again() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = unlocked(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::ErrorCode(ErrorCode::REQUEST_TIMED_OUT.0));
    let error = failure(within(cluster.send(topic("invoices"), Key::None)).await);
    assert!(
        matches!(error.what(), What::OutcomeUnknown(why) if why.contains("REQUEST_TIMED_OUT")),
        "{error}"
    );
    assert!(error.broker().is_some() && error.address().is_some(), "{error}");
    assert_eq!(mock.count(key::CREATE_TOPICS), 1);
}

#[tokio::test]
async fn a_write_that_was_refused_before_any_effect_goes_again() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = unlocked(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS).times(2), Action::ErrorCode(ErrorCode::NOT_CONTROLLER.0));
    let part = within(cluster.send(topic("invoices"), Key::None)).await.unwrap().one().unwrap();
    assert!(part.reply.topics[0].code.is_none());
    assert_eq!(part.source.attempts, 3);
    assert_eq!(mock.count(key::CREATE_TOPICS), 3);
}

#[tokio::test]
async fn a_write_to_a_silent_controller_is_unknown_when_the_time_is_up() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = unlocked(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::Silence);
    let sent = cluster.send_within(topic("invoices"), Key::None, Duration::from_millis(300));
    let error = failure(within(sent).await);
    assert!(matches!(error.what(), What::OutcomeUnknown(_)), "{error}");
    assert_eq!(mock.count(key::CREATE_TOPICS), 1);
}

#[tokio::test]
async fn a_change_waits_for_the_next_controller_while_nothing_was_sent() {
    let mock = three().release(Release::Kafka28).kraft(false).start().await.unwrap();
    let (cluster, _) = unlocked(&mock).await;
    let old = cluster.snapshot().controller().unwrap();
    mock.stop_broker(old).await.unwrap();
    let writing = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(topic("invoices"), Key::None).await }
    });
    // More failures than a read would stand.
    until(|| mock.count(key::METADATA) > 6).await;
    let new = old % 3 + 1;
    mock.state().fence(old).unwrap();
    mock.state().move_controller(new).unwrap();
    let part = within(writing).await.unwrap().unwrap().one().unwrap();
    assert_eq!(part.source.broker, Some(new));
    assert_eq!(mock.count(key::CREATE_TOPICS), 1);
}

#[tokio::test]
async fn a_write_that_its_caller_left_behind_is_told_as_unknown() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = unlocked(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::Silence);
    let writing = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(topic("invoices"), Key::None).await.map(|_| ()) }
    });
    within(mock.until(|mock| mock.count(key::CREATE_TOPICS) == 1)).await;
    writing.abort();
    until(|| !record.of(ApiKey::CreateTopics).is_empty()).await;
    let entry = &record.of(ApiKey::CreateTopics)[0];
    assert!(matches!(entry.outcome.as_ref().unwrap_err().what(), What::OutcomeUnknown(_)), "{entry:?}");
}

#[tokio::test]
async fn a_write_to_a_frozen_cluster_of_which_nothing_left_is_not_unknown() {
    let mock = three().start().await.unwrap();
    let config = Config {
        setup_timeout: Duration::from_millis(300),
        attempt_timeout: Duration::from_millis(300),
        read_only: false,
        ..config(&mock.bootstrap())
    };
    let (cluster, _) = connect_as(config).await;
    // The connection for writes is not open yet, and nobody completes the set-up of a new one.
    for broker in 1..=3 {
        mock.behave(broker, Behaviour::Mute).unwrap();
    }
    let error = failure(within(cluster.send(topic("invoices"), Key::None)).await);
    assert!(matches!(error.what(), What::Connect(_) | What::Timeout { sent: false, .. }), "{error}");
    assert_eq!(mock.count(key::CREATE_TOPICS), 0);
}
