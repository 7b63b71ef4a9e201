//! AlterPartitionReassignments: goes to the controller, and answers for each partition.

use wire::{
    ErrorCode,
    message::alter_partition_reassignments::{AlterPartitionReassignments, Reply, TopicMoved},
};

use super::{
    Ask, Item,
    chosen::{Chosen, partition_codes, partitions},
};

impl Ask for AlterPartitionReassignments {
    fn items(&self) -> Vec<Item> {
        let of = |moved: &TopicMoved| {
            let indexes = moved.partitions.iter().map(|one| one.partition);
            partitions(&moved.name, indexes).collect::<Vec<_>>()
        };
        self.topics.iter().flat_map(of).collect()
    }

    fn only(&self, items: &[Item]) -> AlterPartitionReassignments {
        let chosen = Chosen::of(items);
        let of = |moved: &TopicMoved| {
            let meant = moved.partitions.iter().filter(|one| chosen.partition(&moved.name, one.partition));
            TopicMoved { name: moved.name.clone(), partitions: meant.cloned().collect() }
        };
        let topics = self.topics.iter().map(of).filter(|topic| !topic.partitions.is_empty()).collect();
        AlterPartitionReassignments { topics, ..*self }
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
