//! ListGroups: the groups that one broker coordinates. The whole list is the answers of all brokers together.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{ListGroupsRequest, ListGroupsResponse};

use super::codec::{self, str_list, text, throttle};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// Empty filters let everything through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListGroups {
    pub states: Vec<String>,
    pub types: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: String,
    /// "consumer", "connect", "share", or empty for a group that only commits offsets.
    pub protocol: String,
    /// `None` below version 4.
    pub state: Option<String>,
    /// "classic", "consumer", "share", "streams"; `None` below version 5.
    pub group_type: Option<String>,
}

const STATES: i16 = 4;
const TYPES: i16 = 5;

impl Request for ListGroups {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListGroups;
    const VERSIONS: (i16, i16) = (0, 5);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        // A filter that is dropped would show groups that nobody asked for.
        codec::needs(!self.states.is_empty(), version, STATES, "StatesFilter")?;
        codec::needs(!self.types.is_empty(), version, TYPES, "TypesFilter")?;
        let body = ListGroupsRequest::default()
            .with_states_filter(str_list(&self.states))
            .with_types_filter(str_list(&self.types));
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ListGroupsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            groups: codec::each(&body.groups, |group| Group {
                id: text(&group.group_id),
                protocol: text(&group.protocol_type),
                state: (STATES <= version).then(|| text(&group.group_state)),
                group_type: (TYPES <= version).then(|| text(&group.group_type)),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_the_version_lacks_is_refused() {
        let stable = ListGroups { states: vec!["Stable".into()], types: vec![] };
        assert!(stable.encode(3, &mut BytesMut::new()).is_err());
        assert!(stable.encode(4, &mut BytesMut::new()).is_ok());
        let share = ListGroups { states: vec![], types: vec!["share".into()] };
        assert!(share.encode(4, &mut BytesMut::new()).is_err());
        assert!(share.encode(5, &mut BytesMut::new()).is_ok());
    }
}
