//! The way that is set fails, not the broker: a rule, a proxy, a forwarded port.

use std::{sync::Arc, time::Duration};

use contract::{Examination, StepKind, StepOutcome};
use meta::{Config, Reach, Rewrites};
use mock_cluster::MockCluster;
use support::{
    doctor::{diagnose, hold, steps_of},
    ground::config,
    way::{Manner, Network, NoNames, Socks, Tunnels},
};
use tokio::net::TcpListener;

use crate::one;

async fn private() -> (MockCluster, Network) {
    let mock = one().await;
    let network = Network::around(&mock);
    (mock, network)
}

/// The only broker, reached like this; a name that is asked for here is a failure.
async fn by(reach: Reach, network: &Network) -> Examination {
    let names = Arc::new(NoNames::default());
    let asked = Config { reach, resolver: names.clone(), ..config(&network.bootstrap()) };
    let found = diagnose(asked).await;
    assert_eq!(names.asked(), 0, "{}", engine::report(&found));
    found
}

fn rules<F: AsRef<str>, T: AsRef<str>>(rules: impl IntoIterator<Item = (F, T)>) -> Reach {
    Reach { rewrites: Rewrites::parse(rules).unwrap(), ..Reach::default() }
}

/// A port of this machine at which nobody listens.
async fn nobody() -> String {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string()
}

/// The order in which an address went through its steps.
fn order(found: &Examination) -> Vec<StepKind> {
    found.patients[0].steps.iter().map(|step| step.kind).collect()
}

#[tokio::test]
async fn a_way_by_rules() {
    let (_mock, network) = private().await;
    let found = by(rules(network.rules()), &network).await;
    hold("a_way_by_rules", &found);
    let way = steps_of(&found.patients[0], StepKind::Way)[0];
    let place = network.at("kafka-1.internal:9092").unwrap();
    assert_eq!(way.result, format!("Rule 1 of this connection says {place}."));
    use StepKind::{ApiVersions, Metadata, Name, Tcp, Way};
    assert_eq!(order(&found), [Way, Name, Tcp, ApiVersions, Metadata]);
}

#[tokio::test]
async fn a_way_through_a_proxy() {
    let (_mock, network) = private().await;
    let socks = Socks::start(&network, Manner::Login("alice", "hunter2")).await;
    let found = by(socks.reach(Some(("alice", "hunter2"))), &network).await;
    hold("a_way_through_a_proxy", &found);
    let way = steps_of(&found.patients[0], StepKind::Way)[0];
    assert_eq!(way.result, "The proxy connected to kafka-1.internal:9092.");
    use StepKind::{ApiVersions, Metadata, Name, Tcp, Way};
    assert_eq!(order(&found), [Name, Tcp, Way, ApiVersions, Metadata]);
    assert!(!engine::report(&found).contains("hunter2"));
}

#[tokio::test]
async fn a_way_through_a_forwarded_port() {
    let (_mock, network) = private().await;
    let found = by(Tunnels::into_network(&network).reach(), &network).await;
    hold("a_way_through_a_forwarded_port", &found);
    let way = steps_of(&found.patients[0], StepKind::Way)[0];
    assert!(way.result.starts_with("ssh bastion forwards kafka-1.internal:9092 from 127.0.0.1:"), "{way:?}");
    use StepKind::{ApiVersions, Metadata, Tcp, Way};
    assert_eq!(order(&found), [Way, Tcp, ApiVersions, Metadata]);
}

#[tokio::test]
async fn a_rule_that_leads_to_a_closed_port() {
    let (_mock, network) = private().await;
    let found = by(rules([("kafka-1.internal", nobody().await)]), &network).await;
    hold("a_rule_that_leads_to_a_closed_port", &found);
    let advice = found.verdict.unwrap().advice.unwrap();
    assert!(advice.contains("tunnel") && advice.contains("rule 1"), "{advice}");
}

/// `kubectl port-forward` whose pod is gone, as a user has it running.
#[tokio::test]
async fn a_rule_that_leads_to_a_dead_tunnel() {
    let (mock, network) = private().await;
    let place = Tunnels::into_network(&network);
    let local =
        meta::Forward::place(&place, &meta::Address::parse("kafka-1.internal").unwrap()).await.unwrap();
    mock.stop_broker(1).await.unwrap();
    let found = by(rules([("kafka-1.internal", local.to_string())]), &network).await;
    hold("a_rule_that_leads_to_a_dead_tunnel", &found);
}

