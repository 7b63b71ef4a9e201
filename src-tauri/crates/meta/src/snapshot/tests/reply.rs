//! Small Metadata replies, written by the codec and read by this crate.

use bytes::BytesMut;
use kafka_protocol::{
    messages::{
        BrokerId, MetadataResponse, TopicName,
        metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic},
    },
    protocol::{Encodable as _, StrBytes},
};
use uuid::Uuid;

use crate::MetadataReply;

#[derive(Clone, Default)]
pub(super) struct Reply {
    pub(super) brokers: Vec<(i32, String)>,
    pub(super) cluster_id: Option<String>,
    pub(super) controller: i32,
    pub(super) error: i16,
    pub(super) topics: Vec<Topic>,
}

#[derive(Clone)]
pub(super) struct Topic {
    name: String,
    pub(super) id: u128,
    error: i16,
    /// Leader and leader epoch.
    pub(super) partitions: Vec<(i32, i32)>,
}

/// A topic with so many partitions, led in turn by the brokers 1 to 3; its id follows from its name.
pub(super) fn topic(name: &str, partitions: i32) -> Topic {
    let id = name.bytes().fold(1_u128, |id, byte| id.wrapping_mul(251).wrapping_add(byte.into()));
    let partitions = (0..partitions).map(|index| (index % 3 + 1, 5)).collect();
    Topic { name: name.to_owned(), id, error: 0, partitions }
}

impl Topic {
    pub(super) fn failing(mut self, code: i16) -> Topic {
        self.error = code;
        self
    }

    pub(super) fn led(mut self, partition: usize, leader: i32, epoch: i32) -> Topic {
        self.partitions[partition] = (leader, epoch);
        self
    }
}

impl Reply {
    pub(super) fn of_three_brokers() -> Reply {
        Reply {
            brokers: (1..=3).rev().map(|id| (id, format!("host-{id}"))).collect(),
            cluster_id: Some("cluster-one".into()),
            controller: 2,
            ..Reply::default()
        }
    }

    pub(super) fn with<const N: usize>(mut self, topics: [Topic; N]) -> Reply {
        self.topics = topics.into();
        self
    }

    pub(super) fn read(&self) -> MetadataReply {
        let brokers = self.brokers.iter().map(|(id, host)| {
            MetadataResponseBroker::default()
                .with_node_id(BrokerId(*id))
                .with_host(text(host))
                .with_port(9092)
                .with_rack(Some(text(&format!("r{id}"))))
        });
        let reply = MetadataResponse::default()
            .with_brokers(brokers.collect())
            .with_cluster_id(self.cluster_id.as_deref().map(text))
            .with_controller_id(BrokerId(self.controller))
            .with_topics(self.topics.iter().map(written).collect())
            .with_error_code(self.error);
        let mut out = BytesMut::new();
        reply.encode(&mut out, 13).unwrap();
        MetadataReply::read(13, &out).unwrap()
    }
}

fn written(topic: &Topic) -> MetadataResponseTopic {
    let partitions = topic.partitions.iter().zip(0..).map(|((leader, epoch), index)| {
        let replicas: Vec<BrokerId> = (0..3).map(|n| BrokerId((index + n) % 3 + 1)).collect();
        MetadataResponsePartition::default()
            .with_partition_index(index)
            .with_leader_id(BrokerId(*leader))
            .with_leader_epoch(*epoch)
            .with_isr_nodes(replicas.clone())
            .with_replica_nodes(replicas)
    });
    MetadataResponseTopic::default()
        .with_name(Some(TopicName(text(&topic.name))))
        .with_topic_id(Uuid::from_u128(topic.id))
        .with_error_code(topic.error)
        .with_partitions(partitions.collect())
}

fn text(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_owned())
}
