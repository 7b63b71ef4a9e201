//! IncrementalAlterConfigs. A write: it is sent once, and only where the connection is unlocked.
//!
//! It changes the settings that it names and leaves the others alone, unlike the older AlterConfigs, which resets every
//! setting that it doesn't mention and is not offered here.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig},
};

use super::codec::{self, str_bytes, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IncrementalAlterConfigs {
    pub resources: Vec<ResourceAltered>,
    /// Check everything and change nothing. For the gate this is still a write.
    pub validate_only: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceAltered {
    /// One of `config_resource`.
    pub kind: i8,
    pub name: String,
    pub changes: Vec<(String, Change)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Set(String),
    /// Back to the default.
    Delete,
    /// To a value that is a list.
    Append(String),
    Subtract(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub resources: Vec<Resource>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub code: ErrorCode,
    pub words: Option<String>,
    pub kind: i8,
    pub name: String,
}

impl Request for IncrementalAlterConfigs {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::IncrementalAlterConfigs;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let resources = codec::each(&self.resources, |resource| {
            AlterConfigsResource::default()
                .with_resource_type(resource.kind)
                .with_resource_name(str_bytes(&resource.name))
                .with_configs(codec::each(&resource.changes, |(name, change)| altered(name, change)))
        });
        let body = IncrementalAlterConfigsRequest::default()
            .with_resources(resources)
            .with_validate_only(self.validate_only);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: IncrementalAlterConfigsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            resources: codec::each(&body.responses, |one| Resource {
                code: codec::code(one.error_code),
                words: words(one.error_code, one.error_message.as_ref()),
                kind: one.resource_type,
                name: text(&one.resource_name),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn altered(name: &str, change: &Change) -> AlterableConfig {
    let (operation, value) = match change {
        Change::Set(value) => (0, Some(value)),
        Change::Delete => (1, None),
        Change::Append(value) => (2, Some(value)),
        Change::Subtract(value) => (3, Some(value)),
    };
    AlterableConfig::default()
        .with_name(str_bytes(name))
        .with_config_operation(operation)
        .with_value(value.map(|value| str_bytes(value)))
}
