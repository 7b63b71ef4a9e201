//! DescribeGroups: classic groups with their members, asked of each group's coordinator.
//!
//! A member's metadata and assignment are bytes of the clients' own protocol, told by `protocol_type`; they are handed on
//! as they are.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeGroupsRequest, DescribeGroupsResponse, describe_groups_response::DescribedGroupMember,
};

use super::codec::{self, group_list, maybe_text, operations, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeGroups {
    pub groups: Vec<String>,
    /// A wish: a version that can't carry it leaves `Group::operations` untold.
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
    /// Below version 6 a group that doesn't exist is "Dead" with no error.
    pub state: String,
    pub protocol_type: String,
    /// The assignor that the members agreed on.
    pub protocol: String,
    pub members: Vec<Member>,
    pub operations: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    /// Set for static members; never told below version 4.
    pub instance_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub metadata: Bytes,
    pub assignment: Bytes,
}

const OPERATIONS: i16 = 3;

impl Request for DescribeGroups {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeGroups;
    const VERSIONS: (i16, i16) = (0, 6);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = DescribeGroupsRequest::default()
            .with_groups(group_list(&self.groups))
            .with_include_authorized_operations(self.include_operations && OPERATIONS <= version);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeGroupsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            groups: codec::each(&body.groups, |group| Group {
                code: codec::code(group.error_code),
                words: words(group.error_code, group.error_message.as_ref()),
                id: text(&group.group_id),
                state: text(&group.group_state),
                protocol_type: text(&group.protocol_type),
                protocol: text(&group.protocol_data),
                members: codec::each(&group.members, member),
                operations: operations(group.authorized_operations),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn member(member: &DescribedGroupMember) -> Member {
    Member {
        id: text(&member.member_id),
        instance_id: maybe_text(member.group_instance_id.as_ref()),
        client_id: text(&member.client_id),
        client_host: text(&member.client_host),
        // Copied, so that one kept member does not keep the whole reply's buffer.
        metadata: Bytes::copy_from_slice(&member.member_metadata),
        assignment: Bytes::copy_from_slice(&member.member_assignment),
    }
}
