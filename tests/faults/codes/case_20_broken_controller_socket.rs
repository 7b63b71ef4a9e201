//! Case 20 (IBM/sarama#3406, #1162): the kept connection to the controller was broken, and every call failed from then on.
//!
//! A read is asked again through a new connection. A change whose answer never came is told as unknown, sent once, and the
//! next one finds a working connection.

use meta::What;
use mock_cluster::{Action, Fault};
use support::ground::within;

use super::controllers::{brokers_asked, led_by_broker_1, to_the_controller};

#[tokio::test]
async fn a_broken_connection_costs_one_attempt_and_not_the_controller() {
    for asked in to_the_controller() {
        let (mock, cluster) = led_by_broker_1().await;
        // So that there is a connection to be broken.
        within(asked.send(cluster.clone())).await;
        mock.forget_requests();
        mock.fault(Fault::on(asked.api.code()).times(1), Action::DropBefore);
        let told = within(asked.send(cluster.clone())).await;
        if asked.write {
            let error = told.whole.as_ref().expect(asked.name);
            assert!(matches!(error.what(), What::OutcomeUnknown(_)), "{}: {error}", asked.name);
            assert_eq!(brokers_asked(&mock, &asked), [1], "{}: sent once", asked.name);
        } else {
            assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
            assert_eq!(brokers_asked(&mock, &asked), [1, 1], "{}", asked.name);
        }
        mock.forget_requests();
        let told = within(asked.send(cluster)).await;
        assert!(told.whole.is_none() && told.failed.is_empty(), "{}: {told:?}", asked.name);
        assert_eq!(brokers_asked(&mock, &asked), [1], "{}", asked.name);
    }
}
