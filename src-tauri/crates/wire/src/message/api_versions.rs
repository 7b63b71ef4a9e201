//! ApiVersions: which requests, in which versions, the broker at the other end of this very socket answers.
//!
//! It is the first request on each connection, sent before anything is known of the broker. So a broker may not know the
//! version it comes in; it then answers code 35 in version 0, whatever was asked, and tells its own range in it.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{ApiVersionsRequest, ApiVersionsResponse};

use super::codec::{self, str_bytes, text, throttle, told};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// What do you offer?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiVersions;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub code: ErrorCode,
    /// Key, lowest and highest version; keys without a name here are kept.
    pub ranges: Vec<(ApiKey, i16, i16)>,
    pub throttle: Duration,
    /// What this broker could run at: name, lowest and highest level.
    pub supported_features: Vec<(String, i16, i16)>,
    /// What the cluster as a whole runs at: name, lowest and highest level.
    pub finalized_features: Vec<(String, i16, i16)>,
    /// `None` when the broker doesn't know (yet), and then the finalized features mean nothing.
    pub finalized_epoch: Option<i64>,
}

const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(35);

impl Request for ApiVersions {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ApiVersions;
    const VERSIONS: (i16, i16) = (0, 4);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let mut body = ApiVersionsRequest::default();
        if 3 <= version {
            body = body
                .with_client_software_name(str_bytes("brokerscope"))
                .with_client_software_version(str_bytes(env!("CARGO_PKG_VERSION")));
        }
        codec::write(&body, version, out)
    }

    fn reply_version(asked: i16, body: &[u8]) -> i16 {
        match body.first_chunk::<2>() {
            Some(code) if ErrorCode(i16::from_be_bytes(*code)) == UNSUPPORTED_VERSION => 0,
            _ => asked,
        }
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ApiVersionsResponse = codec::read(version, body)?;
        Ok(Reply {
            code: codec::code(body.error_code),
            ranges: codec::each(&body.api_keys, |api| {
                (ApiKey::from_code(api.api_key), api.min_version, api.max_version)
            }),
            throttle: throttle(body.throttle_time_ms),
            supported_features: codec::each(&body.supported_features, |feature| {
                (text(&feature.name), feature.min_version, feature.max_version)
            }),
            finalized_features: codec::each(&body.finalized_features, |feature| {
                (text(&feature.name), feature.min_version_level, feature.max_version_level)
            }),
            finalized_epoch: told(body.finalized_features_epoch),
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
    use crate::decode_reply;

    #[test]
    fn a_refused_version_is_answered_in_version_zero_and_tells_the_range() {
        let body = Bytes::from_static(&[0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 2]);
        let reply = decode_reply::<ApiVersions>(4, body).unwrap();
        assert_eq!(reply.code, UNSUPPORTED_VERSION);
        assert_eq!(reply.ranges, [(ApiKey::ApiVersions, 0, 2)]);
    }

    #[test]
    fn a_key_without_a_name_keeps_its_number() {
        let body = Bytes::from_static(&[0, 0, 0, 0, 0, 1, 0x03, 0xe8, 0, 0, 0, 2]);
        let reply = decode_reply::<ApiVersions>(0, body).unwrap();
        assert_eq!(reply.ranges, [(ApiKey::Unknown(1000), 0, 2)]);
    }
}
