//! DescribeProducers: each partition belongs to its leader.

use wire::{
    ErrorCode,
    message::describe_producers::{DescribeProducers, Reply},
};

use super::{
    Ask, Item,
    chosen::{Chosen, partition_codes, partitions},
};

impl Ask for DescribeProducers {
    fn items(&self) -> Vec<Item> {
        let topics = self.topics.iter();
        topics.flat_map(|asked| partitions(&asked.topic, asked.partitions.iter().copied())).collect()
    }

    fn only(&self, items: &[Item]) -> DescribeProducers {
        DescribeProducers { topics: Chosen::of(items).topic_partitions(&self.topics) }
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
