//! Brokers that are dead, frozen or half-way, and what they cost.

use std::time::Duration;

use meta::{
    ApiKey, Config, ErrorCode, Key, Refresh, What,
    message::{
        describe_cluster::DescribeCluster, describe_log_dirs::DescribeLogDirs, list_groups::ListGroups,
        list_partition_reassignments::ListPartitionReassignments,
    },
};
use mock_cluster::{Action, Behaviour, Fault, Port, key};
use tokio::task::JoinSet;

use support::ground::{answered, config, connect, connect_as, latest, offsets, three, within};

/// Long enough that a test which waits for it would hang.
const FOREVER: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_dead_broker_costs_only_its_own_partitions() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let before = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    mock.stop_broker(2).await.unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    let led_by_others = before.iter().filter(|(_, broker)| *broker != 2).count();
    assert_eq!(answered(&answers).len(), led_by_others);
    for failed in &answers.failed {
        assert_eq!(failed.broker, Some(2));
        assert!(
            matches!(failed.error.what(), What::Connect(_) | What::Disconnected { .. }),
            "{}",
            failed.error
        );
        assert!(!failed.items.is_empty());
    }
    let lost: usize = answers.failed.iter().map(|failed| failed.items.len()).sum();
    assert_eq!(lost + led_by_others, 6, "no partition is left out");
}

#[tokio::test]
async fn a_broker_that_failed_over_costs_nothing() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    mock.fail_broker(2).await.unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
}

#[tokio::test]
async fn a_request_for_any_broker_goes_past_the_dead_and_the_mute() {
    let mock = three().start().await.unwrap();
    let bootstrap = mock.broker_addresses()[&3].clone();
    let (cluster, _) = connect_as(Config { setup_timeout: FOREVER, ..config(&bootstrap) }).await;
    mock.stop_broker(1).await.unwrap();
    mock.behave(2, Behaviour::Mute).unwrap();
    for _ in 0..20 {
        let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        assert_eq!(answers.one().unwrap().source.broker, Some(3));
    }
}

#[tokio::test]
async fn a_frozen_broker_does_not_hold_up_a_refresh() {
    let mock = three().start().await.unwrap();
    let (cluster, _) =
        connect_as(Config { attempt_timeout: FOREVER, read_timeout: FOREVER, ..config(&mock.bootstrap()) })
            .await;
    offsets(&cluster, latest("orders", 0..6)).await;
    // Connected to all three; two of them stop in the middle of their lives.
    mock.behave(1, Behaviour::Mute).unwrap();
    mock.behave(2, Behaviour::Mute).unwrap();
    let snapshot = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert!(snapshot.failure().is_none());
}

#[tokio::test]
async fn a_frozen_broker_loses_its_connection_and_the_others_are_not_touched() {
    let mock = three().start().await.unwrap();
    let config = Config { attempt_timeout: Duration::from_millis(300), ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(config).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let before: Vec<u64> = (1..=3).map(|broker| mock.connections_opened(broker)).collect();
    mock.fault(Fault::on(key::LIST_OFFSETS).broker(2).times(1), Action::Silence);
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "a read is asked again through a new socket: {:?}", answers.failed);
    let after: Vec<u64> = (1..=3).map(|broker| mock.connections_opened(broker)).collect();
    assert_eq!((after[0], after[2]), (before[0], before[2]));
    assert_eq!(after[1], before[1] + 1);
}

#[tokio::test]
async fn a_thousand_callers_of_a_broker_that_dies_cause_a_few_refreshes() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    mock.fail_broker(2).await.unwrap();
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for _ in 0..1000 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    }
    let refreshes = mock.count(key::METADATA);
    assert!(refreshes <= 3, "{refreshes} refreshes for one dead broker");
}

#[tokio::test]
async fn each_broker_that_does_not_answer_is_its_own_failure() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.stop_broker(2).await.unwrap();
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    let answered: Vec<_> = answers.parts.iter().map(|part| part.source.broker).collect();
    assert_eq!(answered, [Some(1), Some(3)]);
    assert_eq!(answers.failed.len(), 1);
    assert_eq!(answers.failed[0].broker, Some(2));
    assert!(matches!(answers.failed[0].error.what(), What::Connect(_)), "{}", answers.failed[0].error);
}

