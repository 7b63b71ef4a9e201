//! kafka-meta: its background refresh is off for the time of a run, and as many requests may be on a socket as there are
//! callers (its default is five).

use std::time::Duration;

use anyhow::Result;
use kafka_conn::{
    ConnectionConfig,
    protocol::{
        StrBytes,
        messages::{
            BrokerId, ListOffsetsRequest, TopicName,
            list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
        },
    },
};
use kafka_meta::{Cluster, ClusterConfig};

pub fn config() -> ClusterConfig {
    let connection = ConnectionConfig::default().with_max_in_flight(64);
    ClusterConfig { connection, refresh_interval: Duration::from_secs(86_400), ..ClusterConfig::default() }
}

/// With its background refresh, each half a minute, which is what brings it back from some failures.
pub fn patient_for(attempt: Duration) -> ClusterConfig {
    let connection = config().connection.with_request_timeout(attempt).with_connect_timeout(attempt);
    ClusterConfig { connection, ..ClusterConfig::default() }
}

pub async fn connect(bootstrap: &[String]) -> Result<Cluster> {
    Ok(Cluster::connect(bootstrap.to_vec(), config()).await?)
}

/// The small request of the rows that need one: the end of one partition.
pub fn latest(topic: &str, partition: i32) -> ListOffsetsRequest {
    let partition = ListOffsetsPartition::default().with_partition_index(partition).with_timestamp(-1);
    let topic = ListOffsetsTopic::default()
        .with_name(TopicName(StrBytes::from_string(topic.to_owned())))
        .with_partitions(vec![partition]);
    ListOffsetsRequest::default().with_replica_id(BrokerId(-1)).with_topics(vec![topic])
}
