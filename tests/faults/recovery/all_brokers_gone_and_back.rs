//! All brokers away for a long time and back: the first call after their return succeeds, no long sleep is left over.
//!
//! Pauses grow to a second and stay there, however long it lasts; and the first connection that comes about says that it
//! was all of them or the network, so that nobody else's pause counts any more.

use meta::{
    Config, Key, Refresh, What,
    message::{describe_cluster::DescribeCluster, list_groups::ListGroups},
};
use mock_cluster::Port;
use support::ground::{answered, config, connect_as, latest, offsets, three, within};

use super::scene::{FOREVER, move_all};

/// As many failures as minutes without a broker make: enough for every pause to be at its longest.
const ROUNDS: usize = 6;

async fn comes_back(port: Port) {
    let mock = three().start().await.unwrap();
    let typed = super::scene::Front::new(super::scene::Mode::To(super::scene::place(&mock, 1))).await;
    let list = format!("{},{}", typed.address, mock.bootstrap());
    let (cluster, _) =
        connect_as(Config { attempt_timeout: FOREVER, setup_timeout: FOREVER, ..config(&list) }).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
    }
    for _ in 0..ROUNDS {
        let error = within(cluster.refresh(Refresh::Brokers)).await.unwrap_err();
        assert!(matches!(error.what(), What::Connect(_)), "{error}");
        assert_eq!(cluster.snapshot().brokers().len(), 3, "the old view stays");
    }
    match port {
        Port::Same => {
            for broker in 1..=3 {
                mock.start_broker(broker, Port::Same).await.unwrap();
            }
        }
        Port::New => move_all(&mock).await,
    }
    typed.turn(super::scene::Mode::To(super::scene::place(&mock, 2)));
    // One call of each kind, and none may fail.
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    within(cluster.refresh(Refresh::All)).await.unwrap();
    assert!(cluster.snapshot().failure().is_none());
}

#[tokio::test]
async fn brokers_that_come_back_where_they_were_are_used_by_the_first_call() {
    comes_back(Port::Same).await;
}

#[tokio::test]
async fn brokers_that_come_back_elsewhere_are_used_by_the_first_call() {
    comes_back(Port::New).await;
}

/// The same for a listing, and for what goes to each broker, as the first call.
#[tokio::test]
async fn a_refresh_is_as_good_a_first_call_as_any() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(config(&mock.bootstrap())).await;
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
    }
    for _ in 0..ROUNDS {
        within(cluster.refresh(Refresh::Brokers)).await.unwrap_err();
    }
    for broker in 1..=3 {
        mock.start_broker(broker, Port::Same).await.unwrap();
    }
    within(cluster.refresh(Refresh::All)).await.unwrap();
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}
