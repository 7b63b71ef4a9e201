//! By rules alone: somebody has made the tunnels, and says where each broker is found.

use admin::{Dirs, Told, each_log_dirs};
use meta::{ApiKey, Config, Error, Event, Refresh};
use mock_cluster::{MockCluster, Release};
use support::{
    ground::{answered, config, connect_as, latest, offsets, three, within},
    way::Network,
};
use tokio::net::TcpListener;

use super::{LIMIT, all_is_told, by, refused, rules};

#[tokio::test]
async fn brokers_whose_names_nobody_knows_are_found_by_rules() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let (config, names) = by(rules(network.rules()), &network);
    all_is_told(config).await;
    assert_eq!(names.asked(), 0, "a name that a rule replaces is not looked up");
}

/// As in a container: all advertise one address, and each is published under a port of its own.
#[tokio::test]
async fn rules_about_ids_tell_brokers_apart_that_advertise_one_address() {
    for release in [Release::Kafka44, Release::Kafka28] {
        let mock = three().release(release).start().await.unwrap();
        let places = mock.broker_addresses();
        for broker in places.keys() {
            mock.state().advertise(*broker, "kafka", 9092).unwrap();
        }
        let by_id = places.iter().map(|(broker, place)| (broker.to_string(), place));
        let (cluster, record) = connect_as(Config { reach: rules(by_id), ..config(&places[&1]) }).await;
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{release:?}: {:?}", answers.failed);
        let leaders: Vec<(i32, i32)> = (0..6)
            .map(|partition| {
                let leader = cluster.snapshot().topic("orders").unwrap().partition(partition).unwrap().leader;
                (partition, leader.unwrap())
            })
            .collect();
        assert_eq!(answered(&answers), leaders, "{release:?}");
        for entry in record.of(ApiKey::ListOffsets) {
            assert_eq!(entry.address, "kafka:9092", "{release:?}");
        }
        for broker in [1, 2, 3] {
            let heard = mock.requests(mock_cluster::key::LIST_OFFSETS);
            let heard = heard.iter().filter(|seen| seen.broker == broker).count();
            assert!(heard > 0, "{release:?}: broker {broker} was asked nothing");
        }
    }
}

/// The broker that was typed is dialled where it was typed, and the same one by its id where the rule says.
#[tokio::test]
async fn a_typed_address_does_not_lend_its_connection_to_a_broker_that_is_found_elsewhere() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let network = Network::around(&mock);
    let real = network.at("kafka-1.internal:9092").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    // The name is found; broker 1, which advertises it, is said to be where nobody is.
    let reach = rules([("1", gone.to_string()), ("kafka-1.internal", real)]);
    let (cluster, _) = connect_as(by(reach, &network).0).await;
    let mut why = String::new();
    let note = |_, told: Result<Told<Dirs>, Error>| {
        why = told.map(|told| told.source.clone()).unwrap_err().to_string()
    };
    within(each_log_dirs(&cluster, [1], LIMIT, note)).await;
    let says = format!("kafka-1.internal:9092 (rule 1: {gone}): nobody listens at {gone}");
    assert!(why.contains(&says), "{why}");
}

#[tokio::test]
async fn a_rule_that_leads_to_nobody_is_named_in_the_failure() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let reach = rules([("elsewhere", "nowhere".to_owned()), ("kafka-2.*", gone.to_string())]);
    let config = Config { bootstrap: config("kafka-2.internal").bootstrap, ..by(reach, &network).0 };
    let why = refused(config).await;
    assert_eq!(why.address(), Some("kafka-2.internal:9092"));
    let says = format!("Can't connect: kafka-2.internal:9092 (rule 2: {gone}): nobody listens at {gone}");
    assert!(why.to_string().starts_with(&says), "{why}");
}

/// Broker 2's rule has a slip and leads to broker 3. One that knows itself says so; of one that doesn't, nobody could tell.
#[tokio::test]
async fn a_rule_that_leads_to_another_broker_shows_nothing_of_that_one() {
    for release in [Release::Kafka44, Release::Kafka28] {
        let mock = three().release(release).start().await.unwrap();
        let network = Network::around(&mock);
        let third = network.at("kafka-3.internal:9092").unwrap();
        let mut all = network.rules();
        all[1].1 = third;
        let (cluster, _) = connect_as(by(rules(all), &network).0).await;
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        let asked = |broker| {
            let leads = |partition: &i32| {
                cluster.snapshot().topic("orders").unwrap().partition(*partition).unwrap().leader
                    == Some(broker)
            };
            (0..6).filter(leads).map(move |partition| (partition, broker)).collect::<Vec<_>>()
        };
        assert!(!asked(2).is_empty());
        let told = answered(&answers);
        assert!(told.iter().all(|(_, broker)| *broker != 2), "{release:?}: {told:?}");
        assert!(asked(1).iter().all(|one| told.contains(one)), "{release:?}: {told:?}");
        let why: Vec<String> = answers.failed.iter().map(|failed| failed.error.to_string()).collect();
        let says = match release {
            Release::Kafka44 => "says that it is not broker 2",
            _ => "so does what leads to broker 3: nobody can tell which of the two answers there",
        };
        assert!(why.iter().any(|why| why.contains(says)), "{release:?}: {why:?}");
    }
}

#[tokio::test]
async fn a_broker_that_moves_is_found_by_the_rule_of_its_new_address() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let mut all = network.rules();
    all.push(("kafka-9.internal".to_owned(), network.at("kafka-3.internal:9092").unwrap()));
    let (cluster, record) = all_is_told(by(rules(all), &network).0).await;
    mock.state().advertise(3, "kafka-9.internal", 9092).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let part = answers.parts.iter().find(|part| part.source.broker == Some(3)).unwrap();
    assert_eq!(&*part.source.address, "kafka-9.internal:9092");
    let moved = |event: &Event| matches!(event, Event::BrokerMoved { id: 3, from, to } if from == "kafka-3.internal:9092" && to == "kafka-9.internal:9092");
    assert!(record.events().iter().any(moved), "{:?}", record.events());
}
