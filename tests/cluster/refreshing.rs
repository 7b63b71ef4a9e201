//! Refreshes: shared, started after the call, marked when they fail.

use meta::{Refresh, What};
use mock_cluster::{Action, Fault, key};
use tokio::task::JoinSet;

use support::ground::{connect, three, within};

#[tokio::test]
async fn a_thousand_callers_share_a_few_refreshes() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for _ in 0..1000 {
        let cluster = cluster.clone();
        callers.spawn(async move { cluster.refresh(Refresh::Topics(vec!["orders".into()])).await.unwrap() });
    }
    for snapshot in within(callers.join_all()).await {
        assert!(snapshot.topic("orders").is_some());
    }
    let asked = mock.count(key::METADATA);
    assert!(asked <= 3, "{asked} requests");
}

#[tokio::test]
async fn a_refresh_never_joins_one_that_started_before_it() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    // The first is answered late, and by then the cluster has changed.
    mock.fault(Fault::on(key::METADATA).times(1), Action::Delay(std::time::Duration::from_millis(300)));
    let first = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.refresh(Refresh::All).await }
    });
    within(mock.until(|mock| mock.count(key::METADATA) == 1)).await;
    mock.state().create_topic(mock_cluster::TopicSpec::new("late"));
    let second = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert!(second.topic("late").is_some());
    within(first).await.unwrap().unwrap();
    assert_eq!(mock.count(key::METADATA), 2);
}

#[tokio::test]
async fn a_failed_refresh_marks_the_view_and_empties_nothing() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
    }
    let error = within(cluster.refresh(Refresh::All)).await.unwrap_err();
    assert!(matches!(error.what(), What::Connect(_) | What::Disconnected { .. }), "{error}");
    let snapshot = cluster.snapshot();
    assert_eq!(snapshot.brokers().len(), 3);
    assert_eq!(snapshot.topics().len(), 1);
    let failure = snapshot.failure().unwrap();
    assert_eq!(failure.what, Refresh::All);
    assert_eq!(failure.error, error);
}

#[tokio::test]
async fn a_refresh_of_one_topic_leaves_the_time_of_the_others() {
    let mock = three().topic(mock_cluster::TopicSpec::new("payments")).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let all = within(cluster.refresh(Refresh::All)).await.unwrap();
    let one = within(cluster.refresh(Refresh::Topics(vec!["orders".into()]))).await.unwrap();
    let at = |snapshot: &meta::Snapshot, name: &str| snapshot.topic(name).unwrap().source().at;
    assert_eq!(at(&one, "payments"), at(&all, "payments"));
    assert!(at(&one, "orders") > at(&all, "orders"));
}

#[tokio::test]
async fn reading_the_snapshot_never_waits_for_a_refresh() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::METADATA), Action::Skip);
    let refreshing = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.refresh(Refresh::All).await }
    });
    mock.forget_requests();
    within(mock.until(|mock| mock.count(key::METADATA) > 0)).await;
    assert_eq!(cluster.snapshot().brokers().len(), 3);
    refreshing.abort();
}

#[tokio::test]
async fn a_reply_without_brokers_is_not_believed_and_another_broker_is_asked() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    // Version 13: throttle, no brokers, no cluster id, controller, no topics, error code, tags.
    let empty = [&[0; 4][..], &[1], &[0], &[0, 0, 0, 1], &[1], &[0, 0], &[0]].concat();
    mock.fault(Fault::on(key::METADATA).times(1), Action::RawBody(empty.into()));
    mock.forget_requests();
    let snapshot = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(snapshot.brokers().len(), 3);
    assert_eq!(mock.count(key::METADATA), 2);
    let asked: std::collections::BTreeSet<i32> =
        mock.requests(key::METADATA).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked.len(), 2, "not the same broker twice");
}

#[tokio::test]
async fn a_broker_that_leaves_the_list_takes_its_connection_along() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.send(meta::message::list_groups::ListGroups::default(), meta::Key::None)).await.unwrap();
    mock.state().fence(2).unwrap();
    let snapshot = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert!(snapshot.broker(2).is_none());
    within(mock.until(|mock| mock.connections_open(2) == 0)).await;
    assert!(cluster.connections().iter().all(|state| state.broker != Some(2)));
    assert!(cluster.offered(2).is_some(), "what it offered when it was last there");
}
