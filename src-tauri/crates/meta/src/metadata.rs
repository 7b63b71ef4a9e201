//! The Metadata request: the one place of this crate that asks a broker what the cluster looks like.
//!
//! The body is written by `wire` alone, where the bit that would let a broker create a missing topic is off; the reply
//! goes through this crate's own reader straight into columns, because a listing of 200,000 partitions read into one
//! object per partition costs three times as long and then as long again to free.

use bytes::{Bytes, BytesMut};
use wire::{ApiKey, ErrorCode, Malformed, Request};

use crate::{Ask, MetadataReply};

/// What a refresh fetches; the brokers come with each.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    const VERSIONS: (i16, i16) = (1, 13);

    fn encode(&self, _version: i16, _out: &mut BytesMut) -> Result<(), Malformed> {
        Err(Malformed("not yet".to_owned()))
    }

    fn decode(version: i16, body: Bytes) -> Result<MetadataReply, Malformed> {
        MetadataReply::read(version, &body)
    }

    fn could_write(&self) -> bool {
        false
    }

    fn top_code(reply: &MetadataReply) -> ErrorCode {
        reply.error()
    }
}

impl Ask for Metadata {}
