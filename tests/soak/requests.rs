//! Two writes that the product has no use for and a soak has: both leave behind how often they happened. A commit shows the
//! last offset that was committed; each InitProducerId raises the epoch of its transactional id by one.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{
        GroupId, InitProducerIdRequest, InitProducerIdResponse, OffsetCommitRequest, OffsetCommitResponse,
        TopicName, TransactionalId,
        offset_commit_request::{OffsetCommitRequestPartition, OffsetCommitRequestTopic},
    },
    protocol::{Decodable, Encodable, StrBytes},
};
use meta::{ApiKey, Ask, ErrorCode, Item, Malformed};
use wire::Request;

fn malformed(why: impl std::fmt::Display) -> Malformed {
    Malformed(format!("{why:#}"))
}

/// Commits one offset for a group without members.
#[derive(Clone, Debug)]
pub(crate) struct Commit {
    pub(crate) group: String,
    pub(crate) topic: &'static str,
    pub(crate) partition: i32,
    pub(crate) offset: i64,
}

/// Each partition with what the coordinator said of it.
#[derive(Clone, Debug)]
pub(crate) struct Committed(pub(crate) Vec<(Item, ErrorCode)>);

impl Request for Commit {
    type Reply = Committed;
    const KEY: ApiKey = ApiKey::OffsetCommit;
    const VERSIONS: (i16, i16) = (2, 9);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let partition = OffsetCommitRequestPartition::default()
            .with_partition_index(self.partition)
            .with_committed_offset(self.offset)
            .with_committed_metadata(Some(StrBytes::from_static_str("")));
        let topic = OffsetCommitRequestTopic::default()
            .with_name(TopicName(StrBytes::from_static_str(self.topic)))
            .with_partitions(vec![partition]);
        let body = OffsetCommitRequest::default()
            .with_group_id(GroupId(StrBytes::from_string(self.group.clone())))
            .with_generation_id_or_member_epoch(-1)
            .with_topics(vec![topic]);
        body.encode(out, version).map_err(malformed)
    }

    fn decode(version: i16, mut body: Bytes) -> Result<Committed, Malformed> {
        let body = OffsetCommitResponse::decode(&mut body, version).map_err(malformed)?;
        let mut codes = Vec::new();
        for topic in &body.topics {
            for one in &topic.partitions {
                let item = Item::Partition(topic.name.as_str().into(), one.partition_index);
                codes.push((item, ErrorCode(one.error_code)));
            }
        }
        Ok(Committed(codes))
    }
}

impl Ask for Commit {
    fn codes(&self, reply: &Committed) -> Vec<(Item, ErrorCode)> {
        reply.0.clone()
    }
}

/// Fences whoever used this transactional id before.
#[derive(Clone, Debug)]
pub(crate) struct Fence {
    pub(crate) id: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Fenced {
    code: ErrorCode,
    pub(crate) producer: i64,
    pub(crate) epoch: i16,
}

impl Request for Fence {
    type Reply = Fenced;
    const KEY: ApiKey = ApiKey::InitProducerId;
    const VERSIONS: (i16, i16) = (0, 5);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = InitProducerIdRequest::default()
            .with_transactional_id(Some(TransactionalId(StrBytes::from_string(self.id.clone()))))
            .with_transaction_timeout_ms(60_000);
        body.encode(out, version).map_err(malformed)
    }

    fn decode(version: i16, mut body: Bytes) -> Result<Fenced, Malformed> {
        let body = InitProducerIdResponse::decode(&mut body, version).map_err(malformed)?;
        let code = ErrorCode(body.error_code);
        Ok(Fenced { code, producer: body.producer_id.0, epoch: body.producer_epoch })
    }

    fn top_code(reply: &Fenced) -> ErrorCode {
        reply.code
    }

    fn throttle(_: &Fenced) -> Duration {
        Duration::ZERO
    }
}

impl Ask for Fence {}
