//! Case 33 (aiokafka#1105, librdkafka#4301, KAFKA-13848): connections were cut each hour, or by a renewal amid requests.
//!
//! A broker with `connections.max.reauth.ms` ends a connection at the first request after that time. Ours signs in again before:
//! new requests wait, those on their way are answered first, and nobody fails. The mock ends a connection for the same things as a
//! real broker: a request after the time, a request amid the sign-in, a sign-in within a second of the last.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{Event, Key, message::describe_cluster::DescribeCluster};
use mock_cluster::{MockCluster, key};
use support::ground::{connect_as, latest, until, within};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

/// Just above the second that a broker wants between two sign-ins.
const LIFETIME: Duration = Duration::from_millis(1300);

/// How often each connection began to sign in.
fn handshakes(mock: &MockCluster) -> BTreeMap<u64, usize> {
    let mut each = BTreeMap::new();
    for seen in mock.requests(key::SASL_HANDSHAKE) {
        *each.entry(seen.connection).or_default() += 1;
    }
    each
}

#[tokio::test]
async fn fifty_callers_notice_nothing_of_three_renewals() {
    let mock = closed_cluster(listener().lifetime(LIFETIME)).await;
    let [_, scram, _] = credentials(PASSWORD);
    let (cluster, record) = connect_as(signing_in(&mock, &scram)).await;
    within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    let opened: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let callers: Vec<_> = (0..50)
        .map(|caller| {
            let (cluster, stop, answered) = (cluster.clone(), Arc::clone(&stop), Arc::clone(&answered));
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    if caller % 2 == 0 {
                        let answers = cluster.send(latest("orders", 0..6), Key::None).await.unwrap();
                        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
                    } else {
                        cluster.send(DescribeCluster::default(), Key::None).await.unwrap();
                    }
                    answered.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            })
        })
        .collect();
    within(mock.until(|mock| {
        let each = handshakes(mock);
        each.len() >= 3 && each.values().all(|count| *count >= 4)
    }))
    .await;
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await.unwrap();
    }
    assert!(answered.load(Ordering::Relaxed) > 200);
    let now: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    assert_eq!(now, opened, "a renewal is no new connection");
    let ends = record.events().into_iter().filter(|event| matches!(event, Event::Disconnected { .. }));
    assert_eq!(ends.count(), 0);
    let renewals = |event: &Event| matches!(event, Event::SignedIn { renewals, .. } if *renewals > 0);
    assert!(record.events().iter().filter(|event| renewals(event)).count() >= 9);
}

#[tokio::test]
async fn a_slow_request_is_answered_before_the_renewal_begins() {
    let mock = closed_cluster(listener().lifetime(LIFETIME)).await;
    let [plain, ..] = credentials(PASSWORD);
    let (cluster, _record) = connect_as(signing_in(&mock, &plain)).await;
    let slow = mock_cluster::Action::Delay(Duration::from_millis(1200));
    mock.fault(mock_cluster::Fault::on(key::DESCRIBE_CLUSTER), slow);
    // Each of them is on its way when the time to renew comes.
    for _ in 0..3 {
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    }
    until(|| handshakes(&mock).values().any(|count| *count > 1)).await;
}

#[tokio::test]
async fn the_mock_does_end_a_connection_that_is_not_renewed_in_time() {
    let mock = closed_cluster(listener().lifetime(Duration::from_millis(1))).await;
    let [plain, ..] = credentials(PASSWORD);
    let address = wire::Address::parse_list(&mock.bootstrap()).unwrap().remove(0);
    let settings = wire::Settings { sign_in: Some(plain), ..wire::Settings::default() };
    let connection = within(wire::Connection::open(&address, &settings)).await.unwrap();
    // The broker's clock is over; a second has to pass before it lets itself be signed in to again.
    until(|| connection.ended().is_some()).await;
}
