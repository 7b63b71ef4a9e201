//! Brokers that die, freeze, refuse or answer something else: each is seen in its own cells and nowhere else.

use std::time::Duration;

use contract::{
    BrokerState, ConnectionState, ErrorKind, Fact, GetOverview, GroupRow, ListBrokers, ListGroups,
    ListJournal, ListLogDirs, ListPartitions, ListTopics, LogDirRow, LogDirState, OpenCluster, Page,
    PartitionRow, Refresh, Verdict, View,
};
use mock_cluster::{Action, Behaviour, Fault, Group, GroupKind, MockCluster, Port, TopicSpec, key};

use super::{Bench, all};

const DESCRIBE_LOG_DIRS: i16 = 35;

async fn three() -> MockCluster {
    let topic = TopicSpec::new("orders").partitions(6).replication(3).records(1_000);
    MockCluster::builder().brokers(3).topic(topic).start().await.unwrap()
}

async fn log_dirs(bench: &Bench) -> Page<LogDirRow> {
    bench.engine.log_dirs(ListLogDirs { cluster: bench.id.clone(), query: all() }).await.unwrap()
}

async fn refresh(bench: &Bench, view: View) {
    bench.engine.refresh(Refresh { cluster: bench.id.clone(), view }).await.unwrap();
}

async fn log_dirs_settled(bench: &Bench) -> Page<LogDirRow> {
    bench.until("log dirs asked", async || !log_dirs(bench).await.freshness.loading).await;
    log_dirs(bench).await
}

/// Starts a refresh and waits for its end.
async fn refreshed_log_dirs(bench: &Bench) -> Page<LogDirRow> {
    log_dirs_settled(bench).await;
    refresh(bench, View::LogDirs).await;
    log_dirs_settled(bench).await
}

async fn state_of(bench: &Bench, id: i32) -> BrokerState {
    let page = bench.engine.brokers(ListBrokers { cluster: bench.id.clone(), query: all() }).await.unwrap();
    page.rows.into_iter().find(|row| row.id == id).unwrap().state
}

#[tokio::test]
async fn a_dead_brokers_cells_are_old_while_the_others_live() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    let before = log_dirs_settled(&bench).await;
    assert!(before.rows.iter().all(|row| matches!(row.kafka, Fact::Known { .. })));
    assert_eq!((before.freshness.answered, before.freshness.asked), (3, 3));

    cluster.stop_broker(2).await.unwrap();
    let after = refreshed_log_dirs(&bench).await;
    assert_eq!(after.rows.len(), before.rows.len(), "its rows stay");
    for row in &after.rows {
        let was = before.rows.iter().find(|was| was.broker == row.broker && was.path == row.path).unwrap();
        if row.broker == 2 {
            assert!(matches!(row.state, LogDirState::LastSeen { .. }));
            assert!(matches!(row.kafka, Fact::Stale { .. }), "{:?}", row.kafka);
            assert_eq!((row.kafka.value(), row.told), (was.kafka.value(), was.told));
            let why = row.kafka.reason().unwrap() as usize;
            assert_eq!(after.provenance.reasons[why].broker, Some(2));
            assert_eq!(row.broker_failed.as_ref().unwrap().kind, ErrorKind::Connect);
        } else {
            assert!(matches!(row.kafka, Fact::Known { .. }));
            assert!(row.told > was.told, "it was asked again");
        }
    }
    assert_eq!((after.freshness.answered, after.freshness.asked), (2, 3));
    assert_eq!(after.freshness.failures.len(), 1);
    let kafka = after.totals.iter().find(|total| total.label == "Kafka").unwrap();
    assert_eq!(kafka.note, "from 2 of 3 brokers");
    assert!(matches!(state_of(&bench, 2).await, BrokerState::NotAnswering { .. }));
    assert!(matches!(state_of(&bench, 1).await, BrokerState::Up));
}

#[tokio::test]
async fn a_broker_that_left_is_down_and_comes_back_up() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    log_dirs_settled(&bench).await;
    cluster.fail_broker(2).await.unwrap();
    bench
        .until("broker 2 down", async || {
            refresh(&bench, View::Cluster).await;
            matches!(state_of(&bench, 2).await, BrokerState::Fenced { .. } | BrokerState::Down { .. })
        })
        .await;
    let rows = refreshed_log_dirs(&bench).await.rows;
    assert!(rows.iter().any(|row| row.broker == 2), "a broker that is down stays in the table");
    let overview = bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap();
    let reason = overview.value.reasons.iter().find(|reason| reason.head.starts_with("Broker 2 is"));
    assert!(reason.is_some_and(|reason| reason.since.is_some()), "{:?}", overview.value.reasons);
    assert_eq!(overview.value.brokers_known.value(), Some(&3));

    cluster.restore_broker(2, Port::New).await.unwrap();
    bench
        .until("broker 2 up", async || {
            refresh(&bench, View::Cluster).await;
            state_of(&bench, 2).await == BrokerState::Up
        })
        .await;
    let rows = refreshed_log_dirs(&bench).await.rows;
    assert!(rows.iter().all(|row| matches!(row.kafka, Fact::Known { .. })));
}

