//! What is not known is not counted, summed or called healthy: figures whose parts are missing say so.

use admin::Refresh;
use contract::{
    ErrorKind, Fact, Freshness, GetOverview, GetTopic, ListBrokers, ListGroups, ListTopics, Overview,
    Stamped, TopicRow, Verdict, View,
};
use mock_cluster::{Action, Fault, Group, GroupKind, LogDirSpec, MockCluster, TopicSpec, key};

use super::{Bench, all};

const DIRS: [&str; 2] = ["/data/one", "/data/two"];

async fn three() -> MockCluster {
    let topic = TopicSpec::new("orders").partitions(6).replication(3).records(1_000);
    let dirs = DIRS.map(|path| (path, LogDirSpec::new(1 << 40, 1 << 39)));
    MockCluster::builder().brokers(3).log_dirs(dirs).topic(topic).start().await.unwrap()
}

async fn overview(bench: &Bench) -> Stamped<Overview> {
    bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap()
}

async fn orders(bench: &Bench) -> Option<(TopicRow, Freshness)> {
    let page = bench.engine.topics(ListTopics { cluster: bench.id.clone(), query: all() }).await.unwrap();
    let row = page.rows.into_iter().find(|row| row.name == "orders")?;
    Some((row, page.freshness))
}

async fn healthy(bench: &Bench) {
    bench.until("healthy", async || overview(bench).await.value.verdict == Verdict::Healthy).await;
}

#[tokio::test]
async fn a_listing_that_failed_stays_red_though_the_brokers_are_read_again() {
    let cluster = three().await;
    let bench = Bench::open(&cluster).await;
    healthy(&bench).await;
    let broken = cluster.fault(Fault::on(key::METADATA), Action::DropBefore);
    let core = bench.cluster();
    assert!(core.cluster.refresh(Refresh::All).await.is_err());
    cluster.disarm(broken);
    core.cluster.refresh(Refresh::Brokers).await.unwrap();

    let (_, freshness) = orders(&bench).await.unwrap();
    assert!(freshness.failed.is_some(), "the list of topics is from before");
    let page = overview(&bench).await;
    assert!(page.freshness.failed.is_some());
    assert!(matches!(page.value.partitions, Fact::Stale { v: 6, .. }), "{:?}", page.value.partitions);
    assert!(matches!(page.value.brokers_known, Fact::Known { v: 3, .. }), "the brokers were read since");
    assert_ne!(page.value.verdict, Verdict::Healthy);
    assert!(page.value.reasons.iter().any(|reason| reason.head == "The topics could not be listed"));

    // A topic that is asked for by itself is as good as its own answer.
    bench
        .until("one topic", async || {
            core.refresh(View::Topic { name: "orders".into() });
            let call = GetTopic { cluster: bench.id.clone(), name: "orders".into() };
            bench.engine.topic(call).await.unwrap().freshness.failed.is_none()
        })
        .await;
    assert!(orders(&bench).await.unwrap().1.failed.is_some());
    core.cluster.refresh(Refresh::All).await.unwrap();
    assert!(orders(&bench).await.unwrap().1.failed.is_none());
    bench
        .until("healthy again", async || {
            core.refresh(View::Cluster);
            overview(&bench).await.value.verdict == Verdict::Healthy
        })
        .await;
}

#[tokio::test]
async fn configs_that_can_not_be_had_leave_the_verdict_open() {
    let cluster = three().await;
    cluster.fault(Fault::on(key::DESCRIBE_CONFIGS), Action::ErrorCode(-1));
    let bench = Bench::open(&cluster).await;
    bench
        .until("a reason", async || {
            let value = overview(&bench).await.value;
            assert_ne!(value.verdict, Verdict::Healthy);
            value.reasons.iter().any(|reason| reason.head == "1 topic's configs are not known")
        })
        .await;
    let page = overview(&bench).await;
    assert_eq!(page.value.verdict, Verdict::Unknown);
    assert!(matches!(page.value.at_min_isr, Fact::Missing { .. }), "{:?}", page.value.at_min_isr);
}

#[tokio::test]
async fn an_empty_list_of_directories_is_a_refusal_and_not_a_cluster_that_stores_nothing() {
    let cluster = three().await;
    for broker in 1..=3 {
        cluster.state().advertise_versions(broker, key::DESCRIBE_LOG_DIRS, 0, 2).unwrap();
    }
    // No throttling, no results, no tags: how version 2 says no.
    let nothing = vec![0, 0, 0, 0, 1, 0];
    cluster.fault(Fault::on(key::DESCRIBE_LOG_DIRS), Action::RawBody(nothing.into()));
    let bench = Bench::open(&cluster).await;
    bench
        .until("all three refused", async || {
            let page = overview(&bench).await;
            matches!(page.value.stored, Fact::Missing { .. })
        })
        .await;
    let page = overview(&bench).await;
    assert_eq!(page.value.stored_from, (0, 3));
    let why = page.value.stored.reason().unwrap() as usize;
    assert_eq!(page.provenance.reasons[why].kind, ErrorKind::Authorization);
    let call = ListBrokers { cluster: bench.id.clone(), query: all() };
    let brokers = bench.engine.brokers(call).await.unwrap().rows;
    bench.until("the topic", async || orders(&bench).await.is_some()).await;
    assert!(brokers.iter().all(|row| matches!(row.kafka, Fact::Missing { .. })), "{brokers:?}");
    let (row, _) = orders(&bench).await.unwrap();
    assert!(matches!(row.size, Fact::Missing { .. }), "{:?}", row.size);
}

