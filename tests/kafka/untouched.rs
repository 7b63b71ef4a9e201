//! A broker of its own, which nobody has used: the shared ones hold groups and topics of other cases.

use real_kafka::{Kafka, Version};
use support::cases::untouched::looking_at_an_unused_cluster_leaves_it_unused;

#[tokio::test]
async fn looking_at_an_unused_broker_leaves_it_unused() {
    let start = || Kafka::builder().version(Version::V4_4).brokers(1).start();
    let started = tokio::task::spawn_blocking(start);
    let kafka = started.await.unwrap().unwrap();
    looking_at_an_unused_cluster_leaves_it_unused(&kafka.bootstrap()).await;
}
