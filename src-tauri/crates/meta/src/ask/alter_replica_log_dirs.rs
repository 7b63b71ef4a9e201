//! AlterReplicaLogDirs: goes to the broker that the caller names, as the body tells directories and not brokers, and
//! answers for each partition.

use wire::{
    ErrorCode,
    message::alter_replica_log_dirs::{AlterReplicaLogDirs, Dir, Reply},
};

use super::{
    Ask, Item,
    chosen::{Chosen, partition_codes, partitions},
};

impl Ask for AlterReplicaLogDirs {
    fn items(&self) -> Vec<Item> {
        let topics = self.dirs.iter().flat_map(|dir| &dir.topics);
        topics.flat_map(|moved| partitions(&moved.topic, moved.partitions.iter().copied())).collect()
    }

    fn only(&self, items: &[Item]) -> AlterReplicaLogDirs {
        let chosen = Chosen::of(items);
        let of = |dir: &Dir| Dir { path: dir.path.clone(), topics: chosen.topic_partitions(&dir.topics) };
        AlterReplicaLogDirs { dirs: self.dirs.iter().map(of).filter(|dir| !dir.topics.is_empty()).collect() }
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