#[tokio::test]
async fn a_broker_that_comes_back_is_used_again() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.stop_broker(2).await.unwrap();
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(answers.failed.len(), 1);
    mock.start_broker(2, Port::Same).await.unwrap();
    within(async {
        while !within(cluster.send(ListGroups::default(), Key::None)).await.unwrap().failed.is_empty() {}
    })
    .await;
}

#[tokio::test]
async fn a_connection_that_the_broker_closed_is_replaced_without_a_failure() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
        mock.start_broker(broker, Port::Same).await.unwrap();
    }
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    assert!(record.of(ApiKey::ListOffsets).iter().all(|entry| entry.outcome.is_ok()));
}

#[tokio::test]
async fn a_reply_that_lies_closes_its_connection_and_is_said() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::LIST_GROUPS).broker(1).times(1), Action::RawBody(vec![0xff; 9].into()));
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(answers.failed.len(), 1);
    assert!(matches!(answers.failed[0].error.what(), What::Decode(_)), "{}", answers.failed[0].error);
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}

#[tokio::test]
async fn a_version_that_one_broker_lacks_is_asked_of_another() {
    let mock = three().start().await.unwrap();
    for broker in [1, 2] {
        mock.state().withdraw_versions(broker, key::DESCRIBE_CLUSTER).unwrap();
    }
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    assert_eq!(answers.one().unwrap().source.broker, Some(3));
}

#[tokio::test]
async fn a_slow_request_does_not_hold_up_a_quick_one_to_the_same_broker() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::DESCRIBE_LOG_DIRS), Action::Silence);
    let slow = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(DescribeLogDirs::default(), Key::None).await.map(|_| ()) }
    });
    within(mock.until(|mock| mock.count(key::DESCRIBE_LOG_DIRS) == 3)).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(cluster.connections().iter().any(|state| state.slow && state.in_flight == 1));
    slow.abort();
}

#[tokio::test]
async fn a_named_broker_that_joined_just_now_is_found() {
    let mock = three().start().await.unwrap();
    mock.fail_broker(3).await.unwrap();
    let (cluster, _) = connect(&mock).await;
    assert!(cluster.snapshot().broker(3).is_none());
    mock.restore_broker(3, Port::Same).await.unwrap();
    let answers = within(cluster.send(ListGroups::default(), Key::Broker(3))).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}

#[tokio::test]
async fn a_throttled_item_waits_as_long_as_the_broker_asks_and_goes_again() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    let throttled = ErrorCode::THROTTLING_QUOTA_EXCEEDED;
    mock.fault(Fault::on(key::LIST_OFFSETS).times(2), Action::ErrorCode(throttled.0));
    let answers = offsets(&cluster, latest("orders", [0])).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let asked: Vec<i32> = mock.requests(key::LIST_OFFSETS).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked.len(), 3);
    assert!(asked.windows(2).all(|two| two[0] == two[1]));
    let entry = record.of(ApiKey::ListOffsets).pop().unwrap();
    assert_eq!(entry.attempts.len(), 3);
    assert_eq!(entry.attempts[0].error.as_ref().unwrap().code(), Some(throttled));
}

/// With KRaft a broker asks the controller for some reads, and what comes behind them on the same socket waits for it.
#[tokio::test]
async fn a_read_that_a_broker_passes_on_in_vain_holds_up_no_other_and_is_asked_elsewhere() {
    let mock = three().start().await.unwrap();
    let short = Config { attempt_timeout: Duration::from_secs(2), ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(short).await;
    let moves = || ListPartitionReassignments { topics: None, timeout: Duration::from_secs(30) };
    mock.fault(Fault::on(key::LIST_PARTITION_REASSIGNMENTS).times(1), Action::Silence);
    let passed_on = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(moves(), Key::None).await }
    });
    within(mock.until(|mock| mock.count(key::LIST_PARTITION_REASSIGNMENTS) == 1)).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(!passed_on.is_finished(), "it was not answered meanwhile");
    let answers = within(passed_on).await.unwrap().unwrap();
    assert_eq!(answers.parts.len(), 1);
    assert_eq!(mock.count(key::LIST_PARTITION_REASSIGNMENTS), 2);
}
