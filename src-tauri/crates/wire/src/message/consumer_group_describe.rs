//! ConsumerGroupDescribe: groups of the new consumer protocol, with what each member has and what it shall have.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse,
    consumer_group_describe_response as codec_reply,
};
use uuid::Uuid;

use super::codec::{self, group_list, maybe_text, operations, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsumerGroupDescribe {
    pub groups: Vec<String>,
    pub include_operations: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub code: ErrorCode,
    pub words: Option<String>,
    pub id: String,
    /// Beside an error the broker leaves this empty and the epochs zero.
    pub state: String,
    pub epoch: i32,
    pub assignment_epoch: i32,
    pub assignor: String,
    pub members: Vec<Member>,
    pub operations: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub instance_id: Option<String>,
    pub rack: Option<String>,
    pub epoch: i32,
    pub client_id: String,
    pub client_host: String,
    pub subscribed_topics: Vec<String>,
    pub subscribed_regex: Option<String>,
    pub assignment: Vec<Assigned>,
    pub target_assignment: Vec<Assigned>,
    /// Still speaking the classic protocol in a group that was moved over; `None` below version 1 and when the broker
    /// doesn't know.
    pub classic: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    pub topic_id: Option<Uuid>,
    pub topic: String,
    pub partitions: Vec<i32>,
}

impl Request for ConsumerGroupDescribe {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ConsumerGroupDescribe;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = ConsumerGroupDescribeRequest::default()
            .with_group_ids(group_list(&self.groups))
            .with_include_authorized_operations(self.include_operations);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ConsumerGroupDescribeResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            groups: codec::each(&body.groups, |group| Group {
                code: codec::code(group.error_code),
                words: words(group.error_code, group.error_message.as_ref()),
                id: text(&group.group_id),
                state: text(&group.group_state),
                epoch: group.group_epoch,
                assignment_epoch: group.assignment_epoch,
                assignor: text(&group.assignor_name),
                members: codec::each(&group.members, |one| member(one, version)),
                operations: operations(group.authorized_operations),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn member(member: &codec_reply::Member, version: i16) -> Member {
    let classic = match member.member_type {
        0 if 1 <= version => Some(true),
        1 if 1 <= version => Some(false),
        _ => None,
    };
    Member {
        id: text(&member.member_id),
        instance_id: maybe_text(member.instance_id.as_ref()),
        rack: maybe_text(member.rack_id.as_ref()),
        epoch: member.member_epoch,
        client_id: text(&member.client_id),
        client_host: text(&member.client_host),
        subscribed_topics: codec::each(&member.subscribed_topic_names, |name| text(name)),
        subscribed_regex: maybe_text(member.subscribed_topic_regex.as_ref()),
        assignment: assigned(&member.assignment),
        target_assignment: assigned(&member.target_assignment),
        classic,
    }
}

fn assigned(assignment: &codec_reply::Assignment) -> Vec<Assigned> {
    codec::each(&assignment.topic_partitions, |one| Assigned {
        topic_id: codec::id(one.topic_id),
        topic: text(&one.topic_name),
        partitions: one.partitions.clone(),
    })
}
