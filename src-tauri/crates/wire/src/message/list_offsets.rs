//! ListOffsets: earliest, latest and other marked offsets of partitions, asked of each partition's leader.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    BrokerId, ListOffsetsRequest, ListOffsetsResponse,
    list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
};

use super::codec::{self, text, throttle, told, topic};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// Not a time but a mark: the end of the log (for a committed reader, the last stable offset).
pub const LATEST: i64 = -1;
/// The start of the log, wherever it is stored.
pub const EARLIEST: i64 = -2;
/// The offset of the record with the greatest time.
pub const MAX_TIMESTAMP: i64 = -3;
/// The start of what is on the broker's own disks.
pub const EARLIEST_LOCAL: i64 = -4;
/// The end of what was moved to remote storage.
pub const LATEST_TIERED: i64 = -5;
/// The first offset that waits to be moved there.
pub const EARLIEST_PENDING_UPLOAD: i64 = -6;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListOffsets {
    /// Only up to where transactions are settled.
    pub committed: bool,
    pub topics: Vec<TopicAsked>,
    /// For marks that a broker must look up in remote storage; sent from version 10 on.
    pub timeout: Duration,
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
    pub leader_epoch: Option<i32>,
    /// Milliseconds since 1970, or one of the marks above.
    pub timestamp: i64,
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
    pub timestamp: Option<i64>,
    /// `None` when there is no such offset (no record that late, nothing in remote storage).
    pub offset: Option<i64>,
    pub leader_epoch: Option<i32>,
}

/// What the codec can write and read; version 11 has the same shape and one more mark.
const CODEC: i16 = 10;

impl Request for ListOffsets {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListOffsets;
    const VERSIONS: (i16, i16) = (1, 11);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(self.committed, version, 2, "IsolationLevel")?;
        for partition in self.topics.iter().flat_map(|topic| &topic.partitions) {
            let (least, mark) = least_version(partition.timestamp);
            codec::needs(true, version, least, mark)?;
        }
        let topics = codec::each(&self.topics, |asked| {
            ListOffsetsTopic::default().with_name(topic(&asked.name)).with_partitions(codec::each(
                &asked.partitions,
                |one| {
                    ListOffsetsPartition::default()
                        .with_partition_index(one.partition)
                        .with_current_leader_epoch(one.leader_epoch.unwrap_or(-1))
                        .with_timestamp(one.timestamp)
                },
            ))
        });
        let body = ListOffsetsRequest::default()
            .with_replica_id(BrokerId(-1))
            .with_isolation_level(i8::from(self.committed))
            .with_topics(topics)
            .with_timeout_ms(codec::milliseconds(self.timeout));
        codec::write(&body, version.min(CODEC), out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ListOffsetsResponse = codec::read(version.min(CODEC), body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.topics, |topic| Topic {
                name: text(&topic.name),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition_index,
                    code: codec::code(one.error_code),
                    timestamp: told(one.timestamp),
                    offset: told(one.offset),
                    leader_epoch: codec::epoch(one.leader_epoch),
                }),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

/// The first version whose brokers know this mark. An older broker would take it for a time and answer nonsense.
fn least_version(timestamp: i64) -> (i16, &'static str) {
    match timestamp {
        EARLIEST_PENDING_UPLOAD => (11, "the mark EARLIEST_PENDING_UPLOAD"),
        LATEST_TIERED => (9, "the mark LATEST_TIERED"),
        EARLIEST_LOCAL => (8, "the mark EARLIEST_LOCAL"),
        MAX_TIMESTAMP => (7, "the mark MAX_TIMESTAMP"),
        _ => (1, "Timestamp"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(timestamp: i64) -> ListOffsets {
        let partitions = vec![PartitionAsked { partition: 0, leader_epoch: Some(3), timestamp }];
        let topics = vec![TopicAsked { name: "orders".into(), partitions }];
        ListOffsets { committed: false, topics, timeout: Duration::from_secs(1) }
    }

    #[test]
    fn a_mark_is_not_sent_to_a_broker_that_would_take_it_for_a_time() {
        for (mark, least) in [(LATEST, 1), (EARLIEST, 1), (-3, 7), (-4, 8), (-5, 9), (-6, 11)] {
            for version in ListOffsets::VERSIONS.0..=ListOffsets::VERSIONS.1 {
                let said = asking(mark).encode(version, &mut BytesMut::new());
                assert_eq!(said.is_ok(), least <= version, "mark {mark} in version {version}");
            }
        }
    }
}