#[tokio::test]
async fn a_frozen_broker_holds_up_neither_the_page_nor_the_others() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    let before = log_dirs_settled(&bench).await;
    cluster.behave(3, Behaviour::Mute).unwrap();
    refresh(&bench, View::LogDirs).await;
    let told = |page: &Page<LogDirRow>, broker: i32| {
        page.rows.iter().filter(|row| row.broker == broker).map(|row| row.told).max().unwrap()
    };
    bench
        .until("1 and 2 answered", async || {
            let now = log_dirs(&bench).await;
            told(&now, 1) > told(&before, 1) && told(&now, 2) > told(&before, 2)
        })
        .await;
    let page = log_dirs(&bench).await;
    assert!(page.freshness.loading, "broker 3 is still being asked");
    assert_eq!(told(&page, 3), told(&before, 3));
    let page = log_dirs_settled(&bench).await;
    let frozen = page.rows.iter().find(|row| row.broker == 3).unwrap();
    assert_eq!(frozen.broker_failed.as_ref().unwrap().kind, ErrorKind::Timeout);
    assert!(matches!(frozen.usable, Fact::Stale { .. }));
}

#[tokio::test]
async fn a_frozen_leader_leaves_only_its_own_offsets_waiting() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    log_dirs_settled(&bench).await;
    cluster.fault(Fault::on(key::LIST_OFFSETS).broker(3), Action::Silence);
    let rows = async || {
        let call = ListPartitions { cluster: bench.id.clone(), topic: "orders".into(), query: all() };
        bench.engine.partitions(call).await.unwrap().rows
    };
    bench
        .until("the others' offsets, before the frozen one's time is up", async || {
            let rows = rows().await;
            let as_it_should = |row: &PartitionRow| match row.leader {
                Some(3) => row.latest == Fact::Asking,
                _ => matches!(row.latest, Fact::Known { .. }),
            };
            rows.iter().any(|row| row.leader == Some(3)) && rows.iter().all(as_it_should)
        })
        .await;
    bench
        .until("its reason", async || {
            rows().await.iter().all(|row| row.leader != Some(3) || matches!(row.latest, Fact::Missing { .. }))
        })
        .await;
}

#[tokio::test]
async fn a_frozen_coordinator_leaves_only_its_own_groups_waiting() {
    let cluster = three().await;
    for broker in 1..=3 {
        let id = format!("of-{broker}");
        cluster.state().add_group(Group::new(&id, GroupKind::Classic));
        cluster.state().move_coordinator(&id, broker).unwrap();
    }
    cluster.fault(Fault::on(key::DESCRIBE_GROUPS).broker(3), Action::Silence);
    let bench = Bench::open(&cluster).await;
    bench
        .until("the others' members, before the frozen one's time is up", async || {
            let call = ListGroups { cluster: bench.id.clone(), query: all() };
            let rows = bench.engine.groups(call).await.unwrap().rows;
            let as_it_should = |row: &GroupRow| match row.id.as_str() {
                "of-3" => row.members == Fact::Asking,
                _ => matches!(row.members, Fact::Known { .. }),
            };
            rows.len() == 3 && rows.iter().all(as_it_should)
        })
        .await;
}

#[tokio::test]
async fn a_broker_that_never_answered_has_its_row_and_its_reason() {
    let cluster = three().await;
    let bootstrap = cluster.broker_addresses()[&1].clone();
    cluster.stop_broker(3).await.unwrap();
    let bench = Bench::opening(&bootstrap).await;
    bench.until("open", async || matches!(bench.state().await, ConnectionState::Open { .. })).await;
    let page = log_dirs_settled(&bench).await;
    let row = page.rows.iter().find(|row| row.broker == 3).unwrap();
    assert_eq!((row.path.as_deref(), &row.state), (None, &LogDirState::Unknown));
    assert!(matches!(row.kafka, Fact::Missing { .. }), "not zero, not blank: {:?}", row.kafka);
    assert!(row.broker_failed.is_some());
}

