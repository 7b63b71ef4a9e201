//! ListOffsets: earliest, latest and other marked offsets of partitions, asked of each partition's leader.
//!
//! It is written and read by hand: the offsets of a cluster's partitions are what is asked for most often, and the codec
//! takes longer for them than all the rest of a request.

use std::time::Duration;

use super::{
    by_hand,
    codec::{self, epoch, throttle, told},
};
use crate::{ApiKey, ErrorCode, Malformed, Reader, Request, shape::MOST_ELEMENTS};
use bytes::{BufMut, Bytes, BytesMut};

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

/// The first version in the compact writing.
const FLEXIBLE: i16 = 6;
/// A client, and no replica.
const NO_REPLICA: i32 = -1;

impl Request for ListOffsets {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListOffsets;
    const VERSIONS: (i16, i16) = (1, 11);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(self.committed, version, 2, "IsolationLevel")?;
        for partition in self.topics.iter().flat_map(|topic| &topic.partitions) {
            let (least, mark) = least_version(partition.timestamp);
            codec::needs(true, version, least, mark)?;
        }
        let flexible = FLEXIBLE <= version;
        out.put_i32(NO_REPLICA);
        if 2 <= version {
            out.put_u8(u8::from(self.committed));
        }
        by_hand::count(self.topics.len(), flexible, out)?;
        for topic in &self.topics {
            by_hand::name(&topic.name, flexible, out)?;
            by_hand::count(topic.partitions.len(), flexible, out)?;
            for one in &topic.partitions {
                out.put_i32(one.partition);
                if 4 <= version {
                    out.put_i32(one.leader_epoch.unwrap_or(-1));
                }
                out.put_i64(one.timestamp);
                by_hand::no_tags(flexible, out);
            }
            by_hand::no_tags(flexible, out);
        }
        if 10 <= version {
            out.put_i32(codec::milliseconds(self.timeout));
        }
        by_hand::no_tags(flexible, out);
        Ok(())
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let mut from = Reader::new(&body);
        let flexible = FLEXIBLE <= version;
        let throttle = if 2 <= version { throttle(from.i32("ThrottleTimeMs")?) } else { Duration::ZERO };
        let count = from.count(flexible, if flexible { 3 } else { 6 }, "Topics")?;
        let mut elements = 0;
        allow(&from, &mut elements, count, "Topics")?;
        let mut topics = Vec::with_capacity(count);
        for _ in 0..count {
            topics.push(of_topic(&mut from, version, flexible, &mut elements)?);
        }
        from.skip_tags(flexible)?;
        from.finish()?;
        Ok(Reply { throttle, topics })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

/// As the bounded walk has it, which this reading does without: an empty topic is three bytes on the wire and fifty in memory.
fn allow(from: &Reader<'_>, elements: &mut usize, more: usize, field: &str) -> Result<(), Malformed> {
    *elements = elements.saturating_add(more);
    if *elements > MOST_ELEMENTS {
        return Err(from.malformed(field, format_args!("more than {MOST_ELEMENTS} elements in one reply")));
    }
    Ok(())
}

fn of_topic(
    from: &mut Reader<'_>,
    version: i16,
    flexible: bool,
    elements: &mut usize,
) -> Result<Topic, Malformed> {
    let name = from.string(flexible, "Name")?.to_owned();
    let has_epoch = 4 <= version;
    let least = 22 + if has_epoch { 4 } else { 0 } + usize::from(flexible);
    let count = from.count(flexible, least, "Partitions")?;
    allow(from, elements, count, "Partitions")?;
    let mut partitions = Vec::with_capacity(count);
    for _ in 0..count {
        partitions.push(Partition {
            partition: from.i32("PartitionIndex")?,
            code: from.error_code("ErrorCode")?,
            timestamp: told(from.i64("Timestamp")?),
            offset: told(from.i64("Offset")?),
            leader_epoch: if has_epoch { epoch(from.i32("LeaderEpoch")?) } else { None },
        });
        from.skip_tags(flexible)?;
    }
    from.skip_tags(flexible)?;
    Ok(Topic { name, partitions })
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
    use kafka_protocol::{
        messages::{
            ListOffsetsResponse,
            list_offsets_response::{ListOffsetsPartitionResponse, ListOffsetsTopicResponse},
        },
        protocol::Encodable,
    };

    use super::*;
    use crate::decode_reply;

    fn asking(timestamp: i64) -> ListOffsets {
        let partitions = vec![PartitionAsked { partition: 0, leader_epoch: Some(3), timestamp }];
        let topics = vec![TopicAsked { name: "orders".into(), partitions }];
        ListOffsets { committed: false, topics, timeout: Duration::from_secs(1) }
    }

    /// The codec is not what reads it, so that it can say what has to be read. It knows no version 11, which has the shape of
    /// version 10.
    #[test]
    fn what_a_broker_writes_is_read_in_every_version_and_nothing_less_passes() {
        for version in ListOffsets::VERSIONS.0..=ListOffsets::VERSIONS.1 {
            let (has_throttle, has_epoch) = (2 <= version, 4 <= version);
            let partition = |index, offset| {
                ListOffsetsPartitionResponse::default()
                    .with_partition_index(index)
                    .with_error_code(if offset < 0 { 6 } else { 0 })
                    .with_timestamp(-1)
                    .with_offset(offset)
                    .with_leader_epoch(if has_epoch { 7 } else { -1 })
            };
            let topic = |name: &str, partitions| {
                let name = codec::topic(name);
                ListOffsetsTopicResponse::default().with_name(name).with_partitions(partitions)
            };
            let long = "x".repeat(200);
            let topics =
                vec![topic("orders", vec![partition(0, 5), partition(3, -1)]), topic(&long, Vec::new())];
            let written = ListOffsetsResponse::default()
                .with_throttle_time_ms(if has_throttle { 40 } else { 0 })
                .with_topics(topics);
            let mut body = BytesMut::new();
            written.encode(&mut body, version.min(10)).unwrap();
            let body = body.freeze();
            let read = decode_reply::<ListOffsets>(version, body.clone()).unwrap();
            assert_eq!(read.throttle, Duration::from_millis(if has_throttle { 40 } else { 0 }));
            let names: Vec<&str> = read.topics.iter().map(|topic| topic.name.as_str()).collect();
            assert_eq!(names, ["orders", &long]);
            let leader_epoch = has_epoch.then_some(7);
            let told = |partition, code, offset| Partition {
                partition,
                code: ErrorCode(code),
                timestamp: None,
                offset,
                leader_epoch,
            };
            assert_eq!(read.topics[0].partitions, [told(0, 0, Some(5)), told(3, 6, None)]);
            assert_eq!(read.topics[1].partitions, []);
            for length in 0..body.len() {
                let cut = decode_reply::<ListOffsets>(version, body.slice(..length));
                assert!(cut.is_err(), "version {version}, {length} of {} bytes", body.len());
            }
        }
    }

    #[test]
    fn more_elements_than_any_broker_has_are_refused_before_there_is_room_for_them() {
        let most = u32::try_from(MOST_ELEMENTS).unwrap();
        let topics = |count: u32| {
            let mut body = BytesMut::new();
            body.put_i32(0);
            body.put_u32(count);
            body.resize(body.len() + 6 * count as usize, 0);
            ListOffsets::decode(5, body.freeze())
        };
        assert_eq!(topics(1000).unwrap().topics.len(), 1000);
        let why = topics(most + 1).unwrap_err();
        assert!(why.0.contains("Topics at byte 8") && why.0.contains("more than"), "{why}");
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