#[tokio::test]
async fn a_size_that_leaves_out_an_offline_directory_does_not_pass_for_the_whole() {
    let cluster = three().await;
    let offline = LogDirSpec { offline: true, ..LogDirSpec::new(1 << 40, 1 << 39) };
    cluster.state().set_log_dir(1, DIRS[0], offline.clone()).unwrap();
    for path in DIRS {
        cluster.state().set_log_dir(2, path, offline.clone()).unwrap();
    }
    let bench = Bench::open(&cluster).await;
    let size = async || orders(&bench).await.map_or(Fact::Asking, |(row, _)| row.size);
    bench.until("its size", async || size().await != Fact::Asking).await;
    let size = size().await;
    let Fact::Stale { v, .. } = size else { panic!("{size:?}") };
    assert!(v.0 > 0);
    let call = ListBrokers { cluster: bench.id.clone(), query: all() };
    let page = bench.engine.brokers(call).await.unwrap();
    let kafka = |id: i32| page.rows.iter().find(|row| row.id == id).unwrap().kafka.clone();
    assert!(matches!(kafka(2), Fact::Missing { .. }), "no directory can be read: {:?}", kafka(2));
    let told = |id: i32| {
        let source = kafka(id).source().unwrap() as usize;
        page.provenance.sources[source].derived.clone().unwrap()
    };
    assert!(told(1).contains("1 of its 2 directories"), "{}", told(1));
    assert_eq!(told(3), "sum over its directories");
}

#[tokio::test]
async fn groups_are_not_counted_while_a_broker_is_still_being_asked() {
    let cluster = three().await;
    for (number, id) in ["a", "b", "c"].into_iter().enumerate() {
        cluster.state().add_group(Group::new(id, GroupKind::Classic));
        cluster.state().move_coordinator(id, number as i32 + 1).unwrap();
    }
    let silent = cluster.fault(Fault::on(key::LIST_GROUPS).broker(3), Action::Silence);
    let bench = Bench::open(&cluster).await;
    bench
        .until("two brokers told", async || {
            let call = ListGroups { cluster: bench.id.clone(), query: all() };
            let page = bench.engine.groups(call).await.unwrap();
            let groups = overview(&bench).await.value.groups;
            assert!(!matches!(groups, Fact::Known { .. }), "{groups:?} leaves out a broker");
            page.freshness.answered == 2
        })
        .await;
    cluster.disarm(silent);
    bench
        .until("all of them", async || {
            bench.cluster().refresh(View::Groups);
            matches!(overview(&bench).await.value.groups, Fact::Known { v: 3, .. })
        })
        .await;
}

#[tokio::test]
async fn names_are_shown_as_they_are_whatever_stands_in_them() {
    let ids = [
        "",
        " ",
        "<img src=x onerror=alert(1)>",
        "right\u{202e}to left",
        "a\u{0}b\u{1b}[31m\n\t",
        "quote\" and \\ and \u{2028}",
        "\u{1f980}",
    ];
    let long = "x".repeat(20_000);
    let cluster = three().await;
    for id in ids.into_iter().chain([long.as_str()]) {
        cluster.state().add_group(Group::new(id, GroupKind::Classic));
    }
    for number in 0..50 {
        cluster.state().add_group(Group::new(format!("{long}{number}"), GroupKind::Classic));
    }
    let bench = Bench::open(&cluster).await;
    let groups = async |search: &str| {
        let query = contract::TableQuery { search: search.to_owned(), ..all() };
        bench.engine.groups(ListGroups { cluster: bench.id.clone(), query }).await.unwrap()
    };
    bench
        .until("members of all on screen", async || {
            let page = groups("").await;
            page.total == 58 && page.rows.iter().all(|row| row.members.value().is_some())
        })
        .await;
    let page = groups("").await;
    for id in ids {
        assert!(groups(id).await.rows.iter().any(|row| row.id == id), "{id:?}");
    }
    assert!(crate::tables::json_len(&page) < 64 * 1024 && page.rows.len() < 58);
    let hits = bench
        .engine
        .palette(contract::SearchPalette { cluster: bench.id.clone(), text: "xxx".into() })
        .await
        .unwrap();
    assert!(crate::tables::json_len(&hits) < 64 * 1024);
    assert!(!hits.hits.is_empty() && hits.total >= 51);
}
