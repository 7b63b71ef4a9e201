//! Cases 18, 19 (sarama#1586, KAFKA-6299) with ZooKeeper: only one broker acts as controller, and all others refuse.
//!
//! There no broker forwards: whoever is asked after the controller died says NOT_CONTROLLER until a session has run out and the
//! next one is elected. The claim is that of the case on 4.4.

use real_kafka::Version;

#[tokio::test(flavor = "multi_thread")]
async fn a_write_of_each_kind_is_done_once() {
    super::case_18_the_controller_moves::kill_it_under_writes(Version::V2_8).await;
}
