//! Case 2 (KAFKA-7931, KAFKA-8206/KIP-899): the bootstrap list was forgotten once brokers were known.
//!
//! The typed address is none of the brokers' own. The brokers move; their old ports refuse, or stay mute as those of a host
//! that vanished do. A mute one costs the one attempt that met it, and nothing per broker.

use std::time::Duration;

use meta::{ApiKey, Config, Refresh, What};
use support::ground::{answered, config, connect_as, latest, offsets, three, within};

use super::scene::{FOREVER, Front, Mode, behind_fronts, go_home, homes};

#[tokio::test]
async fn old_ports_that_refuse_cost_no_time_out() {
    let mock = three().start().await.unwrap();
    let homes = homes(&mock);
    let typed = Front::new(Mode::To(homes[0])).await;
    let fronts = behind_fronts(&mock).await;
    let config = config(&typed.address.to_string());
    let (cluster, record) =
        connect_as(Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, ..config }).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let old: Vec<String> = fronts.iter().map(|front| front.address.to_string()).collect();

    drop(fronts);
    go_home(&mock, &homes);
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    assert!(cluster.connections().iter().all(|line| !old.contains(&line.address)));
    let most = record.of(ApiKey::ListOffsets).iter().map(|entry| entry.attempts.len()).max();
    assert!(most.unwrap() <= 3, "{most:?} attempts");
}

/// A caller waits for an answer that never comes. When its attempt is over, it is answered by the second: the other old
/// addresses, mute too, are not waited for one after the other.
#[tokio::test]
async fn old_ports_that_are_mute_cost_one_attempt() {
    let mock = three().start().await.unwrap();
    let homes = homes(&mock);
    let typed = Front::new(Mode::To(homes[0])).await;
    let fronts = behind_fronts(&mock).await;
    let attempt_timeout = Duration::from_millis(700);
    let config = config(&typed.address.to_string());
    let (cluster, record) = connect_as(Config { setup_timeout: FOREVER, attempt_timeout, ..config }).await;
    offsets(&cluster, latest("orders", 0..6)).await;

    fronts.iter().for_each(|front| front.turn(Mode::Mute));
    go_home(&mock, &homes);
    let answers = offsets(&cluster, latest("orders", [0])).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let entry = record.of(ApiKey::ListOffsets).pop().unwrap();
    assert_eq!(entry.attempts.len(), 2, "{:?}", entry.attempts);
    let first = entry.attempts[0].error.as_ref().unwrap();
    assert!(matches!(first.what(), What::Timeout { sent: true, .. }), "{first}");
    // The others find their way without a time-out of their own.
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(answers.parts.iter().all(|part| part.source.attempts == 1));
}

/// Nothing is connected when the addresses go mute: the dials themselves hang, for an hour if need be.
#[tokio::test]
async fn old_ports_that_take_connections_and_say_nothing_hold_up_nobody() {
    let mock = three().start().await.unwrap();
    let homes = homes(&mock);
    let typed = Front::new(Mode::To(homes[0])).await;
    let fronts = behind_fronts(&mock).await;
    let config = config(&typed.address.to_string());
    let (cluster, _) =
        connect_as(Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, ..config }).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();

    fronts.iter().for_each(|front| front.turn(Mode::Mute));
    go_home(&mock, &homes);
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
}

/// A listing is given all the time there is and is not asked twice; but that the broker it was asked of is gone is noticed.
#[tokio::test]
async fn a_listing_asked_of_a_mute_old_port_is_asked_again_where_the_brokers_went() {
    let mock = three().start().await.unwrap();
    let homes = homes(&mock);
    let typed = Front::new(Mode::To(homes[0])).await;
    let fronts = behind_fronts(&mock).await;
    let config = config(&typed.address.to_string());
    let waits = Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, read_timeout: FOREVER, ..config };
    let (cluster, _) = connect_as(waits).await;
    offsets(&cluster, latest("orders", 0..6)).await;

    fronts.iter().for_each(|front| front.turn(Mode::Mute));
    go_home(&mock, &homes);
    let snapshot = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(snapshot.topics().len(), 1);
    assert_eq!(snapshot.broker(2).unwrap().port, homes[1].port());
}
