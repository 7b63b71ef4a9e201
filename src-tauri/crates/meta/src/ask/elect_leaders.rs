//! ElectLeaders: goes to the controller as a whole, and answers for each partition.

use wire::{
    ErrorCode,
    message::elect_leaders::{ElectLeaders, Reply},
};

use super::{Ask, Item, chosen::partition_codes};

impl Ask for ElectLeaders {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let topics = reply.topics.iter();
        topics
            .flat_map(|topic| {
                partition_codes(&topic.name, topic.partitions.iter().map(|one| (one.partition, one.code)))
            })
            .collect()
    }
}
