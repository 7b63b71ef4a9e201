//! Case 11 (KAFKA-8175, librdkafka#2845): a broker that was frozen, not down, let calls pile up.
//!
//! Its connection is closed when an attempt is over, everybody who waited there hears it at once, and who may go elsewhere
//! does. The other brokers' callers notice nothing, and after the thaw it is used again.

use std::time::Duration;

use meta::{ApiKey, Config, Key, What, message::describe_cluster::DescribeCluster};
use mock_cluster::{Behaviour, key};
use support::ground::{answered, config, connect_as, latest, offsets, three, until, within};
use tokio::task::JoinSet;

#[tokio::test]
async fn callers_of_a_frozen_broker_end_together_and_those_of_the_others_do_not_wait() {
    let mock = three().start().await.unwrap();
    let attempt_timeout = Duration::from_secs(2);
    let (cluster, record) = connect_as(Config { attempt_timeout, ..config(&mock.bootstrap()) }).await;
    let led = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    let of = |id: i32| led.iter().filter(|(_, broker)| *broker == id).map(|(p, _)| *p).collect::<Vec<_>>();
    let sockets = mock.connections_opened(2);
    mock.behave(2, Behaviour::Mute).unwrap();

    let mut waiting = JoinSet::new();
    for _ in 0..100 {
        let (cluster, asked) = (cluster.clone(), latest("orders", of(2)));
        waiting.spawn(async move { cluster.send_within(asked, Key::None, Duration::from_secs(4)).await });
    }
    let in_flight = || {
        let lines = cluster.connections().into_iter();
        lines.filter(|line| line.broker == Some(2)).map(|line| line.in_flight).sum::<usize>()
    };
    until(|| in_flight() >= 100).await;
    // While a hundred wait there, the others answer: asked after them, answered before.
    for id in [1, 3] {
        let answers = offsets(&cluster, latest("orders", of(id))).await;
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    }
    for _ in 0..10 {
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    }
    assert_eq!(in_flight(), 100, "nobody who waits for broker 2 can have an answer yet");
    for answers in within(waiting.join_all()).await {
        let answers = answers.unwrap();
        assert!(answers.parts.is_empty());
        let error = &answers.failed[0].error;
        assert_eq!(answers.failed[0].broker, Some(2));
        let ended =
            matches!(error.what(), What::Timeout { .. } | What::Disconnected { .. } | What::Connect(_));
        assert!(ended, "{error}");
    }
    // They shared their connections, the ones that timed out and those that were tried again.
    assert!(mock.connections_opened(2) <= sockets + 6, "{} sockets", mock.connections_opened(2));
    let attempts = record.of(ApiKey::ListOffsets).iter().map(|entry| entry.attempts.len()).max();
    assert!(attempts.unwrap() <= 8, "{attempts:?}");

    mock.behave(2, Behaviour::Normal).unwrap();
    within(async { while !offsets(&cluster, latest("orders", of(2))).await.failed.is_empty() {} }).await;
}

/// What any broker can answer goes past a connection that has been silent, though nobody has given it up yet.
#[tokio::test]
async fn a_request_for_any_broker_goes_past_a_silence_that_others_wait_in() {
    let mock = three().start().await.unwrap();
    let forever = super::scene::FOREVER;
    let config = Config { attempt_timeout: forever, read_timeout: forever, ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(config).await;
    let led = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    mock.behave(2, Behaviour::Mute).unwrap();
    let of_two: Vec<i32> = led.iter().filter(|(_, broker)| *broker == 2).map(|(p, _)| *p).collect();
    mock.forget_requests();
    let waiting = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(latest("orders", of_two), Key::None).await.map(|_| ()) }
    });
    within(mock.until(|mock| mock.count(key::LIST_OFFSETS) == 1)).await;
    for _ in 0..30 {
        let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        assert_ne!(answers.one().unwrap().source.broker, Some(2));
    }
    assert!(!waiting.is_finished());
    waiting.abort();
}
