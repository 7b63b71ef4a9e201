//! What is told of a request without sending it.

use meta::{ApiKey, Class, Key, Refresh, Spread, What};

use support::ground::{connect, latest, offsets, three, within};

#[tokio::test]
async fn explaining_sends_nothing_and_names_the_broker_that_a_send_goes_to() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    mock.forget_requests();
    let explained = cluster.explain(ApiKey::ListOffsets, &Key::Partition("orders".into(), 0));
    assert!(mock.all_requests().is_empty());
    let leader = cluster.snapshot().leader("orders", 0);
    assert_eq!(explained.targets.len(), 1);
    assert_eq!(explained.targets[0].broker, leader);
    let answers = offsets(&cluster, latest("orders", [0])).await;
    assert_eq!(answers.one().unwrap().source.broker, leader);
}

#[tokio::test]
async fn a_write_on_a_locked_cluster_is_explained_as_refused() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let explained = cluster.explain(ApiKey::CreateTopics, &Key::None);
    assert!(explained.could_write);
    assert_eq!(explained.route.class, Class::Controller);
    assert_eq!(explained.refused.unwrap().what(), &What::ReadOnly);
    assert_eq!(explained.targets[0].broker, cluster.snapshot().controller());
}

#[tokio::test]
async fn a_request_to_each_broker_names_them_all_with_their_state() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let explained = cluster.explain(ApiKey::ListGroups, &Key::None);
    assert_eq!(explained.route.spread, Spread::EachBroker);
    assert_eq!(explained.targets.len(), 3);
    assert!(explained.targets.iter().any(|target| target.state.starts_with("connected, offers v")));
    assert!(explained.targets.iter().any(|target| target.state == "not connected"));
}

#[tokio::test]
async fn what_is_never_sent_is_explained_as_such() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let explained = cluster.explain(ApiKey::Vote, &Key::None);
    assert!(!explained.route.sent);
    assert!(matches!(explained.refused.unwrap().what(), What::BadKey(_)), "locked or not");
    assert!(explained.targets.is_empty());
}
