//! Where logs begin and end, asked of leaders; and what brokers say to those who ask the wrong one.

use std::{sync::Arc, time::Duration};

use admin::{Ends, Refresh, topic_ends};
use kafka_protocol::messages::{
    BrokerId, ListOffsetsRequest,
    list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
};

use crate::{Stage, raw, stage::topic_name};

const LIMIT: Duration = Duration::from_secs(30);

pub(super) async fn ends(cluster: &admin::Cluster, topic: &str, partitions: &[i32]) -> Ends {
    let name: Arc<str> = topic.into();
    topic_ends(cluster, &[(Arc::clone(&name), partitions.to_vec())], LIMIT).await.remove(&name).unwrap()
}

pub async fn ends_are_where_the_records_are(stage: &Stage) {
    let name = stage.fresh("ends");
    stage.topic(&name, &[&[1, 2], &[2, 3], &[3, 1]]).await;
    for (partition, count) in [(0, 7), (1, 20)] {
        stage.records(&name, partition, count).await;
    }
    let cluster = stage.cluster().await;
    let ends = ends(&cluster, &name, &[0, 1, 2]).await;
    let told: Vec<_> = ends
        .partitions
        .values()
        .map(|(earliest, latest)| (*earliest.offset.as_ref().unwrap(), *latest.offset.as_ref().unwrap()))
        .collect();
    assert_eq!(told, [(0, 7), (0, 20), (0, 0)]);
    assert_eq!(ends.span().unwrap(), 27);
    // Each end carries the leader that told it.
    let tellers: Vec<_> =
        ends.partitions.values().map(|(_, latest)| latest.source.as_ref().unwrap().broker).collect();
    assert_eq!(tellers, [Some(1), Some(2), Some(3)]);
}

pub async fn a_missing_partition_costs_only_itself(stage: &Stage) {
    let name = stage.fresh("short");
    stage.topic(&name, &[&[1], &[2]]).await;
    stage.records(&name, 0, 3).await;
    let cluster = stage.cluster().await;
    cluster.refresh(Refresh::Topics(vec![name.clone()])).await.unwrap();
    let ends = ends(&cluster, &name, &[0, 1, 7]).await;
    assert_eq!(ends.partitions[&0].1.offset.as_ref().unwrap(), &3);
    assert_eq!(ends.partitions[&1].1.offset.as_ref().unwrap(), &0);
    for end in [&ends.partitions[&7].0, &ends.partitions[&7].1] {
        let error = end.offset.as_ref().unwrap_err().to_string();
        assert!(error.contains(&name) || error.contains("UNKNOWN_TOPIC_OR_PARTITION"), "{error}");
    }
    // And what a broker says of it itself:
    assert_eq!(code_of(stage, 1, &name, 7).await, 3, "UNKNOWN_TOPIC_OR_PARTITION");
}

pub async fn a_broker_that_does_not_lead_says_so(stage: &Stage) {
    let name = stage.fresh("led");
    stage.topic(&name, &[&[1, 2]]).await;
    assert_eq!(code_of(stage, 1, &name, 0).await, 0);
    assert_eq!(code_of(stage, 2, &name, 0).await, 6, "a follower: NOT_LEADER_OR_FOLLOWER");
    assert_eq!(code_of(stage, 3, &name, 0).await, 6, "no replica: NOT_LEADER_OR_FOLLOWER");
}

/// What this broker says when it is asked for the end of a partition, whoever leads it.
async fn code_of(stage: &Stage, broker: i32, topic: &str, partition: i32) -> i16 {
    let asked = ListOffsetsPartition::default()
        .with_partition_index(partition)
        .with_current_leader_epoch(-1)
        .with_timestamp(-1);
    let asked = ListOffsetsTopic::default().with_name(topic_name(topic)).with_partitions(vec![asked]);
    let request = ListOffsetsRequest::default().with_replica_id(BrokerId(-1)).with_topics(vec![asked]);
    let reply = raw::ask(&stage.address(broker), 5, &request).await.unwrap();
    reply.topics[0].partitions[0].error_code
}
