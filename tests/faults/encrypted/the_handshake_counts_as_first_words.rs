//! A name with several addresses, of which one never ends its handshake or shows a bad certificate: another one is taken.
//!
//! A race that ends at the TCP connection, or at the first certificate, is won by the broken address each time.

use std::{net::SocketAddr, sync::Arc};

use meta::{Config, Found, Resolve};
use support::{
    encrypted::{Authority, before},
    ground::{connect_as, three},
};
use tokio::net::TcpListener;

use super::{groups, hurried};

#[derive(Debug)]
struct Names(Vec<SocketAddr>);

impl Resolve for Names {
    fn resolve(&self, _: &str, _: u16) -> Found {
        let all = self.0.clone();
        Box::pin(async move { Ok(all) })
    }
}

#[tokio::test]
async fn the_address_that_works_is_taken_wherever_it_stands() {
    let mock = three().start().await.unwrap();
    let authority = Authority::new();
    let first = mock.broker_addresses()[&1].clone();
    let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
    let good = at(before(first.clone(), authority.server(&["kafka.test"])).await);
    let expired = at(before(first.clone(), authority.expired_server(&["kafka.test"])).await);
    let named = at(before(first, authority.server(&["127.0.0.1"])).await);
    // Takes connections, by its system, and says nothing.
    let mute = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = mute.local_addr().unwrap();
    for list in [
        vec![good, expired, silent],
        vec![expired, named, good],
        vec![silent, expired, good],
        vec![silent, good, named],
    ] {
        let resolver = Arc::new(Names(list.clone()));
        let config = Config { resolver, ..hurried("kafka.test:9093", &authority.trusted()) };
        let (cluster, _) = connect_as(config).await;
        assert_eq!(cluster.snapshot().brokers().len(), 3, "{list:?}");
    }
}

/// The name that was dialled is the one that is looked for, also of a broker that metadata names.
#[tokio::test]
async fn an_advertised_name_is_the_one_that_its_certificate_must_have() {
    let mock = three().start().await.unwrap();
    let authority = Authority::new();
    let mut ports = Vec::new();
    for (broker, address) in mock.broker_addresses() {
        // The third shows the name of the second.
        let name = format!("kafka-{}.test", broker.min(2));
        let port = before(address, authority.server(&[&name])).await;
        mock.state().advertise(broker, &format!("kafka-{broker}.test."), port).unwrap();
        ports.push(port);
    }
    let resolver = Arc::new(Loopback);
    let bootstrap = format!("kafka-1.test:{}", ports[0]);
    let (cluster, _) = connect_as(Config { resolver, ..hurried(&bootstrap, &authority.trusted()) }).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!((answered, failed.len()), (vec![1, 2], 1));
    let why = failed[0].error.to_string();
    assert!(why.contains("for another name: kafka-2.test, and not for kafka-3.test"), "{why}");
}

#[derive(Debug)]
struct Loopback;

impl Resolve for Loopback {
    fn resolve(&self, _: &str, port: u16) -> Found {
        Box::pin(async move { Ok(vec![SocketAddr::from(([127, 0, 0, 1], port))]) })
    }
}
