//! Case 8 (dpkp/kafka-python#810, KAFKA-12193, KAFKA-7755): a name was looked up once and kept for life.
//!
//! A broker of a stateful set keeps its name and changes its address. Every connect asks the name service anew; nothing
//! remembers an answer.

use mock_cluster::Port;
use support::ground::{answered, connect_as, latest, offsets, three};

use super::scene::{Front, Mode, Names, patient, place};

#[tokio::test]
async fn a_broker_that_kept_its_name_and_changed_its_address_is_reached() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    names.set("kafka.test", &[place(&mock, 1)]);
    let mut fronts = Vec::new();
    for broker in 1..=3 {
        // The metadata says the same name for ever; what is behind it changes.
        let front = Front::new(Mode::To(place(&mock, broker))).await;
        let name = format!("broker-{broker}.test");
        names.set(&name, &[front.address]);
        fronts.push(front);
    }
    let homes = super::scene::homes(&mock);
    for broker in 1..=3 {
        mock.state().advertise(broker, &format!("broker-{broker}.test"), 9092).unwrap();
    }
    let (cluster, _) = connect_as(patient("kafka.test:9092", &names)).await;
    assert_eq!(answered(&offsets(&cluster, latest("orders", 0..6)).await).len(), 6);
    for round in 0..3 {
        let before = names.asked();
        // Gone from the old address, there at a new one, and the name service says so.
        fronts.clear();
        for (broker, home) in (1..=3).zip(homes) {
            let front = Front::new(Mode::To(home)).await;
            names.set(&format!("broker-{broker}.test"), &[front.address]);
            fronts.push(front);
        }
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "round {round}: {:?}", answers.failed);
        assert!(names.asked() >= before + 3, "each was looked up again");
    }
}

/// The first answer of the name service is wrong, as it is for a while after a move: no error is kept either.
#[tokio::test]
async fn a_name_that_did_not_exist_a_moment_ago_is_asked_for_again() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    let cluster = meta::Cluster::new(patient("kafka.test:9092", &names)).unwrap();
    for round in 0..3 {
        let error = support::ground::within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap_err();
        assert!(error.to_string().contains("“kafka.test”"), "{error}");
        assert!(names.asked() > round, "{} look-ups", names.asked());
    }
    names.set("kafka.test", &[place(&mock, 1)]);
    support::ground::within(cluster.refresh(meta::Refresh::Brokers)).await.unwrap();
    mock.start_broker(1, Port::Same).await.unwrap();
}
