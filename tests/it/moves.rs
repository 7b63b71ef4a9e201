//! Leaders, controllers and coordinators that move while everybody lives: found by what the old one says, with no more
//! requests than that takes.

use std::{sync::Arc, time::Duration};

use admin::{
    Address, Cluster, ClusterConfig, Key, Refresh, describe_groups,
    message::create_topics::{CreateTopics, Layout, NewTopic},
    topic_ends,
};
use mock_cluster::{Group, GroupKind, MockCluster, Release, TopicSpec, key};

const LIMIT: Duration = Duration::from_secs(20);

async fn connected(mock: &MockCluster) -> Cluster {
    let mut config = ClusterConfig::new(Address::parse_list(&mock.bootstrap()).unwrap());
    config.read_only = false;
    Cluster::connect(config).await.unwrap()
}

#[tokio::test]
async fn a_moved_leader_costs_one_refresh_and_one_more_request() {
    let mock = crate::three_brokers().await;
    let cluster = connected(&mock).await;
    cluster.refresh(Refresh::Topics(vec!["orders".to_owned()])).await.unwrap();
    let name: Arc<str> = "orders".into();
    let asked = [(Arc::clone(&name), vec![0, 1, 2])];
    let ends = topic_ends(&cluster, &asked, LIMIT).await;
    assert_eq!(ends[&name].span().unwrap(), 300);

    let led = mock.state().partition("orders", 1).unwrap().leader;
    let next = led % 3 + 1;
    mock.state().move_leader("orders", 1, next).unwrap();
    mock.forget_requests();
    let ends = topic_ends(&cluster, &asked, LIMIT).await;
    assert_eq!(ends[&name].span().unwrap(), 300);
    for end in [&ends[&name].partitions[&1].0, &ends[&name].partitions[&1].1] {
        assert_eq!(end.source.as_ref().unwrap().broker, Some(next));
    }
    // Both ends run into it at once and share what is learnt.
    assert!(mock.count(key::METADATA) <= 2, "{}", mock.count(key::METADATA));
    // Three brokers for each end, and once more for what had moved.
    assert!(mock.count(key::LIST_OFFSETS) <= 8, "{}", mock.count(key::LIST_OFFSETS));
}

#[tokio::test]
async fn a_moved_controller_gets_the_next_write_once() {
    let mock = MockCluster::builder().brokers(3).release(Release::Kafka28).start().await.unwrap();
    let cluster = connected(&mock).await;
    assert_eq!(cluster.snapshot().controller(), Some(1));
    mock.state().move_controller(3).unwrap();
    let topic = NewTopic {
        name: "made-late".to_owned(),
        layout: Layout::Counts { partitions: Some(1), replication: Some(1) },
        configs: Vec::new(),
    };
    let request = CreateTopics { topics: vec![topic], timeout: LIMIT, validate_only: false };
    let part = cluster.send(request, Key::None).await.unwrap().one().unwrap();
    assert_eq!((part.source.broker, part.reply.topics[0].code.0), (Some(3), 0));
    let asked: Vec<i32> = mock.requests(key::CREATE_TOPICS).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked, [1, 3], "the old one refused it, the new one got it once");
    assert!(mock.state().topic("made-late").is_ok());
}

#[tokio::test]
async fn a_moved_coordinator_is_looked_up_once() {
    let topic = TopicSpec::new("orders").partitions(1).replication(3);
    let group = Group::new("billing", GroupKind::Classic);
    let mock = MockCluster::builder().brokers(3).topic(topic).group(group).start().await.unwrap();
    mock.state().move_coordinator("billing", 1).unwrap();
    let cluster = connected(&mock).await;
    let id: Arc<str> = "billing".into();
    let asked = [(Arc::clone(&id), None)];
    let told = describe_groups(&cluster, &asked, LIMIT).await.remove(&id).unwrap().unwrap();
    assert_eq!(told.source.broker, Some(1));
    mock.state().move_coordinator("billing", 2).unwrap();
    mock.forget_requests();
    let told = describe_groups(&cluster, &asked, LIMIT).await.remove(&id).unwrap().unwrap();
    assert_eq!((told.source.broker, told.value.state.as_str()), (Some(2), "Empty"));
    assert_eq!(mock.count(key::FIND_COORDINATOR), 1);
    assert_eq!(mock.count(key::DESCRIBE_GROUPS), 2);
    // What is known is not asked for again.
    describe_groups(&cluster, &asked, LIMIT).await.remove(&id).unwrap().unwrap();
    assert_eq!(mock.count(key::FIND_COORDINATOR), 1);
}
