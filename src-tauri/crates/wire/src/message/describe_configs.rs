//! DescribeConfigs: the settings of topics, brokers, groups and clients, and where each value comes from.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeConfigsRequest, DescribeConfigsResponse, describe_configs_request::DescribeConfigsResource,
    describe_configs_response::DescribeConfigsResourceResult,
};

use super::codec::{self, maybe_text, str_bytes, str_list, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeConfigs {
    pub resources: Vec<ResourceAsked>,
    pub include_synonyms: bool,
    /// A wish: a version that can't carry it leaves `Config::documentation` untold.
    pub include_documentation: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceAsked {
    /// One of `config_resource`.
    pub kind: i8,
    pub name: String,
    /// `None` is all of its settings.
    pub keys: Option<Vec<String>>,
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
    pub configs: Vec<Config>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub name: String,
    /// `None` is unset, or secret (`sensitive`).
    pub value: Option<String>,
    pub read_only: bool,
    /// The protocol's number: 1 topic, 2 this broker, 3 all brokers, 4 broker's file, 5 default, 6 logger, 7 client
    /// metrics, 8 group.
    pub source: i8,
    pub sensitive: bool,
    pub synonyms: Vec<Synonym>,
    /// The protocol's number of the value's type; `None` below version 3.
    pub value_type: Option<i8>,
    pub documentation: Option<String>,
}

/// A value further down in the order of precedence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonym {
    pub name: String,
    pub value: Option<String>,
    pub source: i8,
}

const DOCUMENTATION: i16 = 3;

impl Request for DescribeConfigs {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeConfigs;
    const VERSIONS: (i16, i16) = (1, 4);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let resources = codec::each(&self.resources, |asked| {
            DescribeConfigsResource::default()
                .with_resource_type(asked.kind)
                .with_resource_name(str_bytes(&asked.name))
                .with_configuration_keys(asked.keys.as_deref().map(str_list))
        });
        let body = DescribeConfigsRequest::default()
            .with_resources(resources)
            .with_include_synonyms(self.include_synonyms)
            .with_include_documentation(self.include_documentation && DOCUMENTATION <= version);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeConfigsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            resources: codec::each(&body.results, |result| Resource {
                code: codec::code(result.error_code),
                words: words(result.error_code, result.error_message.as_ref()),
                kind: result.resource_type,
                name: text(&result.resource_name),
                configs: codec::each(&result.configs, |one| config(one, version)),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn config(one: &DescribeConfigsResourceResult, version: i16) -> Config {
    Config {
        name: text(&one.name),
        value: maybe_text(one.value.as_ref()),
        read_only: one.read_only,
        source: one.config_source,
        sensitive: one.is_sensitive,
        synonyms: codec::each(&one.synonyms, |synonym| Synonym {
            name: text(&synonym.name),
            value: maybe_text(synonym.value.as_ref()),
            source: synonym.source,
        }),
        value_type: (DOCUMENTATION <= version).then_some(one.config_type),
        documentation: maybe_text(one.documentation.as_ref()),
    }
}
