//! AlterPartitionReassignments: move replicas between brokers. A write: sent once, and only where the connection is
//! unlocked.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse, BrokerId,
    alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic},
};

use super::codec::{self, text, throttle, topic, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlterPartitionReassignments {
    pub topics: Vec<TopicMoved>,
    pub timeout: Duration,
    /// With false the broker refuses a move that would change the number of replicas; needs version 1.
    pub allow_replication_change: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicMoved {
    pub name: String,
    pub partitions: Vec<PartitionMoved>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionMoved {
    pub partition: i32,
    /// The brokers to be, in order of preference. `None` takes back a move that is under way.
    pub replicas: Option<Vec<i32>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub partitions: Vec<Partition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    pub partition: i32,
    pub code: ErrorCode,
    pub words: Option<String>,
}

impl Request for AlterPartitionReassignments {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::AlterPartitionReassignments;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(!self.allow_replication_change, version, 1, "AllowReplicationFactorChange")?;
        let topics = codec::each(&self.topics, |moved| {
            ReassignableTopic::default()
                .with_name(topic(&moved.name))
                .with_partitions(codec::each(&moved.partitions, partition_moved))
        });
        let body = AlterPartitionReassignmentsRequest::default()
            .with_timeout_ms(codec::milliseconds(self.timeout))
            .with_allow_replication_factor_change(self.allow_replication_change)
            .with_topics(topics);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: AlterPartitionReassignmentsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            topics: codec::each(&body.responses, |topic| Topic {
                name: text(&topic.name),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition_index,
                    code: codec::code(one.error_code),
                    words: words(one.error_code, one.error_message.as_ref()),
                }),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn top_words(reply: &Reply) -> Option<String> {
        reply.words.clone()
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn partition_moved(moved: &PartitionMoved) -> ReassignablePartition {
    let replicas = moved.replicas.as_deref().map(|ids| codec::each(ids, |id| BrokerId(*id)));
    ReassignablePartition::default().with_partition_index(moved.partition).with_replicas(replicas)
}
