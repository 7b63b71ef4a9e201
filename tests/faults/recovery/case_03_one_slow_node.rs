//! Case 3 (KAFKA-17885/KIP-1102): one node that accepts and never answers kept "all are unavailable" from coming true.
//!
//! Starting over is no state that must be reached first: what the user typed is always one of those that are asked, beside
//! the node that says nothing.

use std::time::Duration;

use meta::{
    Config, Key, Refresh,
    message::{describe_cluster::DescribeCluster, list_groups::ListGroups},
};
use mock_cluster::{Behaviour, Port};
use support::ground::{config, connect_as, latest, offsets, three, within};

use super::scene::{FOREVER, Front, Mode, place};

async fn recovers(connected_before: bool) {
    let mock = three().start().await.unwrap();
    let typed = Front::new(Mode::To(place(&mock, 1))).await;
    let config = config(&typed.address.to_string());
    let waits = Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, read_timeout: FOREVER, ..config };
    let (cluster, _) = connect_as(waits).await;
    if connected_before {
        offsets(&cluster, latest("orders", 0..6)).await;
    }
    // Broker 3 freezes and the other two move; only the typed address leads to one of them.
    mock.behave(3, Behaviour::Mute).unwrap();
    for broker in [1, 2] {
        mock.start_broker(broker, Port::New).await.unwrap();
    }
    typed.turn(Mode::To(place(&mock, 2)));
    for what in [Refresh::Brokers, Refresh::Topics(vec!["orders".to_owned()]), Refresh::All] {
        let snapshot = within(cluster.refresh(what)).await.unwrap();
        assert_eq!(snapshot.broker(1).unwrap().port, place(&mock, 1).port());
    }
    for _ in 0..5 {
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    }
}

#[tokio::test]
async fn a_frozen_node_that_we_are_connected_to_does_not_keep_us_from_starting_over() {
    recovers(true).await;
}

#[tokio::test]
async fn a_frozen_node_that_we_never_spoke_to_does_not_keep_us_from_starting_over() {
    recovers(false).await;
}

/// Two of three are frozen and nobody is left at what was typed: the third is found beside them.
#[tokio::test]
async fn typed_addresses_that_all_refuse_do_not_end_the_search() {
    let mock = three().start().await.unwrap();
    let typed = [Front::new(Mode::To(place(&mock, 1))).await, Front::new(Mode::To(place(&mock, 2))).await];
    let list = typed.each_ref().map(|front| front.address.to_string()).join(",");
    let waits = Config { setup_timeout: FOREVER, attempt_timeout: Duration::from_secs(1), ..config(&list) };
    let (cluster, _) = connect_as(waits).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    drop(typed);
    for broker in [3, 2] {
        within(cluster.send(ListGroups::default(), Key::Broker(broker))).await.unwrap();
    }
    mock.behave(1, Behaviour::Mute).unwrap();
    mock.behave(2, Behaviour::Mute).unwrap();
    let silent = within(cluster.send(ListGroups::default(), Key::Broker(1))).await.unwrap();
    assert_eq!(silent.failed.len(), 1);
    // Broker 2 was used last and is asked first; it says nothing either.
    let snapshot = within(cluster.refresh(Refresh::Topics(vec!["orders".to_owned()]))).await.unwrap();
    assert_eq!(snapshot.topic("orders").unwrap().source().broker, Some(3));
}
