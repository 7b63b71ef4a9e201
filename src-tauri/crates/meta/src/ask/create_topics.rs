//! CreateTopics: goes to the controller as a whole, and a controller that moved says so for each topic.

use wire::{
    ErrorCode,
    message::create_topics::{CreateTopics, Reply},
};

use super::{Ask, Item};

impl Ask for CreateTopics {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.topics.iter().map(|topic| (Item::Topic(topic.name.as_str().into()), topic.code)).collect()
    }
}
