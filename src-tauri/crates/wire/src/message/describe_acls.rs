//! DescribeAcls: who may do what. The kinds of resource, pattern, operation and permission stay the protocol's numbers,
//! because a newer broker may send one that has no name here.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{DescribeAclsRequest, DescribeAclsResponse};

use super::codec::{self, str_bytes, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// In each of the numbers of the filter: whatever it is.
pub const ANY: i8 = 1;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeAcls {
    pub resource_type: i8,
    pub resource_name: Option<String>,
    pub pattern_type: i8,
    pub principal: Option<String>,
    pub host: Option<String>,
    pub operation: i8,
    pub permission: i8,
}

impl Default for DescribeAcls {
    /// All that there are.
    fn default() -> DescribeAcls {
        DescribeAcls {
            resource_type: ANY,
            resource_name: None,
            pattern_type: ANY,
            principal: None,
            host: None,
            operation: ANY,
            permission: ANY,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub resources: Vec<Resource>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub resource_type: i8,
    pub name: String,
    pub pattern_type: i8,
    pub acls: Vec<Acl>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acl {
    pub principal: String,
    pub host: String,
    pub operation: i8,
    pub permission: i8,
}

impl Request for DescribeAcls {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeAcls;
    const VERSIONS: (i16, i16) = (1, 3);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = DescribeAclsRequest::default()
            .with_resource_type_filter(self.resource_type)
            .with_resource_name_filter(self.resource_name.as_deref().map(str_bytes))
            .with_pattern_type_filter(self.pattern_type)
            .with_principal_filter(self.principal.as_deref().map(str_bytes))
            .with_host_filter(self.host.as_deref().map(str_bytes))
            .with_operation(self.operation)
            .with_permission_type(self.permission);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeAclsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            resources: codec::each(&body.resources, |resource| Resource {
                resource_type: resource.resource_type,
                name: text(&resource.resource_name),
                pattern_type: resource.pattern_type,
                acls: codec::each(&resource.acls, |acl| Acl {
                    principal: text(&acl.principal),
                    host: text(&acl.host),
                    operation: acl.operation,
                    permission: acl.permission_type,
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
