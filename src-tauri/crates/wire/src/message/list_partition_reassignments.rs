//! ListPartitionReassignments: partitions whose replicas are being moved between brokers right now.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse,
    list_partition_reassignments_request::ListPartitionReassignmentsTopics,
};

use super::{
    TopicPartitions,
    codec::{self, text, throttle, topic, words},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListPartitionReassignments {
    /// `None` is every partition that is being moved.
    pub topics: Option<Vec<TopicPartitions>>,
    pub timeout: Duration,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
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
    /// The present replicas, those being added and removed among them.
    pub replicas: Vec<i32>,
    pub adding: Vec<i32>,
    pub removing: Vec<i32>,
}

impl Request for ListPartitionReassignments {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListPartitionReassignments;
    const VERSIONS: (i16, i16) = (0, 0);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let topics = self.topics.as_deref().map(|topics| {
            codec::each(topics, |asked| {
                ListPartitionReassignmentsTopics::default()
                    .with_name(topic(&asked.topic))
                    .with_partition_indexes(asked.partitions.clone())
            })
        });
        let body = ListPartitionReassignmentsRequest::default()
            .with_timeout_ms(codec::milliseconds(self.timeout))
            .with_topics(topics);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ListPartitionReassignmentsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            topics: codec::each(&body.topics, |topic| Topic {
                name: text(&topic.name),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition_index,
                    replicas: codec::brokers(&one.replicas),
                    adding: codec::brokers(&one.adding_replicas),
                    removing: codec::brokers(&one.removing_replicas),
                }),
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
