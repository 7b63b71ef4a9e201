//! "No known broker answered" is told when it is so, and not when what the user typed was merely faster.
//!
//! A slow reply makes us ask a typed address beside the broker. Were its answer told as a new start, the journal would report
//! fourteen lost clusters while all brokers are there.

use std::time::Duration;

use meta::{Event, Key, Refresh, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, key};
use support::ground::{Record, config, connect_as, three, within};

use super::scene::{Front, Mode, homes};

fn told(record: &Record) -> Vec<String> {
    let why = |event| match event {
        Event::Rebootstrap { why } => Some(why),
        _ => None,
    };
    record.events().into_iter().filter_map(why).collect()
}

#[tokio::test]
async fn a_typed_address_that_is_faster_is_no_news() {
    let mock = three().start().await.unwrap();
    let typed = Front::new(Mode::To(homes(&mock)[2])).await;
    let (cluster, record) = connect_as(config(&typed.address.to_string())).await;
    for broker in [1, 2] {
        within(cluster.send(ListGroups::default(), Key::Broker(broker))).await.unwrap();
    }
    // The one that was used last is asked first. Broker 1 is there all the time.
    mock.fault(Fault::on(key::METADATA).broker(2), Action::Delay(Duration::from_secs(5)));
    for _ in 0..3 {
        within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    }
    assert_eq!(told(&record), Vec::<String>::new());
}

#[tokio::test]
async fn and_brokers_that_refuse_are_named() {
    let mock = three().start().await.unwrap();
    let typed = Front::new(Mode::To(homes(&mock)[2])).await;
    let (cluster, record) = connect_as(config(&typed.address.to_string())).await;
    // Broker 3 goes on behind the typed address and is said to be where nobody is, as are the others.
    for broker in 1..=3 {
        mock.state().advertise(broker, "127.0.0.1", 1).unwrap();
    }
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    within(async {
        while told(&record).is_empty() {
            for broker in 1..=3 {
                let _ = cluster.send(ListGroups::default(), Key::Broker(broker)).await;
            }
            cluster.refresh(Refresh::Brokers).await.unwrap();
        }
    })
    .await;
    let told = told(&record);
    assert!(told.iter().any(|why| why.contains("broker") && why.contains("gave no answer")), "{told:?}");
}
