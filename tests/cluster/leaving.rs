//! Callers that go away or are in a hurry, and what they may not take along.

use std::time::Duration;

use meta::{ApiKey, Key, Refresh, What, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, key};

use support::ground::{config, connect, connect_as, failure, latest, offsets, three, until, within};

#[tokio::test]
async fn a_caller_that_goes_away_does_not_take_the_dial_along() {
    let mock = three().start().await.unwrap();
    let bootstrap = mock.broker_addresses()[&1].clone();
    let (cluster, _) = connect_as(config(&bootstrap)).await;
    mock.fault(Fault::on(key::API_VERSIONS).broker(2).times(1), Action::Delay(Duration::from_millis(500)));
    let asking = |cluster: &meta::Cluster| {
        let cluster = cluster.clone();
        tokio::spawn(async move { cluster.send(ListGroups::default(), Key::Broker(2)).await })
    };
    let first = asking(&cluster);
    within(mock.until(|mock| mock.connections_opened(2) == 1)).await;
    let second = asking(&cluster);
    first.abort();
    let answers = within(second).await.unwrap().unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(mock.connections_opened(2), 1, "the dial of the caller that left served the other");
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_harm_the_socket() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let opened: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    mock.fault(Fault::on(key::LIST_OFFSETS), Action::Delay(Duration::from_millis(50)));
    for _ in 0..10 {
        let before = mock.count(key::LIST_OFFSETS);
        let asking = tokio::spawn({
            let cluster = cluster.clone();
            async move { cluster.send(latest("orders", 0..6), Key::None).await.map(|_| ()) }
        });
        within(mock.until(|mock| mock.count(key::LIST_OFFSETS) > before)).await;
        asking.abort();
    }
    mock.disarm_all();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let now: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    assert_eq!(now, opened);
    let left = |entry: &meta::Entry| matches!(&entry.outcome, Err(error) if *error.what() == What::Cancelled);
    until(|| record.of(ApiKey::ListOffsets).iter().any(left)).await;
}

#[tokio::test]
async fn a_caller_in_a_hurry_does_not_close_the_connection_of_the_others() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let opened: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    mock.fault(Fault::on(key::LIST_OFFSETS).times(3), Action::Delay(Duration::from_millis(400)));
    let hurried = cluster.send_within(latest("orders", 0..6), Key::None, Duration::from_millis(50));
    let answers = within(hurried).await.unwrap();
    assert!(answers.parts.is_empty());
    assert!(answers.failed.iter().all(|failed| matches!(failed.error.what(), What::Timeout { .. })));
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let now: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    assert_eq!(now, opened);
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_take_the_refresh_along() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    mock.fault(Fault::on(key::METADATA).times(1), Action::Delay(Duration::from_millis(300)));
    let refreshing = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.refresh(Refresh::All).await.map(|_| ()) }
    });
    within(mock.until(|mock| mock.count(key::METADATA) == 1)).await;
    refreshing.abort();
    until(|| cluster.snapshot().listing_source().is_some()).await;
}

#[tokio::test]
async fn a_closed_cluster_sends_nothing_and_says_so() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::LIST_GROUPS), Action::Silence);
    let waiting = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(ListGroups::default(), Key::Broker(2)).await }
    });
    within(mock.until(|mock| mock.count(key::LIST_GROUPS) == 1)).await;
    cluster.close();
    let answers = within(waiting).await.unwrap().unwrap();
    assert_eq!(answers.failed.len(), 1);
    mock.forget_requests();
    let error = failure(within(cluster.send(latest("orders", [0]), Key::None)).await);
    assert_eq!(error.what(), &What::Closed);
    assert!(within(cluster.refresh(Refresh::Brokers)).await.is_err());
    assert!(mock.all_requests().is_empty());
}
