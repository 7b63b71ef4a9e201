//! Case 27 (confluentinc/librdkafka#2955, KAFKA-6796): codes of a broker that no longer has the replica ended the read.
//!
//! A reassignment or a failed disk leaves the old leader saying one of many things. Each of them means: look at the
//! metadata again and ask the new leader. Over each request for leaders and each of those codes.

use mock_cluster::{Action, Fault, Release};
use support::ground::within;

use super::{
    meeting::warm,
    requests::{Place, requests},
};

/// Storage error, replica not available, unknown partition, no leader, not leader, old epoch, broker not available.
const CODES: [i16; 7] = [56, 9, 3, 5, 6, 74, 8];
/// The asked broker is the one that is behind: it only needs a moment.
const BEHIND: i16 = 75;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_code_of_a_former_leader_leads_to_the_new_one() {
    for asked in requests(Release::Kafka44).into_iter().filter(|asked| asked.place == Place::Leader) {
        for code in CODES {
            let (mock, cluster) = warm(&asked, Release::Kafka44).await;
            (0..2).for_each(|partition| mock.state().move_leader("orders", partition, 3).unwrap());
            mock.fault(Fault::on(asked.api.code()).broker(2), Action::ErrorCode(code));
            let told = within(asked.send(cluster)).await;
            let context = format!("{} {code}: {told:?}", asked.name);
            assert!(told.whole.is_none() && told.failed.is_empty(), "{context}");
            assert!(told.codes.len() == 2 && told.codes.iter().all(|(_, code)| code.is_none()), "{context}");
            let brokers: Vec<i32> = mock.requests(asked.api.code()).iter().map(|seen| seen.broker).collect();
            assert_eq!(brokers, [2, 3], "{context}");
        }
    }
}

#[tokio::test]
async fn a_leader_that_has_not_heard_of_its_epoch_is_given_a_moment() {
    for asked in requests(Release::Kafka44).into_iter().filter(|asked| asked.place == Place::Leader) {
        let (mock, cluster) = warm(&asked, Release::Kafka44).await;
        mock.fault(Fault::on(asked.api.code()).broker(2).times(2), Action::ErrorCode(BEHIND));
        let told = within(asked.send(cluster)).await;
        assert!(told.codes.len() == 2 && told.codes.iter().all(|(_, code)| code.is_none()), "{told:?}");
        let brokers: Vec<i32> = mock.requests(asked.api.code()).iter().map(|seen| seen.broker).collect();
        assert_eq!(brokers, [2, 2, 2], "{}", asked.name);
    }
}
