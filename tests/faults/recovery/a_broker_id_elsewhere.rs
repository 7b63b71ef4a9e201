//! A broker id that is used again at another address while the old process still answers.
//!
//! What is in flight there gets its answers, nothing new goes there, and its socket ends when the last answer came: two
//! brokers with one number must not both be asked as the one.

use std::time::Duration;

use meta::{Config, Key, Refresh, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, key};
use support::ground::{answered, config, connect_as, latest, offsets, three, until, within};

use super::scene::{Front, Mode, homes};

#[tokio::test]
async fn the_old_place_is_drained_and_the_new_one_gets_what_is_new() {
    let mock = three().start().await.unwrap();
    let ours = homes(&mock);
    let old = Front::new(Mode::To(ours[1])).await;
    mock.state().advertise(2, "127.0.0.1", old.address.port()).unwrap();
    let typed = Front::new(Mode::To(ours[0])).await;
    let (cluster, _) = connect_as(Config { ..config(&typed.address.to_string()) }).await;
    let led = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    assert_eq!(old.taken().len(), 1);

    // Ten answers are under way from the old place when the number appears at another.
    mock.fault(Fault::on(key::LIST_OFFSETS).broker(2).times(1), Action::Delay(Duration::from_millis(500)));
    mock.forget_requests();
    let of_two: Vec<i32> = led.iter().filter(|(_, broker)| *broker == 2).map(|(part, _)| *part).collect();
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (cluster, asked) = (cluster.clone(), latest("orders", of_two.clone()));
        waiting.spawn(async move { offsets(&cluster, asked).await });
    }
    // The first is being answered late; the nine behind it are in the old socket already.
    let in_flight = || {
        let lines = cluster.connections().into_iter();
        lines.filter(|line| line.broker == Some(2)).map(|line| line.in_flight).sum::<usize>()
    };
    until(|| in_flight() == 10).await;
    mock.state().advertise(2, "127.0.0.1", ours[1].port()).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let new = within(cluster.send(ListGroups::default(), Key::Broker(2))).await.unwrap();
    assert_eq!(new.one().unwrap().source.address, ours[1].to_string());
    assert_eq!(old.taken().len(), 1, "nothing new goes to the old place");
    for answers in within(waiting.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        let source = &answers.parts[0].source;
        assert_eq!(
            (source.address.clone(), source.attempts),
            (old.address.to_string(), 1),
            "drained, not dropped"
        );
    }
    assert!(cluster.connections().iter().all(|line| line.address != old.address.to_string()));
    // The old socket has ended; the new one is the only one left to broker 2.
    within(mock.until(|mock| mock.connections_open(2) == 1)).await;
}
