//! Connections from the outside: kept, opened, changed, closed; the demo and the one of the command line.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime},
};

use contract::{
    CloseCluster, ConnectionState, DEMO, GetClusterStatus, ListLogDirs, ListProfiles, ListTopics,
    OpenCluster, Profile, RemoveProfile, SaveProfile, Start, StartWith, TableQuery,
};
use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};

use super::{Bench, all, options};
use crate::{Clock, DemoSource, Engine, Starting};

/// A demo that counts how often it is started and ended.
struct Played {
    cluster: MockCluster,
    started: AtomicUsize,
    stopped: AtomicUsize,
}

impl DemoSource for Played {
    fn start(&self) -> Starting<'_> {
        self.started.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(self.cluster.bootstrap()) })
    }

    fn stop(&self) {
        self.stopped.fetch_add(1, Ordering::SeqCst);
    }
}

async fn opened(engine: &Engine, id: &str) {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    loop {
        let status = engine.cluster_status(GetClusterStatus { cluster: id.to_owned() }).await.unwrap();
        if matches!(status.state, ConnectionState::Open { .. }) {
            return;
        }
        assert!(tokio::time::Instant::now() < deadline, "{status:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn the_demo_is_started_when_it_is_opened_and_ended_when_it_is_closed() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    let demo = Arc::new(Played { cluster, started: AtomicUsize::new(0), stopped: AtomicUsize::new(0) });
    let dir = tempfile::tempdir().unwrap();
    let mut with_demo = options(dir.path().to_owned());
    with_demo.demo = Some(Arc::clone(&demo) as Arc<dyn DemoSource>);
    let engine = Engine::new(with_demo);
    assert_eq!(demo.started.load(Ordering::SeqCst), 0);
    engine.open_cluster(OpenCluster { id: DEMO.into() }).await.unwrap();
    opened(&engine, DEMO).await;
    engine.open_cluster(OpenCluster { id: DEMO.into() }).await.unwrap();
    assert_eq!(demo.started.load(Ordering::SeqCst), 1);
    engine.close_cluster(CloseCluster { id: DEMO.into() }).await.unwrap();
    assert_eq!(demo.stopped.load(Ordering::SeqCst), 1);
    let row = engine.list_profiles(ListProfiles {}).await.unwrap().rows.pop().unwrap();
    assert_eq!(row.state, ConnectionState::Closed);
    assert_eq!(
        row.summary.as_deref().map(|text| text.contains("1 broker")),
        Some(true),
        "what the last look told"
    );
}

#[tokio::test]
async fn a_connection_whose_addresses_change_is_opened_anew() {
    let first = MockCluster::builder().brokers(1).start().await.unwrap();
    let second = MockCluster::builder().brokers(2).start().await.unwrap();
    let bench = Bench::open(&first).await;
    let profile = |bootstrap: String, name: &str| Profile {
        id: bench.id.clone(),
        name: name.into(),
        color: "#000000".into(),
        bootstrap,
        read_only: true,
        ..Profile::default()
    };
    let before = Arc::as_ptr(&bench.cluster());
    let renamed = profile(first.bootstrap(), "renamed");
    bench.engine.save_profile(SaveProfile { profile: renamed }).await.unwrap();
    assert_eq!(Arc::as_ptr(&bench.cluster()), before, "a new name is no new way");
    let moved = profile(second.bootstrap(), "renamed");
    bench.engine.save_profile(SaveProfile { profile: moved }).await.unwrap();
    bench.until("the second cluster", async || bench.cluster().snapshot().brokers().len() == 2).await;
    bench.engine.remove_profile(RemoveProfile { id: bench.id.clone() }).await.unwrap();
    assert!(bench.engine.cluster(&bench.id).is_err());
    assert!(bench.engine.list_profiles(ListProfiles {}).await.unwrap().rows.is_empty());
}

/// The cluster that it starts with.
async fn begun(engine: &Engine) -> String {
    match engine.start_with(StartWith {}).await.unwrap() {
        Some(Start::Cluster { id }) => id,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_command_lines_connection_is_named_to_start_with() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut from_line = options(dir.path().to_owned());
    from_line.connect = Some(cluster.bootstrap());
    let engine = Engine::new(from_line);
    let id = begun(&engine).await;
    engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
    opened(&engine, &id).await;
    let rows = engine.list_profiles(ListProfiles {}).await.unwrap().rows;
    assert!(rows.iter().any(|row| row.profile.id == id && row.profile.read_only));
    assert!(!dir.path().join("profiles.json").exists(), "it is not kept");
}

#[tokio::test]
async fn rows_on_screen_are_asked_again_after_a_rest_and_not_at_each_look() {
    const LIST_OFFSETS: i16 = 2;
    let topic = TopicSpec::new("orders").partitions(3).replication(1);
    let cluster = MockCluster::builder().brokers(1).topic(topic).start().await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let later = Arc::new(AtomicU64::new(0));
    let mut options = options(dir.path().to_owned());
    let ahead = Arc::clone(&later);
    options.clock = Clock::by(move || SystemTime::now() + Duration::from_secs(ahead.load(Ordering::SeqCst)));
    options.connect = Some(cluster.bootstrap());
    let engine = Engine::new(options);
    let id = begun(&engine).await;
    engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
    opened(&engine, &id).await;
    let look = async || {
        let query = TableQuery { search: "orders".into(), ..all() };
        engine.topics(ListTopics { cluster: id.clone(), query }).await.unwrap()
    };
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while !look().await.rows.iter().any(|row| row.offset_span.value().is_some()) {
        assert!(tokio::time::Instant::now() < deadline);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let asked = cluster.count(LIST_OFFSETS);
    for _ in 0..20 {
        look().await;
    }
    assert_eq!(cluster.count(LIST_OFFSETS), asked);
    later.store(31, Ordering::SeqCst);
    look().await;
    tokio::time::timeout(
        Duration::from_secs(60),
        cluster.until(|cluster| cluster.count(LIST_OFFSETS) > asked),
    )
    .await
    .unwrap();
}

#[tokio::test]
async fn fifty_openings_leave_no_socket_and_no_cluster_behind() {
    let topic = TopicSpec::new("orders").partitions(3).replication(3);
    let cluster = MockCluster::builder().brokers(3).topic(topic).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let mut opened = Vec::new();
    for round in 0..50 {
        opened.push(Arc::downgrade(&bench.cluster()));
        if round % 2 == 0 {
            // As the window does, in the middle of all that it asked for.
            bench.engine.topics(ListTopics { cluster: bench.id.clone(), query: all() }).await.unwrap();
            tokio::task::yield_now().await;
        }
        bench.engine.close_cluster(CloseCluster { id: bench.id.clone() }).await.unwrap();
        bench.engine.open_cluster(OpenCluster { id: bench.id.clone() }).await.unwrap();
    }
    bench.engine.close_cluster(CloseCluster { id: bench.id.clone() }).await.unwrap();
    bench.until("all let go", async || opened.iter().all(|one| one.upgrade().is_none())).await;
    bench.until("sockets closed", async || (1..=3).all(|id| cluster.connections_open(id) == 0)).await;
}

#[tokio::test]
async fn a_page_opened_before_the_brokers_are_known_is_filled_all_the_same() {
    let cluster = MockCluster::builder().brokers(2).start().await.unwrap();
    cluster.fault(Fault::on(key::METADATA).times(1), Action::Delay(Duration::from_millis(300)));
    let bench = Bench::opening(&cluster.bootstrap()).await;
    let dirs = async || {
        let call = ListLogDirs { cluster: bench.id.clone(), query: all() };
        bench.engine.log_dirs(call).await.unwrap()
    };
    assert!(dirs().await.rows.is_empty());
    bench
        .until("both brokers' directories", async || {
            let page = dirs().await;
            let told = |broker| page.rows.iter().any(|row| row.broker == broker && row.told.is_some());
            told(1) && told(2)
        })
        .await;
}
