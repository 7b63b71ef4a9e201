//! Requests that change the cluster: what they change, what they refuse, and that validating changes nothing.

use kafka_protocol::messages::alter_partition_reassignments_request::{
    ReassignablePartition, ReassignableTopic,
};
use kafka_protocol::messages::create_topics_request::{
    CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig,
};
use kafka_protocol::messages::delete_topics_request::DeleteTopicState;
use kafka_protocol::messages::elect_leaders_request::TopicPartitions;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{MockCluster, TopicSpec};

use crate::client::ask;

async fn cluster() -> std::io::Result<MockCluster> {
    let orders = TopicSpec::new("orders").records(10).assignments([vec![1, 2], vec![2, 3]]);
    MockCluster::builder().topic(orders).start().await
}

fn text(from: &'static str) -> StrBytes {
    StrBytes::from_static_str(from)
}

fn new(name: &'static str, partitions: i32, replication: i16) -> CreatableTopic {
    CreatableTopic::default()
        .with_name(TopicName(text(name)))
        .with_num_partitions(partitions)
        .with_replication_factor(replication)
}

#[tokio::test]
async fn topics_are_created_as_asked_or_refused_with_the_reason() {
    let cluster = cluster().await.unwrap();
    let config =
        |name, value| CreatableTopicConfig::default().with_name(text(name)).with_value(Some(text(value)));
    let assigned = CreatableReplicaAssignment::default().with_broker_ids(vec![BrokerId(3), BrokerId(1)]);
    let topics = vec![
        new("orders", 1, 1),
        new("bad name", 1, 1),
        new("too-wide", 1, 4),
        new("none", 0, 1),
        new("odd", 1, 1).with_configs(vec![config("no.such", "1")]),
        new("text", 1, 1).with_configs(vec![config("retention.ms", "soon")]),
        new("made", 4, 2).with_configs(vec![config("retention.ms", "60000")]),
        new("placed", -1, -1).with_assignments(vec![assigned]),
        new("chosen", -1, -1),
    ];
    let answer = ask(&cluster, 1, 7, &CreateTopicsRequest::default().with_topics(topics)).await.unwrap();
    let codes: Vec<i16> = answer.topics.iter().map(|topic| topic.error_code).collect();
    assert_eq!(codes, [36, 17, 38, 37, 40, 40, 0, 0, 0]);
    let state = cluster.state();
    let made = state.topic("made").unwrap();
    assert_eq!((made.partitions.len(), made.partitions[0].replicas.len()), (4, 2));
    assert_eq!(made.configs["retention.ms"], "60000");
    let placed: Vec<i32> =
        state.partition("placed", 0).unwrap().replicas.iter().map(|at| at.broker).collect();
    assert_eq!(placed, [3, 1]);
}

#[tokio::test]
async fn validating_creates_nothing() {
    let cluster = cluster().await.unwrap();
    let request =
        CreateTopicsRequest::default().with_topics(vec![new("ghost", 1, 1)]).with_validate_only(true);
    assert_eq!(ask(&cluster, 1, 7, &request).await.unwrap().topics[0].error_code, 0);
    assert!(cluster.state().topic("ghost").is_err());
}

#[tokio::test]
async fn a_topic_is_deleted_by_id_and_a_recreated_one_is_not_hit() {
    let cluster = cluster().await.unwrap();
    let old = cluster.state().topic("orders").unwrap().id;
    let new = cluster.state().recreate_topic("orders").unwrap();
    let by_id =
        |id| DeleteTopicsRequest::default().with_topics(vec![DeleteTopicState::default().with_topic_id(id)]);
    assert_eq!(ask(&cluster, 1, 6, &by_id(old)).await.unwrap().responses[0].error_code, 100);
    assert!(cluster.state().topic("orders").is_ok());
    let gone = ask(&cluster, 1, 6, &by_id(new)).await.unwrap();
    assert_eq!(gone.responses[0].name.as_ref().unwrap().as_str(), "orders");
    assert!(cluster.state().topic("orders").is_err());
}

