//! DescribeProducers: the idempotent and transactional producers that a partition's replica remembers.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeProducersRequest, DescribeProducersResponse, describe_producers_request::TopicRequest,
    describe_producers_response::ProducerState,
};

use super::{
    TopicPartitions,
    codec::{self, text, throttle, told, topic, words},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeProducers {
    pub topics: Vec<TopicPartitions>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub partitions: Vec<Partition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    pub partition: i32,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub producers: Vec<Producer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Producer {
    pub id: i64,
    pub epoch: i32,
    pub last_sequence: Option<i32>,
    /// Milliseconds since 1970.
    pub last_timestamp: Option<i64>,
    pub coordinator_epoch: Option<i32>,
    /// `None` while it has no transaction open on this partition.
    pub transaction_start: Option<i64>,
}

impl Request for DescribeProducers {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeProducers;
    const VERSIONS: (i16, i16) = (0, 0);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let topics = codec::each(&self.topics, |asked| {
            TopicRequest::default()
                .with_name(topic(&asked.topic))
                .with_partition_indexes(asked.partitions.clone())
        });
        codec::write(&DescribeProducersRequest::default().with_topics(topics), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeProducersResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.topics, |topic| Topic {
                name: text(&topic.name),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition_index,
                    code: codec::code(one.error_code),
                    words: words(one.error_code, one.error_message.as_ref()),
                    producers: codec::each(&one.active_producers, producer),
                }),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn producer(state: &ProducerState) -> Producer {
    Producer {
        id: state.producer_id.0,
        epoch: state.producer_epoch,
        last_sequence: codec::epoch(state.last_sequence),
        last_timestamp: told(state.last_timestamp),
        coordinator_epoch: codec::epoch(state.coordinator_epoch),
        transaction_start: told(state.current_txn_start_offset),
    }
}
