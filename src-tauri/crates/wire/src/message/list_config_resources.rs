//! ListConfigResources: what has settings at all. In version 0 it lists client metrics subscriptions and nothing else.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{ListConfigResourcesRequest, ListConfigResourcesResponse};

use super::{
    codec::{self, text, throttle},
    config_resource,
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListConfigResources {
    /// Numbers of `config_resource`; empty asks for all kinds.
    pub kinds: Vec<i8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub resources: Vec<Resource>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub kind: i8,
    pub name: String,
}

const KINDS: i16 = 1;

impl Request for ListConfigResources {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListConfigResources;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let only_what_version_0_lists = self.kinds == [config_resource::CLIENT_METRICS];
        // "All kinds" answered with client metrics only would look like a cluster without other settings.
        codec::needs(!only_what_version_0_lists, version, KINDS, "ResourceTypes")?;
        let mut body = ListConfigResourcesRequest::default();
        if KINDS <= version {
            body = body.with_resource_types(self.kinds.clone());
        }
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ListConfigResourcesResponse = codec::read(version, body)?;
        let kind = |told: i8| if KINDS <= version { told } else { config_resource::CLIENT_METRICS };
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            resources: codec::each(&body.config_resources, |one| Resource {
                kind: kind(one.resource_type),
                name: text(&one.resource_name),
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
