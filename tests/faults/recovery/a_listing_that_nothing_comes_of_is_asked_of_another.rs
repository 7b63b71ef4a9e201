//! A listing is asked of a second broker when nothing at all comes from the first while another one answers.
//!
//! Waiting for the whole time of an attempt at a frozen broker makes everybody wait.

use meta::{Config, Refresh};
use mock_cluster::{Action, Fault, key};
use support::ground::{config, connect_as, latest, offsets, three, within};

use super::scene::FOREVER;

#[tokio::test]
async fn of_which_no_byte_came_while_another_broker_answers() {
    let mock = three().start().await.unwrap();
    let waits = Config { attempt_timeout: FOREVER, read_timeout: FOREVER, ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(waits).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    mock.forget_requests();
    mock.fault(Fault::on(key::METADATA).times(1), Action::Silence);
    let snapshot = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(snapshot.topics().len(), 1);
    assert!(mock.count(key::METADATA) <= 4, "{} requests", mock.count(key::METADATA));
}
