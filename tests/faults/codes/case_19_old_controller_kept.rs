//! Case 19 (KAFKA-6299, KAFKA-18230): an admin client kept the old controller after it had moved.
//!
//! What one request learns is known to all that follow, of whatever kind: none of them visits the old controller again.

use support::ground::within;

use super::controllers::{brokers_asked, led_by_broker_1, to_the_controller};

#[tokio::test]
async fn after_one_refusal_no_request_goes_to_the_old_controller() {
    for first in to_the_controller() {
        let (mock, cluster) = led_by_broker_1().await;
        mock.state().move_controller(3).unwrap();
        within(first.send(cluster.clone())).await;
        mock.forget_requests();
        for asked in to_the_controller() {
            within(asked.send(cluster.clone())).await;
            assert_eq!(brokers_asked(&mock, &asked), [3], "{} after {}", asked.name, first.name);
        }
    }
}

#[tokio::test]
async fn a_controller_that_moves_on_while_it_is_followed_is_followed_on() {
    for asked in to_the_controller() {
        let (mock, cluster) = led_by_broker_1().await;
        mock.state().move_controller(3).unwrap();
        let moves_on = mock_cluster::Action::change(|state| state.move_controller(2).unwrap());
        mock.fault(mock_cluster::Fault::on(asked.api.code()).broker(3).times(1), moves_on);
        let told = within(asked.send(cluster)).await;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
        assert_eq!(brokers_asked(&mock, &asked), [1, 3, 2], "{}", asked.name);
    }
}
