//! Case 1 (dpkp/kafka-python#1683, aio-libs/aiokafka#456): all brokers changed address and the client dialled dead ones.
//!
//! What the user typed is one name; it is looked up again, leads to where the brokers went, and from there everything is
//! found. No time-out is short enough to help: whoever waits for a dead address hangs here.

use meta::{Event, Refresh};
use support::ground::{answered, connect_as, latest, offsets, three, within};

use super::scene::{Names, move_all, patient, place, used};

#[tokio::test]
async fn brokers_that_all_moved_are_found_behind_the_name_that_was_typed() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    names.set("kafka.test", &[place(&mock, 1)]);
    let (cluster, record) = connect_as(patient("kafka.test:9092", &names)).await;
    assert_eq!(answered(&offsets(&cluster, latest("orders", 0..6)).await).len(), 6);
    let old = mock.broker_addresses();
    let asked = names.asked();

    move_all(&mock).await;
    names.set("kafka.test", &[place(&mock, 2)]);
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    assert!(names.asked() > asked, "the name was looked up again");

    let used = used(&cluster);
    assert!(old.values().all(|address| !used.contains(address)), "{used:?} holds one of {old:?}");
    let moved = |event: &&Event| matches!(event, Event::BrokerMoved { .. });
    assert_eq!(record.events().iter().filter(moved).count(), 3);
    assert!(cluster.snapshot().failure().is_none());
}

/// Twice, and by a plain refresh instead of a request.
#[tokio::test]
async fn brokers_may_move_again_and_again() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    names.set("kafka.test", &[place(&mock, 1)]);
    let (cluster, _) = connect_as(patient("kafka.test:9092", &names)).await;
    for round in 0..4 {
        move_all(&mock).await;
        names.set("kafka.test", &[place(&mock, round % 3 + 1)]);
        let snapshot = within(cluster.refresh(Refresh::All)).await.unwrap();
        let told: Vec<String> =
            snapshot.brokers().iter().map(|broker| format!("{}:{}", broker.host, broker.port)).collect();
        assert_eq!(told, mock.broker_addresses().into_values().collect::<Vec<_>>());
    }
}
