//! AlterReplicaLogDirs: goes to the broker that the caller names, as the body tells directories and not brokers, and answers for each
//! partition.

use wire::{
    ErrorCode,
    message::alter_replica_log_dirs::{AlterReplicaLogDirs, Reply},
};

use super::{Ask, Item, chosen::partition_codes};

impl Ask for AlterReplicaLogDirs {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let topics = reply.topics.iter();
        topics
            .flat_map(|topic| {
                partition_codes(&topic.name, topic.partitions.iter().map(|one| (one.partition, one.code)))
            })
            .collect()
    }
}