#[tokio::test]
async fn a_right_that_is_missing_blanks_its_own_column_and_leaves_the_cluster_open() {
    let cluster = three().await;
    cluster.fault(Fault::on(DESCRIBE_LOG_DIRS), Action::ErrorCode(31));
    let bench = Bench::open(&cluster).await;
    let page = log_dirs_settled(&bench).await;
    for row in &page.rows {
        let error = row.broker_failed.as_ref().unwrap();
        assert_eq!((error.kind, error.code), (ErrorKind::Authorization, Some(31)));
        assert!(error.advice.as_deref().unwrap().contains("kafka-acls.sh"));
    }
    bench
        .until("topics listed", async || {
            let query = ListTopics { cluster: bench.id.clone(), query: all() };
            bench.engine.topics(query).await.unwrap().rows.iter().any(|row| row.name == "orders")
        })
        .await;
    assert!(matches!(bench.state().await, ConnectionState::Open { .. }));
    assert_eq!(state_of(&bench, 1).await, BrokerState::Up, "a broker that says no is there");
    bench
        .until("healthy, with a word on what is left out", async || {
            let overview =
                bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap().value;
            let word =
                overview.reasons.iter().any(|reason| reason.head == "3 brokers that are up tell no log dirs");
            overview.verdict == Verdict::Healthy && word
        })
        .await;
}

#[tokio::test]
async fn refreshes_that_are_asked_for_at_once_ask_each_broker_once() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    log_dirs_settled(&bench).await;
    let before = cluster.count(DESCRIBE_LOG_DIRS);
    cluster.fault(Fault::on(DESCRIBE_LOG_DIRS), Action::Delay(Duration::from_millis(200)));
    for _ in 0..50 {
        refresh(&bench, View::LogDirs).await;
    }
    log_dirs_settled(&bench).await;
    assert_eq!(cluster.count(DESCRIBE_LOG_DIRS) - before, 3);
}

#[tokio::test]
async fn a_closed_cluster_has_no_sockets_and_no_pages() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    log_dirs_settled(&bench).await;
    let held = std::sync::Arc::downgrade(&bench.cluster());
    bench.engine.close_cluster(contract::CloseCluster { id: bench.id.clone() }).await.unwrap();
    bench.until("sockets closed", async || (1..=3).all(|broker| cluster.connections_open(broker) == 0)).await;
    bench.until("all let go", async || held.upgrade().is_none()).await;
    let query = ListLogDirs { cluster: bench.id.clone(), query: all() };
    assert_eq!(bench.engine.log_dirs(query).await.unwrap_err().kind, ErrorKind::NotOpen);
    bench.engine.open_cluster(OpenCluster { id: bench.id.clone() }).await.unwrap();
    bench.until("open again", async || matches!(bench.state().await, ConnectionState::Open { .. })).await;
}

#[tokio::test]
async fn what_can_not_be_reached_is_said_with_its_address() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let bench = Bench::opening(&free.to_string()).await;
    bench.until("failed", async || matches!(bench.state().await, ConnectionState::Failed { .. })).await;
    let ConnectionState::Failed { error } = bench.state().await else { panic!() };
    assert_eq!(error.kind, ErrorKind::Connect);
    let advice = error.advice.unwrap();
    assert!(error.message.contains(&free.to_string()), "{}", error.message);
    assert!(advice.contains(&free.to_string()), "{advice}");
    let overview = bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap();
    assert_eq!(overview.value.verdict, contract::Verdict::Unknown);
    assert_eq!(overview.value.topics.value(), None);
}

#[tokio::test]
async fn a_web_server_is_named_as_such() {
    let cluster = three().await;
    let address = cluster.broker_addresses()[&1].clone();
    cluster.behave(1, Behaviour::Http).unwrap();
    let bench = Bench::opening(&address).await;
    bench.until("failed", async || matches!(bench.state().await, ConnectionState::Failed { .. })).await;
    let ConnectionState::Failed { error } = bench.state().await else { panic!() };
    assert_eq!(error.kind, ErrorKind::NotKafka, "{}", error.message);
}

#[tokio::test]
async fn addresses_that_can_not_be_used_leave_the_connection_failed_with_the_sentence() {
    let bench = Bench::opening("http://broker:9092").await;
    let ConnectionState::Failed { error } = bench.state().await else { panic!() };
    assert_eq!(error.kind, ErrorKind::BadInput);
    assert!(error.message.contains("http://"));
}

#[tokio::test]
async fn the_journal_tells_of_the_failed_attempts() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    log_dirs_settled(&bench).await;
    cluster.stop_broker(2).await.unwrap();
    refreshed_log_dirs(&bench).await;
    let mut query = all();
    query.chip = "failed".into();
    let page = bench.engine.journal(ListJournal { cluster: bench.id.clone(), query }).await.unwrap();
    let row = page.rows.iter().find(|row| row.api == "DescribeLogDirs").unwrap();
    assert_eq!((row.broker, row.class.as_str()), (Some(2), "Specific (Caller)"));
    assert!(row.error.is_some() && !row.attempts.is_empty());
}
