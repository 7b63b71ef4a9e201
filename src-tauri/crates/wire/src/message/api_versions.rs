//! ApiVersions: which requests, in which versions, the broker at the other end of this very socket answers.
//!
//! It is the first request on each connection, sent before anything is known of the broker. So a broker may not know the
//! version it comes in; it then answers code 35 in version 0, whatever was asked, and tells its own range in it.
//!
//! Version 5 (KIP-1242, Kafka 4.4) also names the broker that is meant, and a broker that isn't it says so before anything else is
//! asked of it. An address that was given to somebody else is then noticed by the first words.

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use kafka_protocol::messages::{ApiVersionsRequest, ApiVersionsResponse};

use super::{
    by_hand,
    codec::{self, str_bytes, text, throttle, told},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// What do you offer?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiVersions;

/// The same, of one broker of one cluster: another one answers `REBOOTSTRAP_REQUIRED`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiVersionsOf {
    pub cluster_id: String,
    pub broker: i32,
}

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
/// The highest that the codec knows; the reply of version 5 looks the same.
const CODEC_KNOWS: i16 = 4;
const SOFTWARE: [&str; 2] = ["brokerscope", env!("CARGO_PKG_VERSION")];

impl Request for ApiVersions {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ApiVersions;
    const VERSIONS: (i16, i16) = (0, CODEC_KNOWS);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let mut body = ApiVersionsRequest::default();
        if 3 <= version {
            let [name, software] = SOFTWARE.map(str_bytes);
            body = body.with_client_software_name(name).with_client_software_version(software);
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
        let body: ApiVersionsResponse = codec::read(version.min(CODEC_KNOWS), body)?;
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

impl Request for ApiVersionsOf {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ApiVersions;
    const VERSIONS: (i16, i16) = (5, 5);

    fn encode(&self, _version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        for text in SOFTWARE.into_iter().chain([self.cluster_id.as_str()]) {
            by_hand::name(text, true, out)?;
        }
        out.put_i32(self.broker);
        by_hand::no_tags(true, out);
        Ok(())
    }

    fn reply_version(asked: i16, body: &[u8]) -> i16 {
        ApiVersions::reply_version(asked, body)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        ApiVersions::decode(version, body)
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

    /// `ApiVersionsRequest.json` of 4.4.0: two texts, a nullable text, an i32, tags.
    #[test]
    fn the_broker_that_is_meant_is_named_as_the_schema_has_it() {
        let whole = |cluster_id: &str, broker| {
            let mut out = BytesMut::new();
            ApiVersionsOf { cluster_id: cluster_id.to_owned(), broker }.encode(5, &mut out).unwrap();
            let mut reader = crate::Reader::new(&out);
            assert_eq!(reader.string(true, "ClientSoftwareName").unwrap(), "brokerscope");
            assert_eq!(reader.string(true, "ClientSoftwareVersion").unwrap(), SOFTWARE[1]);
            assert_eq!(reader.nullable_string(true, "ClusterId").unwrap(), Some(cluster_id));
            assert_eq!(reader.i32("NodeId").unwrap(), broker);
            reader.skip_tags(true).unwrap();
            reader.finish().unwrap();
        };
        whole("QnJva2Vyc2NvcGVUZXN0cw", 7);
        whole(&"x".repeat(126), 0);
        whole(&"x".repeat(127), i32::MAX);
        whole(&"x".repeat(20_000), 1);
        let long = ApiVersionsOf { cluster_id: "x".repeat(40_000), broker: 1 };
        long.encode(5, &mut BytesMut::new()).unwrap_err();
    }

    #[test]
    fn a_refusal_in_version_five_is_read_in_the_version_it_came_in() {
        let old = Bytes::from_static(&[0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 4]);
        assert_eq!(decode_reply::<ApiVersionsOf>(5, old).unwrap().ranges, [(ApiKey::ApiVersions, 0, 4)]);
        let another = Bytes::from_static(&[0, 129, 1, 0, 0, 0, 0, 0]);
        assert!(decode_reply::<ApiVersionsOf>(5, another).unwrap().code.rebootstrap());
    }

    #[test]
    fn a_key_without_a_name_keeps_its_number() {
        let body = Bytes::from_static(&[0, 0, 0, 0, 0, 1, 0x03, 0xe8, 0, 0, 0, 2]);
        let reply = decode_reply::<ApiVersions>(0, body).unwrap();
        assert_eq!(reply.ranges, [(ApiKey::Unknown(1000), 0, 2)]);
    }
}
