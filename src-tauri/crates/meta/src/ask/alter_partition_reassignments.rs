//! AlterPartitionReassignments: goes to the controller as a whole, and answers for each partition.

use wire::{
    ErrorCode,
    message::alter_partition_reassignments::{AlterPartitionReassignments, Reply},
};

use super::{Ask, Item, chosen::partition_codes};

impl Ask for AlterPartitionReassignments {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let topics = reply.topics.iter();
        topics
            .flat_map(|topic| {
                partition_codes(&topic.name, topic.partitions.iter().map(|one| (one.partition, one.code)))
            })
            .collect()
    }
}
