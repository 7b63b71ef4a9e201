//! A slow answer that comes after a later question's answer changes nothing that the later one told.
//!
//! A listing of a large cluster is under way for seconds. Who asks for one topic meanwhile sees it as it is, and must not
//! see it jump back when the listing arrives: the moment of the question decides, not that of the answer.

use std::time::Duration;

use meta::{Cluster, Key, Refresh, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};
use support::ground::{connect, three, within};

/// A connection to each broker, so that a slow answer on one of them holds up no other question.
async fn all_connected() -> (MockCluster, Cluster) {
    let mock = three().topic(TopicSpec::new("invoices").partitions(2).replication(3)).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    mock.forget_requests();
    (mock, cluster)
}

/// This refresh is answered at once, and its answer takes about a second to arrive.
async fn slow(mock: &MockCluster, cluster: &Cluster, what: Refresh) -> tokio::task::JoinHandle<()> {
    let dribble = Action::Dribble { bytes: 24, pause: Duration::from_millis(60) };
    mock.fault(Fault::on(key::METADATA).times(1), dribble);
    let asking = cluster.clone();
    let flight = tokio::spawn(async move {
        asking.refresh(what).await.unwrap();
    });
    within(mock.until(|mock| mock.count(key::METADATA) == 1)).await;
    flight
}

#[tokio::test]
async fn a_listing_under_way_does_not_undo_what_is_learnt_of_one_topic() {
    let (mock, cluster) = all_connected().await;
    let listing = slow(&mock, &cluster, Refresh::All).await;
    let leader = cluster.snapshot().leader("orders", 0).unwrap();
    let next = leader % 3 + 1;
    {
        let mut state = mock.state();
        state.move_leader("orders", 0, next).unwrap();
        state.delete_topic("invoices").unwrap();
        state.create_topic(TopicSpec::new("made").partitions(1).replication(1));
    }
    let names = ["orders", "invoices", "made"].map(str::to_owned).to_vec();
    within(cluster.refresh(Refresh::Topics(names))).await.unwrap();
    assert!(!listing.is_finished(), "the listing was to be the slower one");
    within(listing).await.unwrap();
    let view = cluster.snapshot();
    assert_eq!(view.leader("orders", 0), Some(next));
    assert!(view.topic("invoices").is_none(), "what is gone does not come back");
    assert_eq!(view.refusal("invoices").unwrap().code.0, 3);
    assert!(view.topic("made").is_some(), "what was made since stays");
}

#[tokio::test]
async fn a_slow_answer_about_topics_does_not_bring_a_brokers_old_address_back() {
    let (mock, cluster) = all_connected().await;
    let about_topics = slow(&mock, &cluster, Refresh::Topics(vec!["orders".to_owned()])).await;
    mock.state().advertise(3, "127.0.0.1", 1).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert!(!about_topics.is_finished(), "the answer about topics was to be the slower one");
    within(about_topics).await.unwrap();
    assert_eq!(cluster.snapshot().broker(3).unwrap().port, 1);
}
