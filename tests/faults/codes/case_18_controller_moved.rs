//! Case 18 (IBM/sarama#1586, confluent-kafka-python#1132): "not the controller" was handed to the user as the answer.
//!
//! The broker did nothing, so that even a change goes again: to the controller that fresh metadata names, once. Over each
//! request that goes to the controller.

use mock_cluster::key;
use support::ground::within;

use super::controllers::{brokers_asked, led_by_broker_1, to_the_controller};

#[tokio::test]
async fn each_request_for_the_controller_follows_it_with_one_refresh_and_one_more_try() {
    let all = to_the_controller();
    assert_eq!(all.len(), 5);
    for asked in all {
        let (mock, cluster) = led_by_broker_1().await;
        mock.state().move_controller(3).unwrap();
        let told = within(asked.send(cluster.clone())).await;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
        assert!(told.codes.iter().all(|(_, code)| code.0 != 41), "{}: {told:?}", asked.name);
        assert_eq!(told.codes.len(), asked.items.len(), "{}", asked.name);
        assert_eq!(brokers_asked(&mock, &asked), [1, 3], "{}", asked.name);
        assert_eq!(mock.count(key::METADATA), 1, "{}: brokers only, once", asked.name);
        assert_eq!(cluster.snapshot().controller(), Some(3));
    }
}
