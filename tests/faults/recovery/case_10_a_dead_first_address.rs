//! Case 10 (KAFKA-9893, zendesk/ruby-kafka#341): a dead first address cost its whole connect time-out at each refresh.
//!
//! The addresses race, each started a moment after the one before. The time-out here is an hour: were it waited for once,
//! the test would hang.

use meta::{Cluster, Key, Refresh, message::describe_cluster::DescribeCluster};
use support::ground::{connect_as, latest, offsets, three, within};

use super::scene::{Front, Mode, Names, patient};

#[tokio::test]
async fn a_mute_address_costs_nothing_wherever_it_stands() {
    let mock = three().start().await.unwrap();
    let brokers = mock.broker_addresses();
    let mute = Front::new(Mode::Mute).await;
    let two_mute = Front::new(Mode::Mute).await;
    let (mute, two_mute) = (mute.address.to_string(), two_mute.address.to_string());
    for list in [
        [&mute, &brokers[&1], &brokers[&2]],
        [&brokers[&1], &mute, &brokers[&2]],
        [&brokers[&1], &brokers[&2], &mute],
        [&mute, &two_mute, &brokers[&3]],
    ] {
        let list = list.map(String::as_str).join(",");
        let (cluster, _) = connect_as(patient(&list, &Names::new())).await;
        for what in [Refresh::Brokers, Refresh::All, Refresh::Topics(vec!["orders".to_owned()])] {
            within(cluster.refresh(what)).await.unwrap();
        }
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{list}: {:?}", answers.failed);
    }
}

/// One of three is mute, one does not resolve, one is good.
#[tokio::test]
async fn one_good_address_among_three_is_enough() {
    let mock = three().start().await.unwrap();
    let mute = Front::new(Mode::Mute).await;
    let good = mock.broker_addresses()[&2].clone();
    let list = format!("{},nx.test:9092,{good}", mute.address);
    let (cluster, _) = connect_as(patient(&list, &Names::new())).await;
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
}

/// A thousand who begin at the same moment, with nothing known and one address mute.
#[tokio::test]
async fn a_thousand_cold_callers_open_a_socket_for_each_broker_and_one_for_the_mute_address() {
    let mock = three().start().await.unwrap();
    let mute = Front::new(Mode::Mute).await;
    let list = format!("{},{}", mute.address, mock.bootstrap());
    let cluster = Cluster::new(patient(&list, &Names::new())).unwrap();
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..1000 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    }
    // Three; on a machine that is slow enough for a second look, once more through what was typed. Not one for each caller.
    let opened: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
    assert!(opened <= 6, "{opened} sockets to three brokers");
    assert!(mute.taken().len() <= 1, "{} to the mute address", mute.taken().len());
}
