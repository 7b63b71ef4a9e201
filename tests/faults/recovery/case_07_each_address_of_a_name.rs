//! Case 7 (dpkp/kafka-python#1227, #1351): of a host with three addresses only the first was ever tried.
//!
//! Each address is tried, the next a little after the one before, until one gets through the first exchange: also past one
//! that takes the connection and then says nothing, which a race for the TCP connection alone would choose for ever.

use meta::{Key, message::describe_cluster::DescribeCluster};
use support::ground::{connect_as, latest, offsets, three, within};

use super::scene::{Front, Mode, Names, patient, place};

#[tokio::test]
async fn the_third_address_of_a_name_is_reached_past_two_that_are_dead_or_mute() {
    let mock = three().start().await.unwrap();
    let live = place(&mock, 1);
    let mute = [Front::new(Mode::Mute).await, Front::new(Mode::Mute).await];
    let mute = mute.each_ref().map(|front| front.address);
    let refuses = [Front::new(Mode::Mute).await.address, Front::new(Mode::Mute).await.address];
    for list in [
        [refuses[0], refuses[1], live],
        [refuses[0], mute[0], live],
        [mute[0], refuses[0], live],
        [mute[0], mute[1], live],
        [mute[0], live, mute[1]],
        [live, mute[0], refuses[0]],
    ] {
        let names = Names::new();
        names.set("kafka.test", &list);
        let (cluster, _) = connect_as(patient("kafka.test:9092", &names)).await;
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{list:?}: {:?}", answers.failed);
    }
}

/// The brokers themselves are advertised by a name of several addresses.
#[tokio::test]
async fn each_address_of_an_advertised_name_is_tried_too() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    let mute = Front::new(Mode::Mute).await;
    let bootstrap = mock.bootstrap();
    for broker in 1..=3 {
        let name = format!("broker-{broker}.test");
        names.set(&name, &[mute.address, place(&mock, broker)]);
        mock.state().advertise(broker, &name, 9092).unwrap();
    }
    let (cluster, _) = connect_as(patient(&bootstrap, &names)).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    assert!(!mute.taken().is_empty(), "the mute address was tried");
}

/// When none gets through, each is told with its own reason.
#[tokio::test]
async fn a_name_of_which_no_address_works_is_told_with_each_of_them() {
    let names = Names::new();
    let refuses = [Front::new(Mode::Mute).await.address, Front::new(Mode::Mute).await.address];
    names.set("kafka.test", &refuses);
    let cluster = meta::Cluster::new(patient("kafka.test:9092", &names)).unwrap();
    let error = within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap_err().to_string();
    assert!(refuses.iter().all(|address| error.contains(&address.to_string())), "{error}");
    assert!(error.contains("kafka.test:9092"), "{error}");
}
