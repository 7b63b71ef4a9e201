//! Cases 1, 2 (kafka-python#1683, KAFKA-7931): every broker came back at another address, and the old ones were asked for ever.
//!
//! Behind one address that stays, as that of a load balancer does, all three real brokers are ended and started at other ports.
//! The cluster finds them by itself: the same brokers, the same topics, the right offsets, and no socket to the old ports.

use std::sync::{Arc, Mutex};

use meta::{Config, Event, Key, Refresh};
use real_kafka::{Kafka, Version};
use support::{
    eventually,
    ground::{config, connect_as, latest, within},
};
use tokio::net::{TcpListener, TcpStream};

/// An address that stays and leads to wherever it is told.
async fn door(to: Arc<Mutex<String>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let to = to.lock().unwrap().clone();
            tokio::spawn(async move {
                if let Ok(mut far) = TcpStream::connect(to).await {
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_found_behind_the_address_that_stayed() {
    let start = || Kafka::builder().version(Version::V4_4).start().unwrap();
    let mut kafka = tokio::task::spawn_blocking(start).await.unwrap();
    let to = Arc::new(Mutex::new(kafka.broker(1).unwrap().address.clone()));
    let bootstrap = door(to.clone()).await;
    kafka.create_topic("kept", "1:2,2:3,3:1").unwrap();
    kafka.produce("kept", 30, 100).unwrap();
    let old: Vec<String> = kafka.brokers().iter().map(|broker| broker.address.clone()).collect();
    let (cluster, record) = connect_as(Config { read_only: true, ..config(&bootstrap) }).await;
    cluster.refresh(Refresh::All).await.unwrap();
    let before = within(cluster.send(latest("kept", 0..3), Key::None)).await.unwrap();
    assert!(before.failed.is_empty(), "{:?}", before.failed);

    let kafka = tokio::task::spawn_blocking(move || {
        kafka.move_to_other_ports().unwrap();
        kafka
    });
    let kafka = kafka.await.unwrap();
    *to.lock().unwrap() = kafka.broker(2).unwrap().address.clone();
    let new: Vec<String> = kafka.brokers().iter().map(|broker| broker.address.clone()).collect();
    assert!(new.iter().all(|address| !old.contains(address)));
    // One call, with its own budget of time and nobody's help.
    let after = within(cluster.send(latest("kept", 0..3), Key::None)).await.unwrap();
    assert!(after.failed.is_empty(), "{:?}", after.failed);
    for part in &after.parts {
        assert!(new.contains(&part.source.address), "{}", part.source.address);
        let told = part.reply.topics.iter().flat_map(|topic| &topic.partitions);
        assert!(told.clone().all(|one| one.offset == Some(10)), "{:?}", part.reply);
    }
    let view = cluster.snapshot();
    let mut named: Vec<String> =
        view.brokers().iter().map(|broker| format!("{}:{}", broker.host, broker.port)).collect();
    named.sort();
    let mut right = new.clone();
    right.sort();
    assert_eq!(named, right);
    eventually("no connection to an old address", async || {
        let open = cluster.connections();
        let stale: Vec<_> = open.iter().filter(|one| old.contains(&one.address)).collect();
        let live = stale.iter().find(|one| one.state == "ready" || one.state == "connecting");
        live.map_or(Ok(()), |one| Err(format!("{one:?}")))
    })
    .await;
    let moved = record.events().iter().filter(|event| matches!(event, Event::BrokerMoved { .. })).count();
    assert!(moved >= 3, "each move is told: {moved}");
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}
