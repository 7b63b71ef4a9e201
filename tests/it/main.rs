//! The mock suite: the cases of both suites on mock brokers that speak as each release does, and beside them what only a
//! mock can do: input that can't be used, brokers that lie, clusters that change under the same address.

mod aws;
mod bad_input;
mod changes;
mod demo;
mod hostile;
mod imports;
mod journal;
mod moves;
mod partial;
mod producers;
mod profiles;
mod quorum;
mod reaching;
mod reassigned;
mod secrets;
mod transactions;
mod untouched;

mod as_4_4 {
    support::every_case!(mock, real_kafka::Version::V4_4);
}
mod as_3_9 {
    support::every_case!(mock, real_kafka::Version::V3_9);
}
mod as_2_8 {
    support::every_case!(mock, real_kafka::Version::V2_8);
}

/// Three brokers with one topic of three partitions on all of them.
async fn three_brokers() -> mock_cluster::MockCluster {
    let orders = mock_cluster::TopicSpec::new("orders").partitions(3).replication(3).records(100);
    mock_cluster::MockCluster::builder()
        .brokers(3)
        .racks(["a", "b", "c"])
        .topic(orders)
        .start()
        .await
        .unwrap()
}
