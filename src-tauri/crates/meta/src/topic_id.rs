//! A topic's identity, which outlives its name: a topic that was deleted and made again has the same name and another id.
//!
//! It wraps the UUID and hands out neither it nor a codec type, so that no layer above depends on how an id is coded.

use std::{fmt, str::FromStr};

use uuid::Uuid;

/// The id of a topic; never the all-zero one, which is how the protocol says "none".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TopicId(Uuid);

/// A text that is no topic id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a topic id: 22 letters, digits, - or _ as Kafka's tools print it")]
pub struct NotATopicId(String);

impl TopicId {
    pub(crate) fn new(id: Uuid) -> Option<TopicId> {
        if id.is_nil() { None } else { Some(TopicId(id)) }
    }
}

impl fmt::Display for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TopicId({self})")
    }
}

impl FromStr for TopicId {
    type Err = NotATopicId;

    fn from_str(text: &str) -> Result<TopicId, NotATopicId> {
        Err(NotATopicId(text.to_owned()))
    }
}
