//! Real brokers that advertise names which exist nowhere, reached by rules, through a SOCKS5 proxy and through forwarded ports.
//!
//! Each partition of the topic has one replica, so that a broker's log dirs say which broker it really is that answered: Kafka 2.8
//! can't say so itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use admin::{Dirs, Told, each_log_dirs};
use meta::{
    Cluster, Config, Error, Key, Reach, Refresh, Rewrites,
    message::create_topics::{CreateTopics, Layout, NewTopic},
};
use real_kafka::{Kafka, Version};
use support::{
    doctor::diagnose,
    eventually,
    ground::{Record, answered, config, connect_as, latest, offsets, within},
    way::{Manner, Network, NoNames, Socks, Tunnels},
};

const LIMIT: Duration = Duration::from_secs(60);
const PARTITIONS: i32 = 6;

#[tokio::test(flavor = "multi_thread")]
async fn private_brokers_of_2_8_2() {
    private_brokers(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_brokers_of_4_4_0() {
    private_brokers(Version::V4_4).await;
}

async fn private_brokers(version: Version) {
    let builder =
        Kafka::builder().version(version).brokers(3).listener_known_as("private", "kafka-{id}.internal:9092");
    let started = tokio::task::spawn_blocking(move || builder.start()).await.unwrap();
    let kafka = started.unwrap_or_else(|why| panic!("{why}"));
    let network = Network::default();
    for broker in kafka.brokers() {
        network.put(&format!("kafka-{}.internal:9092", broker.id), &broker.added[0].1);
    }
    orders(&network).await;

    let rules = |rules: Vec<(String, String)>| Reach {
        rewrites: Rewrites::parse(rules).unwrap(),
        ..Reach::default()
    };
    let socks = Socks::start(&network, Manner::Login("alice", "hunter2")).await;
    let tunnels = Tunnels::into_network(&network);
    for reach in [rules(network.rules()), socks.reach(Some(("alice", "hunter2"))), tunnels.reach()] {
        let names = Arc::new(NoNames::default());
        let config = Config { reach, resolver: names.clone(), ..config(&network.bootstrap()) };
        let (cluster, record) = connect_as(config.clone()).await;
        each_tells_of_itself(&cluster, &record).await;
        let found = diagnose(config).await;
        let verdict = found.verdict.as_ref().unwrap();
        assert_eq!(
            (verdict.healthy, &*verdict.sentence),
            (true, "All 3 addresses work."),
            "{}",
            engine::report(&found)
        );
        assert_eq!(found.patients.len(), 3);
        assert_eq!(names.asked(), 0, "this machine was asked for a name");
    }

    // By id: nothing but an address that happens to be known was typed, and metadata tells the rest.
    let by_id =
        kafka.brokers().iter().map(|broker| (broker.id.to_string(), broker.added[0].1.clone())).collect();
    let typed = kafka.brokers()[0].added[0].1.clone();
    let config = Config { reach: rules(by_id), resolver: Arc::new(NoNames::default()), ..config(&typed) };
    let (cluster, record) = connect_as(config).await;
    let typed_too = |address: &str| address == typed;
    told_by_themselves(&cluster).await;
    for entry in record.entries() {
        for attempt in &entry.attempts {
            let own = attempt.broker.is_some_and(|id| attempt.address == name(id));
            assert!(own || attempt.broker.is_none() && typed_too(&attempt.address), "{entry:?}");
        }
    }

    // Broker 2's rule leads to broker 3, and what that one has is not shown as broker 2's.
    let mut slip = network.rules();
    slip[1].1.clone_from(&network.rules()[2].1);
    let config = Config { reach: rules(slip), ..config_of(&network) };
    let (cluster, _) = connect_as(config).await;
    let mut told = BTreeMap::new();
    let note = |broker: i32, dirs: Result<Told<Dirs>, Error>| {
        told.insert(broker, dirs.map(|_| ()));
    };
    within(each_log_dirs(&cluster, [1, 2], LIMIT, note)).await;
    assert!(matches!((&told[&1], &told[&2]), (Ok(()), Err(_))), "{told:?}");

    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}

fn name(broker: i32) -> String {
    format!("kafka-{broker}.internal:9092")
}

fn config_of(network: &Network) -> Config {
    Config { resolver: Arc::new(NoNames::default()), ..config(&network.bootstrap()) }
}

/// A topic of six partitions, two on each broker.
async fn orders(network: &Network) {
    let reach = Reach { rewrites: Rewrites::parse(network.rules()).unwrap(), ..Reach::default() };
    let (cluster, _) = connect_as(Config { reach, read_only: false, ..config_of(network) }).await;
    let layout = Layout::Counts { partitions: Some(PARTITIONS), replication: Some(1) };
    let topics = vec![NewTopic { name: "orders".to_owned(), layout, configs: Vec::new() }];
    within(cluster.send(CreateTopics { topics, timeout: LIMIT, validate_only: false }, Key::None))
        .await
        .unwrap();
    eventually("orders has leaders", || async {
        let seen = cluster.refresh(Refresh::All).await.map_err(|why| why.to_string())?;
        let topic = seen.topic("orders").ok_or("it is not listed")?;
        let led = (0..PARTITIONS).all(|partition| topic.leader(partition).is_some());
        led.then_some(()).ok_or_else(|| "no leader".to_owned())
    })
    .await;
}

/// Everything that goes to one broker came from that one, under its own address and no other.
async fn each_tells_of_itself(cluster: &Cluster, record: &Record) {
    told_by_themselves(cluster).await;
    let names: BTreeSet<String> = (1..=3).map(name).collect();
    for entry in record.entries() {
        assert!(entry.attempts.iter().all(|attempt| names.contains(&attempt.address)), "{entry:?}");
    }
}

async fn told_by_themselves(cluster: &Cluster) {
    let answers = offsets(cluster, latest("orders", 0..PARTITIONS)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    let mut has: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
    let note = |broker: i32, dirs: Result<Told<Dirs>, Error>| {
        let told = dirs.unwrap();
        assert_eq!((told.source.broker, &*told.source.address), (Some(broker), &*name(broker)));
        let topics = told.value.dirs.iter().flat_map(|dir| dir.listed.topics());
        let topics = topics.filter(|topic| &**topic.name == "orders");
        has.insert(
            broker,
            topics.flat_map(|topic| topic.replicas.iter().map(|replica| replica.partition)).collect(),
        );
    };
    within(each_log_dirs(cluster, [1, 2, 3], LIMIT, note)).await;
    let seen = cluster.snapshot();
    let topic = seen.topic("orders").unwrap();
    let mut leads: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
    for partition in 0..PARTITIONS {
        leads.entry(topic.leader(partition).unwrap()).or_default().insert(partition);
    }
    assert_eq!(has, leads, "a broker's log dirs hold what it leads");
}
