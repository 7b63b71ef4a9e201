//! A reply that trickles in, byte by byte, for longer than anybody waits: its deadline ends it, and the others go on.
//!
//! Bytes that keep coming are no sign of life for the one who waits. A client that starts its clock anew with each byte
//! waits for ever, and one that reads a socket under a lock makes everybody wait.

use std::time::Duration;

use meta::{Key, Refresh, What, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, key};
use support::ground::{answered, connect_as, latest, offsets, three, within};

use super::peers::{groups, hurried};

/// A reply of a few dozen bytes takes as many times this.
const TRICKLE: Action = Action::Dribble { bytes: 1, pause: Duration::from_millis(900) };

#[tokio::test]
async fn a_reply_split_over_a_minute_ends_with_its_deadline_and_the_others_go_on() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    groups(&cluster).await;
    let armed = mock.fault(Fault::on(key::LIST_GROUPS).broker(2), TRICKLE);
    let slow = tokio::spawn({
        let cluster = cluster.clone();
        async move { within(cluster.send(ListGroups::default(), Key::None)).await.unwrap() }
    });
    mock.until(|mock| mock.requests(key::LIST_GROUPS).iter().filter(|seen| seen.broker == 2).count() > 1)
        .await;
    // While it trickles: every leader is asked, and each of those answers but the one whose connection is taken.
    let told = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    assert!(told.iter().any(|(_, broker)| *broker == 1) && told.iter().any(|(_, broker)| *broker == 3));
    let answers = slow.await.unwrap();
    assert_eq!(answers.parts.len(), 2);
    assert_eq!(answers.failed.len(), 1);
    let error = &answers.failed[0].error;
    assert!(matches!(error.what(), What::Timeout { sent: true, .. }), "{error:?}");
    assert_eq!(error.broker(), Some(2));
    mock.disarm(armed);
    assert_eq!(groups(&cluster).await.0, [1, 2, 3], "the connection that trickled is not used again");
}

#[tokio::test]
async fn a_refresh_that_trickles_goes_to_another_broker() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    mock.fault(Fault::on(key::METADATA).times(1), TRICKLE);
    let view = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(view.topics().len(), 1);
    assert!(mock.count(key::METADATA) > 2);
}

#[tokio::test]
async fn the_first_words_may_not_trickle_either() {
    let mock = three().start().await.unwrap();
    mock.fault(Fault::on(key::API_VERSIONS).broker(2), TRICKLE);
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!(answered, [1, 3]);
    assert!(matches!(failed[0].error.what(), What::Connect(_)), "{:?}", failed[0].error);
}
