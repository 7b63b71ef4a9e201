//! ElectLeaders: goes to the controller, and answers for each partition that was named. Asked for all partitions it
//! answers for those that there was something to elect for.

use wire::{
    ErrorCode,
    message::elect_leaders::{ElectLeaders, Reply},
};

use super::{
    Ask, Item,
    chosen::{Chosen, partition_codes, partitions},
};

impl Ask for ElectLeaders {
    fn items(&self) -> Vec<Item> {
        let topics = self.topics.iter().flatten();
        topics.flat_map(|asked| partitions(&asked.topic, asked.partitions.iter().copied())).collect()
    }

    fn only(&self, items: &[Item]) -> ElectLeaders {
        // That all are meant must not become: none of those that were named.
        let topics = self.topics.as_deref().unwrap_or_default();
        ElectLeaders { topics: Some(Chosen::of(items).topic_partitions(topics)), ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let topics = reply.topics.iter();
        topics
            .flat_map(|topic| {
                partition_codes(&topic.name, topic.partitions.iter().map(|one| (one.partition, one.code)))
            })
            .collect()
    }

    fn words(&self, reply: &Reply, item: &Item) -> Option<String> {
        let Item::Partition(name, index) = item else { return None };
        let topic = reply.topics.iter().find(|topic| *topic.name == **name)?;
        topic.partitions.iter().find(|one| one.partition == *index)?.words.clone()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        for topic in &mut reply.topics {
            topic.partitions.retain(|one| !chosen.partition(&topic.name, one.partition));
        }
        reply.topics.retain(|topic| !topic.partitions.is_empty());
    }
}
