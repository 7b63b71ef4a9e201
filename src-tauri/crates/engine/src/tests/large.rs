//! A cluster of 200,000 partitions: every page stays below 64 KiB, whatever it is sorted by.

use contract::{
    Fact, GetOverview, GetTopic, GetVersions, ListBrokers, ListGroups, ListLogDirReplicas, ListLogDirTopics,
    ListLogDirs, ListPartitions, ListTopics, Page, TableQuery, TopicRow,
};
use mock_cluster::{MockCluster, TopicSpec};
use serde::Serialize;

use super::Bench;
use crate::tables::json_len;

const LIMIT: usize = 64 * 1024;

fn small<T: Serialize>(what: &str, page: &T) {
    let size = json_len(page);
    assert!(size < LIMIT, "{what}: {size} bytes");
}

async fn topics(bench: &Bench, query: TableQuery) -> Page<TopicRow> {
    bench.engine.topics(ListTopics { cluster: bench.id.clone(), query }).await.unwrap()
}

fn sorted(sort: &str) -> TableQuery {
    TableQuery { sort: sort.into(), descending: true, limit: 500, ..TableQuery::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_two_hundred_thousand_partitions_stay_small() {
    let mut builder = MockCluster::builder().brokers(3);
    for number in 0..1_900 {
        let name = format!("a-company.department-{:02}.topic-with-a-long-name-{number:05}", number % 40);
        builder = builder.topic(TopicSpec::new(name).partitions(100).replication(1).records(100));
    }
    builder = builder.topic(TopicSpec::new("wide").partitions(10_000).replication(1).records(10));
    let cluster = builder.start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let id = || bench.id.clone();
    bench.until("listed", async || topics(&bench, sorted("")).await.total == 1_901).await;
    let dirs =
        async || bench.engine.log_dirs(ListLogDirs { cluster: id(), query: sorted("") }).await.unwrap();
    bench.until("log dirs", async || dirs().await.freshness.answered == 3).await;

    for sort in [
        "",
        "name",
        "partitions",
        "replication",
        "out_of_sync",
        "size",
        "offset_span",
        "cleanup",
        "retention",
    ] {
        let page = topics(&bench, sorted(sort)).await;
        small(sort, &page);
        assert_eq!(page.shown, 1_901);
        assert!(page.rows.len() > 20, "{sort}: {} rows", page.rows.len());
    }
    let largest = topics(&bench, sorted("partitions")).await;
    assert_eq!(largest.rows[0].name, "wide");
    small("overview", &bench.engine.overview(GetOverview { cluster: id() }).await.unwrap());
    small(
        "brokers",
        &bench.engine.brokers(ListBrokers { cluster: id(), query: sorted("leads") }).await.unwrap(),
    );
    let page = dirs().await;
    small("log dirs", &page);
    let path = page.rows[0].path.clone().unwrap();
    for sort in ["", "bytes", "topic", "lag"] {
        let call = ListLogDirReplicas { cluster: id(), broker: 1, path: path.clone(), query: sorted(sort) };
        small("replicas", &bench.engine.log_dir_replicas(call).await.unwrap());
        let call = ListLogDirTopics { cluster: id(), broker: 1, path: path.clone(), query: sorted(sort) };
        small("topics in a directory", &bench.engine.log_dir_topics(call).await.unwrap());
    }

    bench
        .until("offsets of all partitions", async || {
            let call = ListPartitions { cluster: id(), topic: "wide".into(), query: sorted("latest") };
            let page = bench.engine.partitions(call).await.unwrap();
            small("partitions", &page);
            page.total == 10_000 && page.rows.iter().all(|row| row.latest.value().is_some())
        })
        .await;
    small("topic", &bench.engine.topic(GetTopic { cluster: id(), name: "wide".into() }).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_a_hundred_brokers_stay_small_also_when_most_are_dead() {
    let topic = TopicSpec::new("orders").partitions(300).replication(3).records(10);
    let cluster = MockCluster::builder().brokers(100).topic(topic).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let id = || bench.id.clone();
    let versions = async |broker| bench.engine.versions(GetVersions { cluster: id(), broker }).await.unwrap();
    bench
        .until("the versions of all", async || {
            let page = versions(None).await;
            page.freshness.answered == 100 && !page.freshness.loading
        })
        .await;
    let page = versions(None).await;
    small("versions", &page);
    assert_eq!(page.value.brokers.len() + page.value.left_out as usize, 100);
    assert!(page.value.left_out > 0 && page.value.rows.iter().all(|row| !row.differs));
    let last = versions(Some(100)).await.value;
    assert_eq!((last.brokers[0].broker, last.left_out), (100, 0), "what is left out has its own page");
    assert!(last.rows.iter().all(|row| matches!(row.ranges[..], [Fact::Known { .. }])));

    for broker in 6..=100 {
        cluster.stop_broker(broker).await.unwrap();
    }
    let overview = async || bench.engine.overview(GetOverview { cluster: id() }).await.unwrap();
    bench
        .until("most of them dead", async || {
            bench.cluster().refresh(contract::View::Cluster);
            overview().await.value.brokers_up.value() == Some(&5)
        })
        .await;
    let page = overview().await;
    small("overview", &page);
    assert_eq!(page.freshness.asked, 100);
    let query = || sorted("");
    small("brokers", &bench.engine.brokers(ListBrokers { cluster: id(), query: query() }).await.unwrap());
    small("log dirs", &bench.engine.log_dirs(ListLogDirs { cluster: id(), query: query() }).await.unwrap());
    small("groups", &bench.engine.groups(ListGroups { cluster: id(), query: query() }).await.unwrap());
    small("versions", &versions(None).await);
    small("topic", &bench.engine.topic(GetTopic { cluster: id(), name: "orders".into() }).await.unwrap());
    let call = ListPartitions { cluster: id(), topic: "orders".into(), query: query() };
    small("partitions", &bench.engine.partitions(call).await.unwrap());
}

/// How many allocations a page costs whose order is not known yet.
async fn cost_of_a_page(topics_there: usize, sort: &str) -> u64 {
    let mut builder = MockCluster::builder().brokers(3);
    for number in 0..topics_there {
        builder = builder.topic(TopicSpec::new(format!("topic-{number:05}")).partitions(2).records(100));
    }
    let cluster = builder.start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let page = async |search: &str| {
        let query = TableQuery { search: search.into(), limit: 20, ..sorted(sort) };
        topics(&bench, query).await
    };
    bench
        .until("all that the rows show", async || {
            let page = page("topic").await;
            page.total as usize == topics_there
                && page.rows.len() == 20
                && page.rows.iter().all(|row| row.size.value().is_some() && row.offset_span.value().is_some())
        })
        .await;
    let open = bench.cluster();
    let again = |search: &str| {
        let query = TableQuery { search: search.into(), limit: 20, ..sorted(sort) };
        let mut rows = 0;
        let counted = allocation_counter::measure(|| rows = open.topics_page(&query).rows.len());
        assert_eq!(rows, 20);
        counted.count_total
    };
    // The least of some: an answer that comes in between has its own cost.
    ["opic-", "topic-", "topic-0", "opic-0", "pic-0"].map(again).into_iter().min().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_costs_what_its_rows_cost_however_many_topics_there_are() {
    for sort in ["", "partitions", "replication", "size", "name"] {
        let (few, many) = (cost_of_a_page(100, sort).await, cost_of_a_page(1_600, sort).await);
        // One for each topic would be more than a thousand; answers that come meanwhile cost some tens.
        assert!(many <= 2 * few, "sort {sort:?}: {few} allocations with 100 topics, {many} with 1,600");
    }
}
