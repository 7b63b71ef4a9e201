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
        let mut items = Vec::with_capacity(self.topics.iter().map(|topic| topic.partitions.len()).sum());
        for topic in &self.topics {
            items.extend(partitions(&topic.name, topic.partitions.iter().map(|one| one.partition)));
        }
        items
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

    fn plainly(&self, reply: &Reply, asked: &Item) -> bool {
        let ([topic], Item::Partition(name, index)) = (reply.topics.as_slice(), asked) else { return false };
        let [one] = topic.partitions.as_slice() else { return false };
        one.code.is_none() && one.partition == *index && topic.name == **name
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        for topic in &mut reply.topics {
            topic.partitions.retain(|one| !chosen.partition(&topic.name, one.partition));
        }
        reply.topics.retain(|topic| !topic.partitions.is_empty());
    }
}
