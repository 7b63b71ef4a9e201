//! rskafka: no time-outs of its own; its retries have no end unless one is set.

use std::time::Duration;

use anyhow::Result;
use rskafka::{
    BackoffConfig,
    client::{
        Client, ClientBuilder,
        partition::{PartitionClient, UnknownTopicHandling},
    },
};

pub async fn connect(bootstrap: &[String]) -> Result<Client> {
    Ok(ClientBuilder::new(bootstrap.to_vec()).build().await?)
}

/// The same, giving up after this time.
pub async fn patient_for(bootstrap: &[String], limit: Duration) -> Result<Client> {
    let backoff = BackoffConfig { deadline: Some(limit), ..BackoffConfig::default() };
    Ok(ClientBuilder::new(bootstrap.to_vec()).backoff_config(backoff).build().await?)
}

pub async fn partition(client: &Client, topic: &str, partition: i32) -> Result<PartitionClient> {
    Ok(client.partition_client(topic, partition, UnknownTopicHandling::Error).await?)
}
