//! Slow answers cost time and nothing else: no second socket to a broker that was typed too, and no look for each failure.
//!
//! On a busy machine each answer is late. If lateness alone made us dial an address anew, or ask again for what was told
//! meanwhile, load would make more load.

use std::time::Duration;

use meta::{Key, Refresh};
use mock_cluster::{Action, Fault, key};
use support::ground::{answered, connect, latest, offsets, three, within};
use tokio::task::JoinSet;

#[tokio::test]
async fn though_each_look_is_asked_of_what_the_user_typed_too() {
    let mock = three().start().await.unwrap();
    let slow = mock.fault(Fault::on(key::METADATA), Action::Delay(Duration::from_millis(1000)));
    let (cluster, _) = connect(&mock).await;
    let mut callers = JoinSet::new();
    for _ in 0..200 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    }
    mock.forget_requests();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert!(mock.count(key::METADATA) > 1, "a second broker is asked beside a slow one");
    mock.disarm(slow);
    for line in cluster.connections() {
        assert!(line.broker.is_some(), "a socket beside the broker's own: {line:?}");
    }
    assert_eq!(cluster.connections().len(), 3);
}

/// Forty callers hear "not the leader" one after the other, long after the first of them has made us learn who is.
#[tokio::test]
async fn nor_is_the_leader_looked_up_again_for_each_late_refusal() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let led = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    let of_two: Vec<i32> = led.iter().filter(|(_, broker)| *broker == 2).map(|(p, _)| *p).collect();
    let late = [Action::Delay(Duration::from_millis(50)), Action::ErrorCode(6)];
    mock.fault(Fault::on(key::LIST_OFFSETS).broker(2), Action::All(late.to_vec()));
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for _ in 0..40 {
        let (cluster, asked) = (cluster.clone(), latest("orders", of_two.clone()));
        callers.spawn(async move { within(cluster.send(asked, Key::None)).await.unwrap() });
    }
    let waiting = || {
        let lines = cluster.connections().into_iter().filter(|line| line.broker == Some(2));
        lines.map(|line| line.in_flight).sum::<usize>()
    };
    support::ground::until(|| waiting() == 40 || mock.count(key::METADATA) > 0).await;
    for partition in of_two {
        mock.state().move_leader("orders", partition, 3).unwrap();
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(answers.parts[0].source.broker, Some(3));
    }
    // The one that the first refusal asked for, one for those who failed while it was on its way, and one that may have
    // come before the move.
    let looks = mock.count(key::METADATA);
    assert!(looks <= 3, "{looks} looks for one move");
}
