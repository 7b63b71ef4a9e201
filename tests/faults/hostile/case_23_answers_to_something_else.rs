//! Case 23 (KAFKA-4669, kafka-python#1748, KAFKA-5595): a wrong correlation id hung a caller, or woke another one with it.
//!
//! Here the order is the only thing that tells whose an answer is, so that the first sign of disorder ends the connection:
//! a number that is off, below zero or not asked for, an answer twice, one that comes after its caller gave up. A look is
//! asked again on a new connection; nobody hangs, and nobody gets what was another's.

use std::time::Duration;

use meta::{Config, Key, What, message::list_groups::ListGroups};
use mock_cluster::{Action, Fault, MockCluster, key};
use support::ground::{answered, connect, connect_as, latest, offsets, three, within};
use tokio::task::JoinSet;

use super::peers::{groups, hurried};

async fn mock() -> MockCluster {
    three().start().await.unwrap()
}

#[tokio::test]
async fn a_number_that_is_off_ends_the_connection_and_the_look_is_asked_again() {
    for off in [1, -1, 17, i32::MAX, i32::MIN, -1_000_000] {
        let mock = mock().await;
        let (cluster, _) = connect(&mock).await;
        groups(&cluster).await;
        let before = mock.connections_opened(2);
        mock.fault(Fault::on(key::LIST_GROUPS).broker(2).times(1), Action::Correlation(off));
        assert_eq!(groups(&cluster).await.0, [1, 2, 3], "{off}");
        assert!(before < mock.connections_opened(2), "{off}: a new connection");
    }
}

#[tokio::test]
async fn many_callers_of_one_broker_get_their_own_answers_or_none() {
    let mock = mock().await;
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    for action in [Action::Correlation(1), Action::Correlation(-3), Action::Twice, Action::Skip] {
        let armed = mock.fault(Fault::on(key::LIST_OFFSETS).broker(2).after(5).times(2), action.clone());
        let mut callers = JoinSet::new();
        for partition in (0..6).cycle().take(60) {
            let cluster = cluster.clone();
            callers.spawn(async move { (partition, offsets(&cluster, latest("orders", [partition])).await) });
        }
        for (partition, answers) in callers.join_all().await {
            let told = answered(&answers);
            assert!(told.len() <= 1, "{action:?}: {told:?}");
            assert!(
                told.iter().all(|(index, _)| *index == partition),
                "{action:?}: {partition} got {told:?}"
            );
            assert!(
                !told.is_empty() || !answers.failed.is_empty(),
                "{action:?}: neither an answer nor a failure"
            );
        }
        mock.disarm(armed);
        assert_eq!(answered(&offsets(&cluster, latest("orders", 0..6)).await).len(), 6, "after {action:?}");
    }
}

#[tokio::test]
async fn an_answer_twice_is_the_answer_and_then_the_end_of_the_connection() {
    let mock = mock().await;
    let (cluster, _) = connect(&mock).await;
    groups(&cluster).await;
    mock.fault(Fault::on(key::LIST_GROUPS).broker(2).times(1), Action::Twice);
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
    // Asked on at once: the answer that came too often is nobody's.
    for _ in 0..5 {
        assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
    }
}

#[tokio::test]
async fn bytes_that_nobody_asked_for_end_an_idle_connection_before_they_are_whole() {
    let mock = mock().await;
    let (cluster, _) = connect(&mock).await;
    groups(&cluster).await;
    // The answer, and behind it the start of a frame that never ends.
    let begun = [&(64_i32 << 20).to_be_bytes()[..], &[0, 0, 0, 9, 1, 2, 3]].concat();
    mock.fault(Fault::on(key::LIST_GROUPS).broker(2).times(1), Action::Behind(begun.into()));
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
    mock.until(|mock| mock.connections_open(2) == 0).await;
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_nobodys() {
    let mock = mock().await;
    let hasty = Config { attempt_timeout: Duration::from_millis(300), ..hurried(&mock.bootstrap()) };
    let (cluster, _) = connect_as(hasty).await;
    groups(&cluster).await;
    let late = Action::Delay(Duration::from_millis(500));
    mock.fault(Fault::on(key::LIST_GROUPS).broker(2).times(1), late);
    let limit = Duration::from_millis(250);
    let answers = within(cluster.send_within(ListGroups::default(), Key::None, limit)).await.unwrap();
    assert_eq!(answers.parts.len(), 2);
    assert!(
        matches!(answers.failed[0].error.what(), What::Timeout { sent: true, .. }),
        "{:?}",
        answers.failed
    );
    // Asked while the late one is still to come, and after it; the broker is left alone for a moment, and then answers.
    let mut good = 0;
    while good < 5 {
        let (told, failed) = groups(&cluster).await;
        let left_alone = matches!(failed.first().map(|one| one.error.what()), Some(What::Connect(_)));
        assert!(told == [1, 2, 3] || told == [1, 3] && left_alone, "{told:?} {failed:?}");
        good += usize::from(failed.is_empty());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
