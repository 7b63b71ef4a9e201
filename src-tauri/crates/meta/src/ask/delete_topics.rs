//! DeleteTopics: goes to the controller as a whole, and a controller that moved says so for each topic.

use wire::{
    ErrorCode,
    message::delete_topics::{DeleteTopics, Reply, Topic},
};

use super::{Ask, Item};

impl Ask for DeleteTopics {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        // A topic that was named by its id comes back without a name when it is not known.
        let item = |topic: &Topic| match &topic.name {
            Some(name) => Item::Topic(name.as_str().into()),
            None => Item::Rest,
        };
        reply.topics.iter().map(|topic| (item(topic), topic.code)).collect()
    }
}
