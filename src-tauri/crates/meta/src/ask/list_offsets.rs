//! ListOffsets: each partition belongs to its leader, which alone knows the end of the log.

use wire::{
    ErrorCode,
    message::list_offsets::{ListOffsets, Reply, TopicAsked},
};

use super::{
    Ask, Item,
    chosen::{Chosen, partition_codes, partitions},
};

impl Ask for ListOffsets {
    fn items(&self) -> Vec<Item> {
        let of = |topic: &TopicAsked| {
            let indexes = topic.partitions.iter().map(|one| one.partition);
            partitions(&topic.name, indexes).collect::<Vec<_>>()
        };
        self.topics.iter().flat_map(of).collect()
    }

    fn only(&self, items: &[Item]) -> ListOffsets {
        let chosen = Chosen::of(items);
        let of = |topic: &TopicAsked| {
            let meant = topic.partitions.iter().filter(|one| chosen.partition(&topic.name, one.partition));
            TopicAsked { name: topic.name.clone(), partitions: meant.copied().collect() }
        };
        let topics = self.topics.iter().map(of).filter(|topic| !topic.partitions.is_empty()).collect();
        ListOffsets { topics, ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let topics = reply.topics.iter();
        topics
            .flat_map(|topic| {
                partition_codes(&topic.name, topic.partitions.iter().map(|one| (one.partition, one.code)))
            })
            .collect()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        for topic in &mut reply.topics {
            topic.partitions.retain(|one| !chosen.partition(&topic.name, one.partition));
        }
        reply.topics.retain(|topic| !topic.partitions.is_empty());
    }
}
