//! Signing in to brokers of 2.8: the same ways, the same renewal under load, and no name that a broker could know.

use real_kafka::Version;

use super::{a_broker_that_is_another_says_so, case_33_renewed_under_load, every_way_to_sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn every_mechanism_and_every_misfit() {
    every_way_to_sign_in::every_way(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_callers_and_no_failed_request() {
    case_33_renewed_under_load::renewed(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_does_not_know_its_name() {
    a_broker_that_is_another_says_so::can_not_tell(Version::V2_8, 3).await;
}
