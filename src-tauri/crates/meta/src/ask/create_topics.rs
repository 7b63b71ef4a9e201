//! CreateTopics: goes to the controller, which answers for each topic: one that moved says so for all, one whose quota is
//! used up for those that were too many.

use wire::{
    ErrorCode,
    message::create_topics::{CreateTopics, Reply},
};

use super::{Ask, Item, chosen::Chosen};

impl Ask for CreateTopics {
    fn items(&self) -> Vec<Item> {
        self.topics.iter().map(|topic| Item::Topic(topic.name.as_str().into())).collect()
    }

    fn only(&self, items: &[Item]) -> CreateTopics {
        let chosen = Chosen::of(items);
        let topics = self.topics.iter().filter(|topic| chosen.name(&topic.name)).cloned().collect();
        CreateTopics { topics, ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.topics.iter().map(|topic| (Item::Topic(topic.name.as_str().into()), topic.code)).collect()
    }

    fn words(&self, reply: &Reply, item: &Item) -> Option<String> {
        let Item::Topic(name) = item else { return None };
        reply.topics.iter().find(|topic| *topic.name == **name)?.words.clone()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.topics.retain(|topic| !chosen.name(&topic.name));
    }
}
