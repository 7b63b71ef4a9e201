//! OffsetFetch: how far a group has committed, asked of the group's coordinator.
//!
//! Up to version 7 it asks for one group and the answer doesn't repeat its name; from version 8 it asks for many. Both
//! come out as a list of groups, whose `id` is `None` in the old form.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    GroupId, OffsetFetchRequest, OffsetFetchResponse,
    offset_fetch_request::{OffsetFetchRequestGroup, OffsetFetchRequestTopic, OffsetFetchRequestTopics},
};

use super::{
    TopicPartitions,
    codec::{self, maybe_text, str_bytes, text, throttle, told, topic},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// The first version that takes more than one group.
pub const MANY: i16 = 8;
const ALL_TOPICS: i16 = 2;
const STABLE: i16 = 7;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetFetch {
    pub groups: Vec<GroupAsked>,
    /// Have the coordinator wait (by a retriable error) for offsets of open transactions.
    pub require_stable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupAsked {
    pub id: String,
    /// `None` is every partition that the group ever committed.
    pub topics: Option<Vec<TopicPartitions>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: Option<String>,
    pub code: ErrorCode,
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
    /// `None` when the group has committed nothing here.
    pub committed: Option<i64>,
    /// `None` below version 5, and when the client that committed didn't say.
    pub leader_epoch: Option<i32>,
    pub metadata: Option<String>,
}

impl Request for OffsetFetch {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::OffsetFetch;
    const VERSIONS: (i16, i16) = (1, 9);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(self.require_stable, version, STABLE, "RequireStable")?;
        let body = OffsetFetchRequest::default().with_require_stable(self.require_stable);
        let body = match self.groups.as_slice() {
            groups if MANY <= version => body.with_groups(codec::each(groups, many)),
            [group] => {
                codec::needs(group.topics.is_none(), version, ALL_TOPICS, "all topics of a group")?;
                let topics = group.topics.as_deref().map(|topics| codec::each(topics, in_one_group));
                body.with_group_id(GroupId(str_bytes(&group.id))).with_topics(topics)
            }
            groups => {
                let why = format!("version {version} asks for one group at a time, not for {}", groups.len());
                return Err(Malformed(why));
            }
        };
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: OffsetFetchResponse = codec::read(version, body)?;
        let groups = if MANY <= version {
            codec::each(&body.groups, |group| Group {
                id: Some(text(&group.group_id)),
                code: codec::code(group.error_code),
                topics: codec::each(&group.topics, |topic| Topic {
                    name: text(&topic.name),
                    partitions: codec::each(&topic.partitions, |one| Partition {
                        partition: one.partition_index,
                        code: codec::code(one.error_code),
                        committed: told(one.committed_offset),
                        leader_epoch: codec::epoch(one.committed_leader_epoch),
                        metadata: maybe_text(one.metadata.as_ref()),
                    }),
                }),
            })
        } else {
            vec![Group {
                id: None,
                code: codec::code(body.error_code),
                topics: codec::each(&body.topics, |topic| Topic {
                    name: text(&topic.name),
                    partitions: codec::each(&topic.partitions, |one| Partition {
                        partition: one.partition_index,
                        code: codec::code(one.error_code),
                        committed: told(one.committed_offset),
                        leader_epoch: codec::epoch(one.committed_leader_epoch),
                        metadata: maybe_text(one.metadata.as_ref()),
                    }),
                }),
            }]
        };
        Ok(Reply { throttle: throttle(body.throttle_time_ms), groups })
    }

    /// Below the version that carries many groups the code of the one group is that of the whole.
    fn top_code(reply: &Reply) -> ErrorCode {
        match reply.groups.as_slice() {
            [Group { id: None, code, .. }] => *code,
            _ => ErrorCode::NONE,
        }
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn many(group: &GroupAsked) -> OffsetFetchRequestGroup {
    let topics = group.topics.as_deref().map(|topics| {
        codec::each(topics, |asked| {
            OffsetFetchRequestTopics::default()
                .with_name(topic(&asked.topic))
                .with_partition_indexes(asked.partitions.clone())
        })
    });
    OffsetFetchRequestGroup::default().with_group_id(GroupId(str_bytes(&group.id))).with_topics(topics)
}

fn in_one_group(asked: &TopicPartitions) -> OffsetFetchRequestTopic {
    OffsetFetchRequestTopic::default()
        .with_name(topic(&asked.topic))
        .with_partition_indexes(asked.partitions.clone())
}
