//! OffsetForLeaderEpoch: where a leader's epoch ended in the log, by which a lost tail can be found.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    BrokerId, OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse,
    offset_for_leader_epoch_request::{OffsetForLeaderPartition, OffsetForLeaderTopic},
};

use super::codec::{self, text, throttle, told, topic};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetForLeaderEpoch {
    pub topics: Vec<TopicAsked>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicAsked {
    pub name: String,
    pub partitions: Vec<PartitionAsked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionAsked {
    pub partition: i32,
    /// What we believe the leader's epoch to be, so that a leader of old refuses. `None` asks without that check.
    pub current_epoch: Option<i32>,
    /// The epoch whose end is asked for.
    pub epoch: i32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub partitions: Vec<Partition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    pub partition: i32,
    pub code: ErrorCode,
    /// The greatest epoch up to the asked one that has records.
    pub epoch: Option<i32>,
    pub end_offset: Option<i64>,
}

/// From this version on a request says that it comes from no replica.
const REPLICA: i16 = 3;

impl Request for OffsetForLeaderEpoch {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::OffsetForLeaderEpoch;
    const VERSIONS: (i16, i16) = (2, 4);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let topics = codec::each(&self.topics, |asked| {
            OffsetForLeaderTopic::default().with_topic(topic(&asked.name)).with_partitions(codec::each(
                &asked.partitions,
                |one| {
                    OffsetForLeaderPartition::default()
                        .with_partition(one.partition)
                        .with_current_leader_epoch(one.current_epoch.unwrap_or(-1))
                        .with_leader_epoch(one.epoch)
                },
            ))
        });
        let mut body = OffsetForLeaderEpochRequest::default().with_topics(topics);
        if REPLICA <= version {
            body = body.with_replica_id(BrokerId(-1));
        }
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: OffsetForLeaderEpochResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.topics, |topic| Topic {
                name: text(&topic.topic),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition,
                    code: codec::code(one.error_code),
                    epoch: codec::epoch(one.leader_epoch),
                    end_offset: told(one.end_offset),
                }),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
