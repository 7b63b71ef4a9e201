//! DeleteTopics. A write: it is sent once, and only where the connection is unlocked.
//!
//! By id where the broker can, so that a topic which somebody made anew under the same name is not hit.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DeleteTopicsRequest, DeleteTopicsResponse, delete_topics_request::DeleteTopicState,
};
use uuid::Uuid;

use super::codec::{self, maybe_text, throttle, topic, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteTopics {
    pub topics: Vec<Doomed>,
    pub timeout: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doomed {
    Named(String),
    /// Needs version 6.
    Id(Uuid),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: Option<String>,
    pub id: Option<Uuid>,
    pub code: ErrorCode,
    pub words: Option<String>,
}

const IDS: i16 = 6;

impl Request for DeleteTopics {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DeleteTopics;
    const VERSIONS: (i16, i16) = (4, 6);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let mut states = Vec::with_capacity(self.topics.len());
        let mut names = Vec::with_capacity(self.topics.len());
        for doomed in &self.topics {
            match doomed {
                Doomed::Named(name) if IDS <= version => {
                    states.push(DeleteTopicState::default().with_name(Some(topic(name))));
                }
                Doomed::Named(name) => names.push(topic(name)),
                Doomed::Id(id) => {
                    codec::needs(true, version, IDS, "deleting a topic by its id")?;
                    states.push(DeleteTopicState::default().with_name(None).with_topic_id(*id));
                }
            }
        }
        let body = DeleteTopicsRequest::default()
            .with_topics(states)
            .with_topic_names(names)
            .with_timeout_ms(codec::milliseconds(self.timeout));
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DeleteTopicsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.responses, |topic| Topic {
                name: maybe_text(topic.name.as_deref()),
                id: codec::id(topic.topic_id),
                code: codec::code(topic.error_code),
                words: words(topic.error_code, topic.error_message.as_ref()),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_not_sent_to_a_broker_that_deletes_by_name_only() {
        let by_id = DeleteTopics { topics: vec![Doomed::Id(Uuid::from_u128(7))], timeout: Duration::ZERO };
        assert!(by_id.encode(5, &mut BytesMut::new()).is_err());
        assert!(by_id.encode(6, &mut BytesMut::new()).is_ok());
    }
}
