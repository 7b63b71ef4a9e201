//! DeleteGroups: forget empty groups and their offsets. A write: sent once, to each group's coordinator, and only where the
//! connection is unlocked.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{DeleteGroupsRequest, DeleteGroupsResponse};

use super::codec::{self, group_list, text, throttle};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteGroups {
    pub groups: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: String,
    pub code: ErrorCode,
}

impl Request for DeleteGroups {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DeleteGroups;
    const VERSIONS: (i16, i16) = (0, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = DeleteGroupsRequest::default().with_groups_names(group_list(&self.groups));
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DeleteGroupsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            groups: codec::each(&body.results, |group| Group {
                id: text(&group.group_id),
                code: codec::code(group.error_code),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
