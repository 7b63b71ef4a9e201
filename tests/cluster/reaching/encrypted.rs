//! Whichever way it is, a certificate is held against the broker's own name: a way is made by whom the user trusts, and leads through
//! machines that nobody has to trust.

use meta::{Cluster, Config, Reach, Tls, What};
use mock_cluster::MockCluster;
use support::{
    encrypted::{Authority, before},
    ground::within,
    way::{Manner, Network, Socks, Tunnels},
};

use super::{by, refused, rules};

/// One broker that shows a certificate for this name, in a network of its own.
async fn shows(authority: &Authority, name: &str) -> (MockCluster, Network) {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let port = before(mock.bootstrap(), authority.server(&[name])).await;
    mock.state().advertise(1, "kafka-1.internal", 9092).unwrap();
    let network = Network::default();
    network.put("kafka-1.internal:9092", &format!("127.0.0.1:{port}"));
    (mock, network)
}

async fn is_believed(reach: Reach, network: &Network, tls: Tls) {
    let config = Config { tls: Some(tls), ..by(reach, network).0 };
    let cluster = within(Cluster::connect(config)).await.unwrap();
    assert_eq!(cluster.snapshot().brokers().len(), 1);
}

async fn is_refused(reach: Reach, network: &Network, tls: Tls) {
    let why = refused(Config { tls: Some(tls), ..by(reach, network).0 }).await;
    let What::Tls(words) = why.what() else { panic!("{why}") };
    assert!(words.contains("127.0.0.1") && words.contains("kafka-1.internal"), "{words}");
    assert_eq!(why.address(), Some("kafka-1.internal:9092"));
}

#[tokio::test]
async fn the_certificate_is_for_the_brokers_own_name_on_each_way() {
    let authority = Authority::new();
    let (_mock, network) = shows(&authority, "kafka-1.internal").await;
    let socks = Socks::start(&network, Manner::Open).await;
    let tunnels = Tunnels::into_network(&network);
    let rewritten = || rules(network.rules()).rewrites;
    let to_itself = Network::default();
    for (_, address) in network.rules() {
        to_itself.put(&address, &address);
    }
    let second = Socks::start(&to_itself, Manner::Open).await;
    let both = Reach { rewrites: rewritten(), ..second.reach(None) };
    for reach in [rules(network.rules()), socks.reach(None), tunnels.reach(), both] {
        is_believed(reach, &network, authority.trusted()).await;
    }
}

#[tokio::test]
async fn a_certificate_for_the_place_that_is_really_dialled_is_refused_on_each_way() {
    let authority = Authority::new();
    let (_mock, network) = shows(&authority, "127.0.0.1").await;
    let socks = Socks::start(&network, Manner::Open).await;
    let tunnels = Tunnels::into_network(&network);
    for reach in [rules(network.rules()), socks.reach(None), tunnels.reach()] {
        is_refused(reach, &network, authority.trusted()).await;
    }
}
