//! Topics and partitions as a broker answers them: the codes for what isn't there, what isn't led here, and what changed.

use kafka_protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
use kafka_protocol::messages::metadata_request::MetadataRequestTopic;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{MockCluster, TopicSpec};
use uuid::Uuid;

use crate::client::ask;

async fn cluster() -> std::io::Result<MockCluster> {
    MockCluster::builder()
        .brokers(3)
        .topic(TopicSpec::new("orders").records(100).assignments([vec![1, 2], vec![2, 3], vec![3, 1]]))
        .start()
        .await
}

fn topic(name: &'static str) -> TopicName {
    TopicName(StrBytes::from_static_str(name))
}

fn by_name(names: &[&'static str]) -> MetadataRequest {
    let topics = names.iter().map(|name| MetadataRequestTopic::default().with_name(Some(topic(name))));
    MetadataRequest::default().with_topics(Some(topics.collect())).with_allow_auto_topic_creation(false)
}

fn offset(index: i32, timestamp: i64) -> ListOffsetsRequest {
    let partition = ListOffsetsPartition::default().with_partition_index(index).with_timestamp(timestamp);
    let orders = ListOffsetsTopic::default().with_name(topic("orders")).with_partitions(vec![partition]);
    ListOffsetsRequest::default().with_topics(vec![orders])
}

async fn offset_at(
    cluster: &MockCluster,
    broker: i32,
    request: &ListOffsetsRequest,
) -> anyhow::Result<(i16, i64, i64)> {
    let answer = ask(cluster, broker, 10, request).await?;
    let partition = answer.topics.iter().flat_map(|topic| &topic.partitions).next();
    Ok(partition.map_or((i16::MIN, 0, 0), |at| (at.error_code, at.offset, at.timestamp)))
}

#[tokio::test]
async fn an_unknown_topic_is_error_3_and_an_illegal_name_error_17() {
    let cluster = cluster().await.unwrap();
    let answer = ask(&cluster, 1, 12, &by_name(&["nobody", "no body", "orders"])).await.unwrap();
    let codes: Vec<i16> = answer.topics.iter().map(|topic| topic.error_code).collect();
    assert_eq!(codes, [3, 17, 0]);
    assert_eq!(cluster.state().topics().count(), 1);
}

#[tokio::test]
async fn an_unknown_topic_id_is_error_100_without_a_name() {
    let cluster = cluster().await.unwrap();
    let id = cluster.state().topic("orders").unwrap().id;
    let topics =
        [id, Uuid::from_u128(99)].map(|id| MetadataRequestTopic::default().with_topic_id(id).with_name(None));
    let request = MetadataRequest::default().with_topics(Some(topics.to_vec()));
    let answer = ask(&cluster, 1, 12, &request).await.unwrap();
    assert_eq!(answer.topics[0].name.as_ref().unwrap().as_str(), "orders");
    assert_eq!((answer.topics[1].error_code, answer.topics[1].name.clone()), (100, None));
    // Versions 10 and 11 have the field, and a broker refuses to use it.
    let named = MetadataRequestTopic::default().with_topic_id(id).with_name(Some(topic("orders")));
    let request = MetadataRequest::default().with_topics(Some(vec![named]));
    let answer = ask(&cluster, 1, 11, &request).await.unwrap();
    assert_eq!((answer.topics[0].error_code, answer.brokers.len()), (42, 0));
}

#[tokio::test]
async fn a_recreated_topic_has_a_new_id_and_is_empty() {
    let cluster = cluster().await.unwrap();
    let old = cluster.state().topic("orders").unwrap().id;
    let new = cluster.state().recreate_topic("orders").unwrap();
    assert_ne!(old, new);
    let answer = ask(&cluster, 1, 12, &by_name(&["orders"])).await.unwrap();
    assert_eq!(answer.topics[0].topic_id, new);
    assert_eq!(offset_at(&cluster, 1, &offset(0, -1)).await.unwrap(), (0, 0, -1));
}

#[tokio::test]
async fn only_the_leader_lists_offsets_and_a_moved_leader_is_seen_in_metadata() {
    let cluster = cluster().await.unwrap();
    assert_eq!(offset_at(&cluster, 1, &offset(0, -1)).await.unwrap(), (0, 100, -1));
    assert_eq!(offset_at(&cluster, 2, &offset(0, -1)).await.unwrap().0, 6);
    assert_eq!(offset_at(&cluster, 1, &offset(9, -1)).await.unwrap().0, 3);
    cluster.state().move_leader("orders", 0, 2).unwrap();
    assert_eq!(offset_at(&cluster, 1, &offset(0, -1)).await.unwrap().0, 6);
    assert_eq!(offset_at(&cluster, 2, &offset(0, -1)).await.unwrap(), (0, 100, -1));
    let answer = ask(&cluster, 3, 12, &by_name(&["orders"])).await.unwrap();
    let moved = &answer.topics[0].partitions[0];
    assert_eq!((moved.leader_id.0, moved.leader_epoch), (2, 1));
}

#[tokio::test]
async fn an_old_leader_epoch_is_fenced_and_a_future_one_unknown() {
    let cluster = cluster().await.unwrap();
    cluster.state().move_leader("orders", 0, 2).unwrap();
    for (epoch, code) in [(-1, 0), (0, 74), (1, 0), (2, 75)] {
        let mut request = offset(0, -1);
        request.topics[0].partitions[0].current_leader_epoch = epoch;
        assert_eq!(offset_at(&cluster, 2, &request).await.unwrap().0, code, "epoch {epoch}");
    }
}

#[tokio::test]
async fn offsets_are_found_by_sentinel_and_by_time() {
    let cluster = cluster().await.unwrap();
    {
        let mut state = cluster.state();
        let partition = state.partition_mut("orders", 0).unwrap();
        partition.log_start = 10;
        partition.first_timestamp = 1_000;
        partition.last_timestamp = 9_900;
    }
    // 90 records, 100 ms apart.
    assert_eq!(offset_at(&cluster, 1, &offset(0, -2)).await.unwrap(), (0, 10, -1));
    assert_eq!(offset_at(&cluster, 1, &offset(0, -3)).await.unwrap(), (0, 99, 9_900));
    assert_eq!(offset_at(&cluster, 1, &offset(0, 0)).await.unwrap(), (0, 10, 1_000));
    assert_eq!(offset_at(&cluster, 1, &offset(0, 1_950)).await.unwrap(), (0, 20, 2_000));
    assert_eq!(offset_at(&cluster, 1, &offset(0, 9_901)).await.unwrap(), (0, -1, -1));
    // A sentinel that came with version 11.
    assert_eq!(offset_at(&cluster, 1, &offset(0, -6)).await.unwrap().0, 35);
}

#[tokio::test]
async fn a_look_up_creates_a_topic_only_with_auto_creation_on_and_the_clients_consent() {
    let cluster = cluster().await.unwrap();
    let consenting = |name| by_name(&[name]).with_allow_auto_topic_creation(true);
    assert_eq!(ask(&cluster, 1, 12, &consenting("off")).await.unwrap().topics[0].error_code, 3);
    cluster.state().set_auto_create(true);
    assert_eq!(ask(&cluster, 1, 12, &by_name(&["quiet"])).await.unwrap().topics[0].error_code, 3);
    assert_eq!(ask(&cluster, 1, 12, &consenting("loud")).await.unwrap().topics[0].error_code, 3);
    let names: Vec<String> = cluster.state().topics().map(|topic| topic.name.clone()).collect();
    assert_eq!(names, ["loud", "orders"]);
    assert_eq!(ask(&cluster, 1, 12, &by_name(&["loud"])).await.unwrap().topics[0].error_code, 0);
    // Before version 4 a client had no say.
    ask(
        &cluster,
        1,
        3,
        &MetadataRequest::default()
            .with_topics(Some(vec![MetadataRequestTopic::default().with_name(Some(topic("old")))])),
    )
    .await
    .unwrap();
    assert!(cluster.state().topic("old").is_ok());
}

#[tokio::test]
async fn a_partition_without_a_leader_says_so() {
    let cluster = cluster().await.unwrap();
    cluster.state().lose_leader("orders", 1).unwrap();
    let answer = ask(&cluster, 1, 12, &by_name(&["orders"])).await.unwrap();
    let partitions = &answer.topics[0].partitions;
    assert_eq!((partitions[1].error_code, partitions[1].leader_id.0), (5, -1));
    assert_eq!((partitions[0].error_code, partitions[2].error_code), (0, 0));
}
