//! DescribeClientQuotas: the limits set for users, client ids and addresses.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeClientQuotasRequest, DescribeClientQuotasResponse, describe_client_quotas_request::ComponentData,
};

use super::codec::{self, maybe_text, str_bytes, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeClientQuotas {
    /// Empty asks for all quotas.
    pub components: Vec<Component>,
    /// Leave out entities that have other parts than those named.
    pub strict: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// "user", "client-id" or "ip".
    pub entity_type: String,
    pub matching: Matching,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matching {
    Exact(String),
    Default,
    Any,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Type and name of each part; without a name it is the default of its type.
    pub entity: Vec<(String, Option<String>)>,
    pub values: Vec<(String, f64)>,
}

impl Request for DescribeClientQuotas {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeClientQuotas;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let components = codec::each(&self.components, |component| {
            let (match_type, name) = match &component.matching {
                Matching::Exact(name) => (0, Some(str_bytes(name))),
                Matching::Default => (1, None),
                Matching::Any => (2, None),
            };
            ComponentData::default()
                .with_entity_type(str_bytes(&component.entity_type))
                .with_match_type(match_type)
                .with_match(name)
        });
        let body =
            DescribeClientQuotasRequest::default().with_components(components).with_strict(self.strict);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeClientQuotasResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            // Null beside an error, and only there.
            entries: codec::each(body.entries.as_deref().unwrap_or_default(), |entry| Entry {
                entity: codec::each(&entry.entity, |part| {
                    (text(&part.entity_type), maybe_text(part.entity_name.as_ref()))
                }),
                values: codec::each(&entry.values, |value| (text(&value.key), value.value)),
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
