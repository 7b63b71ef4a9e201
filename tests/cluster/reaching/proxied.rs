//! Through a SOCKS5 proxy, which alone knows the names.

use std::time::{Duration, Instant};

use meta::{Cluster, Config, Event, Reach};
use mock_cluster::Port;
use support::{
    ground::{config, connect_as, latest, offsets, three, until, within},
    way::{Manner, Network, Socks},
};
use tokio::net::TcpListener;

use super::{all_is_told, by, refused, rules};

#[tokio::test]
async fn names_go_to_the_proxy_as_they_are() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    for (manner, login) in
        [(Manner::Open, None), (Manner::Login("alice", "hunter2"), Some(("alice", "hunter2")))]
    {
        let socks = Socks::start(&network, manner).await;
        let (config, names) = by(socks.reach(login), &network);
        all_is_told(config).await;
        assert_eq!(names.asked(), 0, "this machine was asked for a name");
        let asked = socks.asked();
        for broker in [1, 2, 3] {
            assert!(asked.contains(&format!("kafka-{broker}.internal:9092")), "{asked:?}");
        }
    }
}

/// The proxy is told what the rule says, and knows only that.
#[tokio::test]
async fn rules_come_before_the_proxy() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let inside = Network::default();
    for (name, address) in network.rules() {
        inside.put(&name.replace(".internal:9092", ".dmz:19092"), &address);
    }
    let socks = Socks::start(&inside, Manner::Open).await;
    let to: Vec<_> =
        (1..=3).map(|broker| (format!("{broker}"), format!("kafka-{broker}.dmz:19092"))).collect();
    let named: Vec<_> = (1..=3)
        .map(|broker| (format!("kafka-{broker}.internal"), format!("kafka-{broker}.dmz:19092")))
        .collect();
    for table in [named.clone(), [to, named].concat()] {
        let reach = Reach { rewrites: rules(table).rewrites, ..socks.reach(None) };
        all_is_told(by(reach, &network).0).await;
        assert!(socks.asked().iter().all(|asked| asked.ends_with(".dmz:19092")), "{:?}", socks.asked());
    }
}

#[tokio::test]
async fn a_refused_password_is_told_to_the_proxy_once() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let socks = Socks::start(&network, Manner::Login("alice", "hunter2")).await;
    let why = refused(by(socks.reach(Some(("alice", "hunter3"))), &network).0).await.to_string();
    assert!(
        why.contains(&format!("the proxy at {} refused the name “alice” or its password (1)", socks.place())),
        "{why}"
    );
    assert!(why.contains("not tried again for"), "{why}");
    assert!(!why.contains("hunter3"), "{why}");
    assert_eq!(socks.logins(), 1, "of three addresses");
    let none = refused(by(socks.reach(None), &network).0).await.to_string();
    assert!(
        none.contains("the proxy wants a name and a password, and this connection has none for it"),
        "{none}"
    );
}

#[tokio::test]
async fn what_the_proxy_says_is_in_the_failure() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let socks = Socks::start(&network, Manner::Open).await;
    let through = format!("through the proxy at {}", socks.place());
    let at =
        |address: &str| Config { bootstrap: config(address).bootstrap, ..by(socks.reach(None), &network).0 };
    let unknown = refused(at("kafka-7.internal:9092")).await.to_string();
    let says = format!(
        "kafka-7.internal:9092 ({through}): the proxy says that the host can't be reached, or its name is not known there (4)"
    );
    assert!(unknown.contains(&says), "{unknown}");
    mock.stop_broker(2).await.unwrap();
    let down = refused(at("kafka-2.internal:9092")).await.to_string();
    let says = "the proxy says that nobody listens at that address (connection refused) (5)";
    assert!(down.contains(says) && down.contains(&through), "{down}");
}

#[tokio::test]
async fn a_proxy_that_is_down_is_told_as_that_and_nobody_goes_past_it() {
    let mock = three().start().await.unwrap();
    // Addresses that could be dialled.
    let direct = mock.bootstrap();
    let network = Network::default();
    let socks = Socks::start(&network, Manner::Reply(2)).await;
    let config = Config { reach: socks.reach(None), ..config(&direct) };
    let why = refused(config.clone()).await.to_string();
    assert!(why.contains("the proxy says that its rules do not allow this connection (2)"), "{why}");
    let place = socks.place();
    drop(socks);
    let gone = async {
        while TcpListener::bind(place).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    within(gone).await;
    let why = refused(config).await.to_string();
    assert!(
        why.contains(&format!("nobody listens at {place} (connection refused); is the proxy running")),
        "{why}"
    );
    assert!((1..=3).all(|broker| mock.connections_opened(broker) == 0), "somebody went past the proxy");
}

#[tokio::test]
async fn a_silent_proxy_costs_the_time_for_setting_up_and_no_more() {
    let network = Network::default();
    let socks = Socks::start(&network, Manner::Silent).await;
    let within_time = Duration::from_secs(1);
    let config = Config {
        reach: socks.reach(None),
        setup_timeout: within_time,
        read_timeout: Duration::from_secs(60),
        ..config("kafka-1.internal")
    };
    let began = Instant::now();
    let why = refused(config.clone()).await.to_string();
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert!(
        why.contains(
            "the proxy took the connection and did not say within 1.0 s whether it reached the broker"
        ),
        "{why}"
    );
    until(|| socks.open() == 0).await;

    // Nobody waits any more: nothing is left of it.
    let patient = Config {
        setup_timeout: Duration::from_secs(3600),
        read_timeout: Duration::from_secs(3600),
        ..config
    };
    let connecting = tokio::spawn(Cluster::connect(patient));
    until(|| socks.open() == 1).await;
    connecting.abort();
    until(|| socks.open() == 0).await;
}

#[tokio::test]
async fn a_proxy_that_comes_back_is_used_again() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let socks = Socks::start(&network, Manner::Open).await;
    let (cluster, _) = all_is_told(by(socks.reach(None), &network).0).await;
    let place = socks.place();
    drop(socks);
    until(|| (1..=3).all(|broker| mock.connections_open(broker) == 0)).await;
    let answers = offsets(&cluster, latest("orders", 0..6));
    let again = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        loop {
            // The port may take a moment to be free.
            if TcpListener::bind(place).await.is_ok() {
                break Socks::at(&place.to_string(), &network, Manner::Open).await;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let (answers, _socks) = tokio::join!(answers, within(again));
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}

#[tokio::test]
async fn a_broker_that_moves_is_asked_for_by_its_new_name() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let socks = Socks::start(&network, Manner::Open).await;
    let (cluster, record) = connect_as(by(socks.reach(None), &network).0).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    network.forget("kafka-3.internal:9092");
    mock.start_broker(3, Port::New).await.unwrap();
    network.put("kafka-9.internal:9093", &mock.broker_addresses()[&3]);
    mock.state().advertise(3, "kafka-9.internal", 9093).unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(socks.asked().contains(&"kafka-9.internal:9093".to_owned()), "{:?}", socks.asked());
    let moved = |event: &Event| matches!(event, Event::BrokerMoved { id: 3, to, .. } if to == "kafka-9.internal:9093");
    assert!(record.events().iter().any(moved));
}
