//! Ours, with its defaults; the time for one attempt where a row is about it.

use std::time::Duration;

use anyhow::Result;
use meta::{
    Address, Cluster, Config,
    message::list_offsets::{LATEST, ListOffsets, PartitionAsked, TopicAsked},
};

pub fn config(bootstrap: &[String]) -> Result<Config> {
    Ok(Config::new(Address::parse_list(&bootstrap.join(","))?))
}

pub fn patient_for(bootstrap: &[String], attempt: Duration) -> Result<Config> {
    Ok(Config { attempt_timeout: attempt, setup_timeout: attempt, ..config(bootstrap)? })
}

pub async fn connect(bootstrap: &[String]) -> Result<Cluster> {
    Ok(Cluster::connect(config(bootstrap)?).await?)
}

/// The small request of the rows that need one: the end of one partition.
pub fn latest(topic: &str, partition: i32) -> ListOffsets {
    let asked = PartitionAsked { partition, leader_epoch: None, timestamp: LATEST };
    let topics = vec![TopicAsked { name: topic.to_owned(), partitions: vec![asked] }];
    ListOffsets { topics, ..ListOffsets::default() }
}
