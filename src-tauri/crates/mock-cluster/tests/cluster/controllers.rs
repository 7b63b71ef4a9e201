//! Who is the controller, and who says so: with ZooKeeper the true one is named and the others refuse; with KRaft any
//! broker is named and forwards.

use std::collections::BTreeSet;

use kafka_protocol::messages::create_topics_request::CreatableTopic;
use kafka_protocol::messages::describe_quorum_request::{PartitionData, TopicData};
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{MockCluster, Release};

use crate::client::ask;

fn create(name: &str) -> CreateTopicsRequest {
    let topic = CreatableTopic::default()
        .with_name(TopicName(StrBytes::from_string(name.to_owned())))
        .with_num_partitions(1)
        .with_replication_factor(1);
    CreateTopicsRequest::default().with_topics(vec![topic])
}

fn brokers_only() -> MetadataRequest {
    MetadataRequest::default().with_topics(Some(Vec::new()))
}

#[tokio::test]
async fn with_zookeeper_only_the_named_controller_creates() {
    let cluster = MockCluster::builder().release(Release::Kafka28).start().await.unwrap();
    assert_eq!(ask(&cluster, 3, 11, &brokers_only()).await.unwrap().controller_id.0, 1);
    assert_eq!(ask(&cluster, 2, 7, &create("a")).await.unwrap().topics[0].error_code, 41);
    assert!(cluster.state().topic("a").is_err());
    assert_eq!(ask(&cluster, 1, 7, &create("a")).await.unwrap().topics[0].error_code, 0);
    cluster.state().move_controller(2).unwrap();
    assert_eq!(ask(&cluster, 3, 11, &brokers_only()).await.unwrap().controller_id.0, 2);
    assert_eq!(ask(&cluster, 1, 7, &create("b")).await.unwrap().topics[0].error_code, 41);
    assert_eq!(ask(&cluster, 2, 7, &create("b")).await.unwrap().topics[0].error_code, 0);
}

#[tokio::test]
async fn with_kraft_metadata_names_any_broker_all_forward_and_the_quorum_tells_the_truth() {
    let cluster = MockCluster::builder().start().await.unwrap();
    cluster.state().move_controller(2).unwrap();
    let mut named = BTreeSet::new();
    for _ in 0..6 {
        named.insert(ask(&cluster, 1, 12, &brokers_only()).await.unwrap().controller_id.0);
    }
    assert_eq!(named, BTreeSet::from([1, 2, 3]));
    for (broker, name) in [(1, "a"), (3, "c")] {
        assert_eq!(ask(&cluster, broker, 7, &create(name)).await.unwrap().topics[0].error_code, 0);
    }
    let metadata = TopicData::default()
        .with_topic_name(TopicName(StrBytes::from_static_str("__cluster_metadata")))
        .with_partitions(vec![PartitionData::default()]);
    let quorum =
        ask(&cluster, 1, 2, &DescribeQuorumRequest::default().with_topics(vec![metadata])).await.unwrap();
    let partition = &quorum.topics[0].partitions[0];
    assert_eq!((partition.leader_id.0, partition.leader_epoch), (2, 2));
}

#[tokio::test]
async fn a_fenced_broker_is_described_only_when_asked_for() {
    let cluster = MockCluster::builder().start().await.unwrap();
    cluster.state().fence(3).unwrap();
    let plain = ask(&cluster, 1, 2, &DescribeClusterRequest::default()).await.unwrap();
    assert_eq!(plain.brokers.len(), 2);
    let all = ask(&cluster, 1, 2, &DescribeClusterRequest::default().with_include_fenced_brokers(true))
        .await
        .unwrap();
    let fenced: Vec<(i32, bool)> = all.brokers.iter().map(|at| (at.broker_id.0, at.is_fenced)).collect();
    assert_eq!(fenced, [(1, false), (2, false), (3, true)]);
    let controllers =
        ask(&cluster, 1, 2, &DescribeClusterRequest::default().with_endpoint_type(2)).await.unwrap();
    assert_eq!(controllers.error_code, 114);
}

#[tokio::test]
async fn a_controller_that_dies_is_followed_by_a_live_voter() {
    let cluster = MockCluster::builder().start().await.unwrap();
    cluster.fail_broker(1).await.unwrap();
    assert_eq!(cluster.state().controller(), 2);
}
