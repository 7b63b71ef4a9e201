//! The Metadata request: the one place of this crate that asks a broker what the cluster looks like.
//!
//! The body is written by `wire` alone, where the bit that would let a broker create a missing topic is off; the reply
//! goes through this crate's own reader straight into columns, because a listing of 200,000 partitions read into one
//! object per partition costs several times as long, and as long again to free.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use wire::{
    ApiKey, ErrorCode, Malformed, Request,
    message::metadata::{self, MetadataTopics},
};

use crate::{Ask, MetadataReply};

/// What a refresh fetches; the brokers come with each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Refresh {
    /// No topics at all: cheap on a cluster of any size.
    Brokers,
    /// These topics, by name.
    Topics(Vec<String>),
    /// The full listing.
    All,
}

/// Asks a broker for the brokers and for some, all or none of the topics. Never creates a topic.
#[derive(Clone, Debug)]
pub struct Metadata {
    pub what: Refresh,
}

impl Request for Metadata {
    type Reply = MetadataReply;
    const KEY: ApiKey = ApiKey::Metadata;
    const VERSIONS: (i16, i16) = metadata::VERSIONS;
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let topics = match &self.what {
            Refresh::Brokers => MetadataTopics::None,
            Refresh::Topics(names) => MetadataTopics::Named(names.clone()),
            Refresh::All => MetadataTopics::All,
        };
        metadata::encode(&topics, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<MetadataReply, Malformed> {
        MetadataReply::read(version, &body)
    }

    fn throttle(reply: &MetadataReply) -> Duration {
        reply.throttle()
    }

    fn top_code(reply: &MetadataReply) -> ErrorCode {
        reply.error()
    }
}

impl Ask for Metadata {}

#[cfg(test)]
mod tests {
    use super::{Metadata, Refresh};
    use bytes::BytesMut;
    use kafka_protocol::{messages::MetadataRequest, protocol::Decodable as _};
    use wire::Request as _;

    #[test]
    fn no_refresh_lets_a_broker_create_a_topic() {
        for version in Metadata::VERSIONS.0..=Metadata::VERSIONS.1 {
            for (what, names) in [
                (Refresh::Brokers, Some(0)),
                (Refresh::Topics(vec!["orders".into()]), Some(1)),
                (Refresh::All, None),
            ] {
                let mut out = BytesMut::new();
                Metadata { what }.encode(version, &mut out).unwrap();
                let read = MetadataRequest::decode(&mut out, version).unwrap();
                assert!(!read.allow_auto_topic_creation);
                assert_eq!(read.topics.map(|topics| topics.len()), names);
            }
        }
    }
}