#[tokio::test]
async fn a_reassignment_runs_until_it_is_completed_or_cancelled() {
    let cluster = cluster().await.unwrap();
    let reassign = |replicas: Option<Vec<i32>>| {
        let partition = ReassignablePartition::default()
            .with_replicas(replicas.map(|ids| ids.into_iter().map(BrokerId).collect()));
        let orders = ReassignableTopic::default()
            .with_name(TopicName(text("orders")))
            .with_partitions(vec![partition]);
        AlterPartitionReassignmentsRequest::default().with_topics(vec![orders])
    };
    let apply = async |request: AlterPartitionReassignmentsRequest| {
        ask(&cluster, 1, 1, &request).await.map(|answer| answer.responses[0].partitions[0].error_code)
    };
    let running = async || {
        let request = ListPartitionReassignmentsRequest::default().with_topics(None);
        ask(&cluster, 1, 0, &request).await.map(|answer| answer.topics)
    };
    assert_eq!(apply(reassign(None)).await.unwrap(), 85);
    assert_eq!(apply(reassign(Some(vec![1, 9]))).await.unwrap(), 39);
    assert_eq!(apply(reassign(Some(vec![3, 2]))).await.unwrap(), 0);
    let topics = running().await.unwrap();
    let moving = &topics[0].partitions[0];
    assert_eq!(
        (moving.adding_replicas.clone(), moving.removing_replicas.clone()),
        (vec![BrokerId(3)], vec![BrokerId(1)])
    );
    assert_eq!(moving.replicas, [BrokerId(3), BrokerId(2), BrokerId(1)]);
    cluster.state().complete_reassignment("orders", 0).unwrap();
    assert!(running().await.unwrap().is_empty());
    {
        let state = cluster.state();
        let partition = state.partition("orders", 0).unwrap();
        assert_eq!(partition.isr, [2, 3]);
        assert_eq!(partition.leader, 2);
    }
    assert_eq!(apply(reassign(Some(vec![1, 2]))).await.unwrap(), 0);
    assert_eq!(apply(reassign(None)).await.unwrap(), 0);
    let state = cluster.state();
    let brokers: Vec<i32> =
        state.partition("orders", 0).unwrap().replicas.iter().map(|at| at.broker).collect();
    assert_eq!(brokers.len(), 2);
    assert!(!brokers.contains(&1));
}

#[tokio::test]
async fn the_preferred_leader_is_elected_when_it_can_lead() {
    let cluster = cluster().await.unwrap();
    cluster.state().move_leader("orders", 0, 2).unwrap();
    let request = |kind: i8| {
        let orders =
            TopicPartitions::default().with_topic(TopicName(text("orders"))).with_partitions(vec![0, 1]);
        ElectLeadersRequest::default().with_election_type(kind).with_topic_partitions(Some(vec![orders]))
    };
    let codes = async |kind: i8| {
        ask(&cluster, 1, 2, &request(kind)).await.map(|answer| {
            let results = answer.replica_election_results;
            results.iter().flat_map(|at| &at.partition_result).map(|at| at.error_code).collect::<Vec<i16>>()
        })
    };
    assert_eq!(codes(0).await.unwrap(), [0, 84]);
    assert_eq!(cluster.state().partition("orders", 0).unwrap().leader, 1);
    cluster.state().move_leader("orders", 0, 2).unwrap();
    cluster.state().set_isr("orders", 0, &[2]).unwrap();
    assert_eq!(codes(0).await.unwrap(), [80, 84]);
    cluster.state().lose_leader("orders", 0).unwrap();
    assert_eq!(codes(1).await.unwrap(), [0, 84]);
}

#[tokio::test]
async fn a_topic_grows_and_never_shrinks() {
    let cluster = cluster().await.unwrap();
    let grow = |count| {
        let orders = create_partitions_request::CreatePartitionsTopic::default()
            .with_name(TopicName(text("orders")))
            .with_count(count)
            .with_assignments(None);
        CreatePartitionsRequest::default().with_topics(vec![orders])
    };
    assert_eq!(ask(&cluster, 1, 3, &grow(2)).await.unwrap().results[0].error_code, 37);
    assert_eq!(ask(&cluster, 1, 3, &grow(5)).await.unwrap().results[0].error_code, 0);
    let state = cluster.state();
    let topic = state.topic("orders").unwrap();
    assert_eq!(topic.partitions.len(), 5);
    assert_eq!(topic.partitions[4].replicas.len(), 2);
}
