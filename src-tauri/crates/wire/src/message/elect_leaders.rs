//! ElectLeaders: have partitions led by their preferred replica, or by any that is left. A write: sent once, and only
//! where the connection is unlocked.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    ElectLeadersRequest, ElectLeadersResponse, elect_leaders_request::TopicPartitions as Asked,
};

use super::{
    TopicPartitions,
    codec::{self, text, throttle, topic, words},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElectLeaders {
    pub election: Election,
    /// `None` is every partition of the cluster.
    pub topics: Option<Vec<TopicPartitions>>,
    pub timeout: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Election {
    Preferred,
    /// Takes a replica that is behind, and so loses what it lacks; needs version 1.
    Unclean,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    /// Always `NONE` in version 0.
    pub code: ErrorCode,
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
}

impl Request for ElectLeaders {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ElectLeaders;
    const VERSIONS: (i16, i16) = (0, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let unclean = self.election == Election::Unclean;
        codec::needs(unclean, version, 1, "an unclean election")?;
        let topics = self.topics.as_deref().map(|topics| {
            codec::each(topics, |asked| {
                Asked::default().with_topic(topic(&asked.topic)).with_partitions(asked.partitions.clone())
            })
        });
        let body = ElectLeadersRequest::default()
            .with_election_type(i8::from(unclean))
            .with_topic_partitions(topics)
            .with_timeout_ms(codec::milliseconds(self.timeout));
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ElectLeadersResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            topics: codec::each(&body.replica_election_results, |topic| Topic {
                name: text(&topic.topic),
                partitions: codec::each(&topic.partition_result, |one| Partition {
                    partition: one.partition_id,
                    code: codec::code(one.error_code),
                    words: words(one.error_code, one.error_message.as_ref()),
                }),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