#[tokio::test]
async fn a_proxy_that_is_down() {
    let (_mock, network) = private().await;
    let socks = Socks::start(&network, Manner::Open).await;
    let reach = socks.reach(None);
    let place = socks.place();
    drop(socks);
    support::ground::until(|| std::net::TcpListener::bind(place).is_ok()).await;
    let found = by(reach, &network).await;
    hold("a_proxy_that_is_down", &found);
    assert!(found.verdict.unwrap().advice.unwrap().contains("Is the proxy running"));
}

#[tokio::test]
async fn a_proxy_that_refuses_the_password() {
    let mock = crate::three().await;
    let network = Network::around(&mock);
    let socks = Socks::start(&network, Manner::Login("alice", "hunter2")).await;
    let found = by(socks.reach(Some(("alice", "hunter3"))), &network).await;
    hold("a_proxy_that_refuses_the_password", &found);
    assert_eq!(socks.logins(), 1, "accounts get locked");
    assert!(!engine::report(&found).contains("hunter3"));
}

#[tokio::test]
async fn a_proxy_that_wants_a_password() {
    let (_mock, network) = private().await;
    let socks = Socks::start(&network, Manner::Login("alice", "hunter2")).await;
    hold("a_proxy_that_wants_a_password", &by(socks.reach(None), &network).await);
}

#[tokio::test]
async fn a_proxy_that_can_not_reach_the_broker() {
    let (_mock, network) = private().await;
    let socks = Socks::start(&Network::default(), Manner::Open).await;
    hold("a_proxy_that_can_not_reach_the_broker", &by(socks.reach(None), &network).await);
}

#[tokio::test]
async fn a_broker_where_a_proxy_should_be() {
    let (_mock, network) = private().await;
    let elsewhere = one().await;
    let proxy = meta::Address::parse(&elsewhere.bootstrap()).unwrap();
    let reach = Reach { through: meta::Through::Socks5(meta::Socks5::new(proxy, None)), ..Reach::default() };
    let setup_timeout = Duration::from_secs(1);
    let found = diagnose(Config { reach, setup_timeout, ..config(&network.bootstrap()) }).await;
    hold("a_broker_where_a_proxy_should_be", &found);
}

#[tokio::test]
async fn a_forwarder_that_can_not_start() {
    let (_mock, network) = private().await;
    let tunnels = Tunnels::refusing(&network, "Permission denied (publickey)");
    let found = by(tunnels.reach(), &network).await;
    hold("a_forwarder_that_can_not_start", &found);
    assert!(found.patients[0].steps.iter().all(|step| step.kind == StepKind::Way), "it was dialled past it");
}

#[tokio::test]
async fn a_forwarder_whose_far_side_refuses() {
    let (mock, network) = private().await;
    mock.stop_broker(1).await.unwrap();
    hold("a_forwarder_whose_far_side_refuses", &by(Tunnels::into_network(&network).reach(), &network).await);
}

/// The way of the address that was typed works, and the rules lack the one that is advertised.
#[tokio::test]
async fn an_advertised_address_that_no_rule_is_about() {
    let (mock, network) = private().await;
    let place = network.at("kafka-1.internal:9092").unwrap();
    mock.state().advertise(1, "kafka-9.internal", 9092).unwrap();
    let reach = rules([("kafka-1.internal", place)]);
    let asked = Config { reach, resolver: Arc::new(NoNames::default()), ..config(&network.bootstrap()) };
    let found = diagnose(asked).await;
    hold("an_advertised_address_that_no_rule_is_about", &found);
    let way = steps_of(&found.patients[1], StepKind::Way)[0];
    assert_eq!(
        (way.outcome, &*way.result),
        (StepOutcome::Skipped, "No rule of this connection fits: it is dialled as it is.")
    );
    assert!(found.verdict.unwrap().advice.unwrap().contains("write a rule for kafka-9.internal:9092"));
}
