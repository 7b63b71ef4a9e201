//! The address that was given works, and what the brokers say of theirs doesn't hold.

use std::{sync::Arc, time::Duration};

use contract::Role;
use meta::Config;
use mock_cluster::{Action, Fault, MockCluster, key};
use support::{
    doctor::{Names, diagnose, hold},
    ground::config,
};
use tokio::net::TcpListener;

use crate::{one, three};

#[tokio::test]
async fn an_advertised_name_that_nobody_knows() {
    let mock = one().await;
    let bootstrap = mock.bootstrap();
    mock.state().advertise(1, "kafka-1.internal", 9092).unwrap();
    let found = diagnose(Config { resolver: Arc::new(Names::default()), ..config(&bootstrap) }).await;
    hold("an_advertised_name_that_nobody_knows", &found);
    let advice = found.verdict.unwrap().advice.unwrap();
    for way_out in ["advertised.listeners", "hosts file"] {
        assert!(advice.contains(way_out), "{advice}");
    }
    assert_eq!(found.patients[1].role, Role::Advertised { broker: 1 });
}

#[tokio::test]
async fn an_advertised_port_that_nobody_has() {
    let mock = one().await;
    let bootstrap = mock.bootstrap();
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    mock.state().advertise(1, "127.0.0.1", gone.port()).unwrap();
    hold("an_advertised_port_that_nobody_has", &diagnose(config(&bootstrap)).await);
}

/// Broker 2 is said to be where broker 3 listens.
#[tokio::test]
async fn another_broker_at_an_advertised_address() {
    let mock = three().await;
    let addresses = mock.broker_addresses();
    let port = |broker: i32| addresses[&broker].rsplit_once(':').unwrap().1.parse::<u16>().unwrap();
    mock.state().advertise(2, "localhost", port(3)).unwrap();
    hold("another_broker_at_an_advertised_address", &diagnose(config(&addresses[&1])).await);
}

#[tokio::test]
async fn addresses_of_two_clusters() {
    let cluster = |id: &str| MockCluster::builder().brokers(1).cluster_id(id).start();
    let (first, second) = (cluster("first").await.unwrap(), cluster("second").await.unwrap());
    // The second answers later, so that which one comes first is the order in which they were given.
    second.fault(Fault::on(key::METADATA), Action::Delay(Duration::from_millis(300)));
    let both = format!("{},{}", first.bootstrap(), second.bootstrap());
    hold("addresses_of_two_clusters", &diagnose(config(&both)).await);
}

#[tokio::test]
async fn a_client_that_is_throttled() {
    let mock = three().await;
    let throttled = Action::rewrite(|body| {
        // The reply begins with the time.
        [&2000_i32.to_be_bytes()[..], &body[4..]].concat().into()
    });
    mock.fault(Fault::on(key::METADATA), throttled);
    hold("a_client_that_is_throttled", &diagnose(config(&mock.bootstrap())).await);
}
