//! From what the user typed to a view of the cluster.

use std::time::Duration;

use meta::{Cluster, Config, Event, Key, What, message::describe_cluster::DescribeCluster};
use mock_cluster::{Behaviour, MockCluster, Port};
use tokio::task::JoinSet;

use support::ground::{config, connect, connect_as, latest, offsets, three, until, within};

#[tokio::test]
async fn no_address_is_an_error_before_any_io() {
    let error = Cluster::new(Config::new(Vec::new())).unwrap_err();
    assert!(matches!(error.what(), What::BadInput(_)), "{error}");
}

#[tokio::test]
async fn nobody_listening_is_said_with_the_address() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let address = mock.bootstrap();
    mock.stop_broker(1).await.unwrap();
    let error = within(Cluster::connect(config(&address))).await.unwrap_err();
    assert!(matches!(error.what(), What::Connect(_)), "{error}");
    assert!(error.to_string().contains(&address), "{error}");
}

#[tokio::test]
async fn a_port_that_is_no_kafka_is_named_as_such() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    mock.behave(1, Behaviour::Http).unwrap();
    let error = within(Cluster::connect(config(&mock.bootstrap()))).await.unwrap_err();
    assert!(matches!(error.what(), What::NotKafka(_)), "{error}");
    assert!(error.to_string().contains(&mock.bootstrap()), "{error}");
}

#[tokio::test]
async fn a_broker_that_accepts_and_says_nothing_ends_with_the_set_up_time() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    mock.behave(1, Behaviour::Mute).unwrap();
    let config = Config { setup_timeout: Duration::from_millis(300), ..config(&mock.bootstrap()) };
    let error = within(Cluster::connect(config)).await.unwrap_err();
    assert!(matches!(error.what(), What::Connect(_)), "{error}");
    assert!(error.to_string().contains(&mock.bootstrap()), "{error}");
}

#[tokio::test]
async fn a_thousand_cold_callers_open_one_socket_per_broker() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let mut callers = JoinSet::new();
    for _ in 0..1000 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(answers.parts.len(), 3);
    }
    for broker in 1..=3 {
        assert_eq!(mock.connections_opened(broker), 1, "broker {broker}");
    }
}

#[tokio::test]
async fn the_addresses_that_were_typed_are_never_forgotten() {
    let mock = three().start().await.unwrap();
    let addresses = mock.broker_addresses();
    // Only broker 1 is typed; then the other two move away and the cluster is found again through it.
    let (cluster, record) = connect_as(config(&addresses[&1])).await;
    let moved_away = addresses[&2].clone();
    mock.state().advertise(1, "127.0.0.1", 1).unwrap();
    within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap();
    mock.stop_broker(2).await.unwrap();
    mock.stop_broker(3).await.unwrap();
    // All known brokers are down: broker 1 is known at a port where nobody is.
    within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap();
    mock.start_broker(2, Port::New).await.unwrap();
    within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap();
    assert_ne!(mock.broker_addresses()[&2], moved_away);
    let reply = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    assert_eq!(reply.parts.len(), 1);
    assert!(record.events().iter().any(|event| matches!(event, Event::Rebootstrap { .. })));
}

#[tokio::test]
async fn dropping_the_last_handle_closes_every_socket() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let clone = cluster.clone();
    drop(cluster);
    offsets(&clone, latest("orders", 0..6)).await;
    drop(clone);
    until(|| (1..=3).all(|broker| mock.connections_open(broker) == 0)).await;
}
