//! Case 16 (IBM/sarama#1004, bsm/sarama-cluster#212): "not the coordinator" was asked again at the same broker for minutes.
//!
//! The broker that refuses is forgotten as the coordinator of just that group or transactional id, the look-up is made
//! anew, and the next attempt goes where it leads. Over each request that goes to a coordinator, reads and changes.

use mock_cluster::{Action, Fault, Release, key};
use support::ground::within;

use super::{
    meeting::warm,
    requests::{Asked, Place, requests},
};

fn to_coordinators() -> Vec<Asked> {
    requests(Release::Kafka44).into_iter().filter(|asked| asked.place == Place::Coordinator).collect()
}

fn look_ups_allowed(asked: &Asked) -> u64 {
    // One for each id, should the two of a request not be asked about together.
    asked.items.len() as u64
}

#[tokio::test]
async fn a_moved_coordinator_is_looked_up_once_and_asked_once() {
    for asked in to_coordinators() {
        let (mock, cluster) = warm(&asked, Release::Kafka44).await;
        for id in ["g1", "g2", "c1", "c2", "t1", "t2"] {
            mock.state().move_coordinator(id, 3).unwrap();
        }
        let told = within(asked.send(cluster)).await;
        let name = asked.name;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{name}: {told:?}");
        assert!(told.codes.iter().all(|(_, code)| code.0 != 16), "{name}: {told:?}");
        assert_eq!(told.codes.len(), asked.items.len(), "{name}");
        let brokers: Vec<i32> = mock.requests(asked.api.code()).iter().map(|seen| seen.broker).collect();
        assert_eq!(brokers, [2, 3], "{name}");
        let look_ups = mock.count(key::FIND_COORDINATOR);
        assert!((1..=look_ups_allowed(&asked)).contains(&look_ups), "{name}: {look_ups} look-ups");
    }
}

#[tokio::test]
async fn a_coordinator_whose_broker_is_replaced_is_found_on_another() {
    for asked in to_coordinators() {
        let (mock, cluster) = warm(&asked, Release::Kafka44).await;
        mock.fail_broker(2).await.unwrap();
        for id in ["g1", "g2", "c1", "c2", "t1", "t2"] {
            mock.state().move_coordinator(id, 3).unwrap();
        }
        let told = within(asked.send(cluster)).await;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
        let brokers: Vec<i32> = mock.requests(asked.api.code()).iter().map(|seen| seen.broker).collect();
        assert_eq!(brokers, [3], "{}", asked.name);
    }
}

#[tokio::test]
async fn look_ups_that_keep_naming_the_old_broker_are_not_repeated_in_a_rush() {
    const REFUSALS: usize = 5;
    for asked in to_coordinators() {
        let (mock, cluster) = warm(&asked, Release::Kafka44).await;
        let refusing = Fault::on(asked.api.code()).broker(2).times(REFUSALS);
        mock.fault(refusing, Action::ErrorCode(16));
        let told = within(asked.send(cluster)).await;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
        let seen = mock.requests(asked.api.code());
        assert_eq!(seen.len(), REFUSALS + 1, "{}", asked.name);
        let look_ups = mock.count(key::FIND_COORDINATOR);
        assert!(look_ups <= REFUSALS as u64 * look_ups_allowed(&asked), "{}: {look_ups}", asked.name);
        // The pauses grow: the last one is longer than the first two together.
        let gap = |at: usize| seen[at + 1].at - seen[at].at;
        assert!(gap(REFUSALS - 1) > gap(0) + gap(1), "{}: no pause grew", asked.name);
    }
}
