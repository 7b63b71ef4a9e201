//! CreateTopics. A write: it is sent once, and only where the connection is unlocked.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    BrokerId, CreateTopicsRequest, CreateTopicsResponse,
    create_topics_request::{CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig},
};
use uuid::Uuid;

use super::codec::{self, str_bytes, text, throttle, topic, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateTopics {
    pub topics: Vec<NewTopic>,
    /// How long the broker waits for the topics to be there before it answers.
    pub timeout: Duration,
    /// Check everything and create nothing. For the gate this is still a write.
    pub validate_only: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTopic {
    pub name: String,
    pub layout: Layout,
    pub configs: Vec<(String, Option<String>)>,
}

/// Where the replicas go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The cluster decides; `None` takes the cluster's default, which needs version 4.
    Counts { partitions: Option<i32>, replication: Option<i16> },
    /// The brokers of each partition, in order of preference.
    Assigned(Vec<Vec<i32>>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    /// `None` below version 7.
    pub id: Option<Uuid>,
    pub code: ErrorCode,
    pub words: Option<String>,
    /// What it was created with; `None` below version 5 or when we may not read it.
    pub partitions: Option<i32>,
    pub replication: Option<i16>,
}

const DEFAULTS: i16 = 4;

impl Request for CreateTopics {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::CreateTopics;
    const VERSIONS: (i16, i16) = (2, 7);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let mut topics = Vec::with_capacity(self.topics.len());
        for topic in &self.topics {
            topics.push(creatable(topic, version)?);
        }
        let body = CreateTopicsRequest::default()
            .with_topics(topics)
            .with_timeout_ms(codec::milliseconds(self.timeout))
            .with_validate_only(self.validate_only);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: CreateTopicsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.topics, |topic| Topic {
                name: text(&topic.name),
                id: codec::id(topic.topic_id),
                code: codec::code(topic.error_code),
                words: words(topic.error_code, topic.error_message.as_ref()),
                partitions: (0 < topic.num_partitions).then_some(topic.num_partitions),
                replication: (0 < topic.replication_factor).then_some(topic.replication_factor),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn creatable(new: &NewTopic, version: i16) -> Result<CreatableTopic, Malformed> {
    let body = CreatableTopic::default().with_name(topic(&new.name)).with_configs(codec::each(
        &new.configs,
        |(name, value)| {
            CreatableTopicConfig::default()
                .with_name(str_bytes(name))
                .with_value(value.as_deref().map(str_bytes))
        },
    ));
    match &new.layout {
        Layout::Counts { partitions, replication } => {
            let defaults = partitions.is_none() || replication.is_none();
            codec::needs(defaults, version, DEFAULTS, "the cluster's default counts")?;
            Ok(body
                .with_num_partitions(partitions.unwrap_or(-1))
                .with_replication_factor(replication.unwrap_or(-1)))
        }
        Layout::Assigned(partitions) => {
            let assignments = (0..).zip(partitions).map(|(index, brokers)| {
                CreatableReplicaAssignment::default()
                    .with_partition_index(index)
                    .with_broker_ids(codec::each(brokers, |id| BrokerId(*id)))
            });
            // The protocol wants both counts unset beside an assignment.
            Ok(body
                .with_num_partitions(-1)
                .with_replication_factor(-1)
                .with_assignments(assignments.collect()))
        }
    }
}
