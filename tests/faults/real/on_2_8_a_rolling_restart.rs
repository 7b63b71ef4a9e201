//! Case 4 (librdkafka#5301) with ZooKeeper: a broker of 2.8 that has just started knows no brokers until it is told.
//!
//! There the reply without brokers is not rare: each broker gives it between the opening of its port and the controller's first
//! word to it. The claim is that of the case on 4.4.

use real_kafka::Version;

#[tokio::test(flavor = "multi_thread")]
async fn no_empty_list_of_brokers_is_believed() {
    super::case_04_a_rolling_restart::roll(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_partition_of_two_stopped_brokers_is_told_to_have_no_leader() {
    super::case_26_two_of_three_stopped::stop_two(Version::V2_8).await;
}
