//! rdkafka, that is librdkafka: calls that block the caller's thread, and threads of its own for the brokers.

use std::time::Duration;

use anyhow::Result;
use rdkafka::{ClientConfig, consumer::BaseConsumer};

pub fn config(bootstrap: &[String]) -> ClientConfig {
    let mut config = ClientConfig::new();
    config
        .set("bootstrap.servers", bootstrap.join(","))
        .set("client.id", "brokerscope-bench")
        // The largest that it accepts, for the listings of a million partitions.
        .set("receive.message.max.bytes", "1000000000")
        .set("topic.metadata.refresh.interval.ms", "-1")
        // What it complains of is what the rows make it suffer.
        .set("log_level", "0");
    config
}

/// With its background refresh as it is by default. The least that it takes for setting up a connection is one second.
pub fn patient_for(bootstrap: &[String], attempt: Duration) -> ClientConfig {
    let mut config = config(bootstrap);
    let milliseconds = attempt.as_millis().to_string();
    config.set("topic.metadata.refresh.interval.ms", "300000");
    config.set("socket.timeout.ms", &milliseconds);
    config.set("socket.connection.setup.timeout.ms", &milliseconds);
    config
}

pub fn connect(bootstrap: &[String]) -> Result<BaseConsumer> {
    Ok(config(bootstrap).create()?)
}
