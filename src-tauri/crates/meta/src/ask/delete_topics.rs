//! DeleteTopics: goes to the controller, which answers for each topic, by the name or by the id that was asked for.

use std::collections::HashSet;

use uuid::Uuid;
use wire::{
    ErrorCode,
    message::delete_topics::{DeleteTopics, Doomed, Reply, Topic},
};

use super::{Ask, Item};
use crate::TopicId;

impl Ask for DeleteTopics {
    fn items(&self) -> Vec<Item> {
        self.topics.iter().map(asked).collect()
    }

    fn only(&self, items: &[Item]) -> DeleteTopics {
        let chosen: HashSet<&Item> = items.iter().collect();
        let topics = self.topics.iter().filter(|doomed| chosen.contains(&asked(doomed))).cloned().collect();
        DeleteTopics { topics, ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let ids = ids(self);
        reply.topics.iter().map(|topic| (answered(&ids, topic), topic.code)).collect()
    }

    fn words(&self, reply: &Reply, item: &Item) -> Option<String> {
        let ids = ids(self);
        reply.topics.iter().find(|topic| answered(&ids, topic) == *item)?.words.clone()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let (ids, chosen) = (ids(self), items.iter().collect::<HashSet<_>>());
        reply.topics.retain(|topic| !chosen.contains(&answered(&ids, topic)));
    }
}

fn asked(doomed: &Doomed) -> Item {
    match doomed {
        Doomed::Named(name) => Item::Topic(name.as_str().into()),
        Doomed::Id(id) => by_id(*id),
    }
}

/// The ids that are asked for.
fn ids(request: &DeleteTopics) -> HashSet<Uuid> {
    let id = |doomed: &Doomed| match doomed {
        Doomed::Named(_) => None,
        Doomed::Id(id) => Some(*id),
    };
    request.topics.iter().filter_map(id).collect()
}

/// The reply has both where the broker knows both; what was asked for tells which of them it answers.
fn answered(ids: &HashSet<Uuid>, topic: &Topic) -> Item {
    let by_id = topic.id.filter(|id| ids.contains(id)).map(by_id);
    let by_name = || topic.name.as_deref().map(|name| Item::Topic(name.into()));
    by_id.or_else(by_name).unwrap_or(Item::Rest)
}

fn by_id(id: Uuid) -> Item {
    TopicId::new(id).map_or(Item::Rest, Item::TopicId)
}
