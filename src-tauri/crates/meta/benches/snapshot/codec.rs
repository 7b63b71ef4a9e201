//! The usual way to the same lookups: the codec's decoder, then owned objects and hash maps.
#![expect(dead_code, reason = "making it is what is measured; nobody reads it")]

use std::collections::HashMap;

use bytes::Bytes;
use kafka_protocol::{
    messages::{BrokerId, MetadataResponse},
    protocol::Decodable as _,
};

use crate::replies::VERSION;

/// A topic in objects.
pub(crate) struct Topic {
    pub(crate) partitions: Vec<Partition>,
}

/// A partition in objects.
pub(crate) struct Partition {
    pub(crate) index: i32,
    pub(crate) leader: Option<i32>,
    pub(crate) leader_epoch: i32,
    pub(crate) replicas: Vec<i32>,
    pub(crate) isr: Vec<i32>,
    pub(crate) offline: Vec<i32>,
    pub(crate) error: i16,
}

/// A cluster in objects.
pub(crate) struct Listed {
    pub(crate) topics: HashMap<String, Topic>,
    pub(crate) names: HashMap<u128, String>,
}

pub(crate) fn listed(body: &Bytes) -> Listed {
    let reply = MetadataResponse::decode(&mut body.clone(), VERSION).unwrap();
    let mut topics = HashMap::with_capacity(reply.topics.len());
    let mut names = HashMap::with_capacity(reply.topics.len());
    for topic in &reply.topics {
        let Some(name) = &topic.name else { continue };
        let mut partitions: Vec<Partition> = topic
            .partitions
            .iter()
            .map(|partition| Partition {
                index: partition.partition_index,
                leader: (partition.leader_id.0 >= 0).then_some(partition.leader_id.0),
                leader_epoch: partition.leader_epoch,
                replicas: ids(&partition.replica_nodes),
                isr: ids(&partition.isr_nodes),
                offline: ids(&partition.offline_replicas),
                error: partition.error_code,
            })
            .collect();
        partitions.sort_unstable_by_key(|partition| partition.index);
        names.insert(topic.topic_id.as_u128(), name.to_string());
        topics.insert(name.to_string(), Topic { partitions });
    }
    Listed { topics, names }
}

fn ids(list: &[BrokerId]) -> Vec<i32> {
    list.iter().map(|id| id.0).collect()
}
