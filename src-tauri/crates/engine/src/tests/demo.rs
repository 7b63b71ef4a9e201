//! The demo through the engine: every page has something to show, and each figure says who told it.

use contract::{
    Fact, GetBroker, GetOverview, GetTopic, GetVersions, ListBrokerConfigs, ListGroups, ListJournal,
    ListLogDirs, ListPartitions, ListTopicConfigs, ListTopics, LogDirState, Place, Refresh, ReplicaState,
    SearchPalette, TableQuery, TopicTab, Verdict, View, WatchEvent,
};
use mock_cluster::demo::{Demo, scene};

use super::{Bench, all};

async fn standing() -> (Demo, Bench) {
    let demo = scene().paused().start().await.unwrap();
    let bench = Bench::open(demo.cluster()).await;
    (demo, bench)
}

#[tokio::test]
async fn the_overview_says_what_is_wrong_with_the_demo() {
    let (_demo, bench) = standing().await;
    let overview = async || bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap();
    bench
        .until("all of it known", async || {
            let value = overview().await.value;
            value.stored_from == (5, 5)
                && value.at_min_isr.value().is_some()
                && value.groups.value().is_some()
        })
        .await;
    let page = overview().await;
    let value = &page.value;
    assert!(matches!(value.verdict, Verdict::Degraded | Verdict::Unhealthy));
    assert_eq!((value.brokers_up.value(), value.brokers_known.value()), (Some(&5), Some(&5)));
    assert_eq!(value.kafka_version.value().map(String::as_str), Some("4.4"));
    assert_eq!(value.controller.value().copied(), Some(3), "as the quorum says, not as metadata does");
    let offline = value.reasons.iter().find(|reason| reason.head == "One log dir is offline").unwrap();
    assert!(offline.verbatim.as_deref().unwrap().starts_with('/'));
    assert_eq!(offline.link.as_ref().unwrap().1, Place::LogDirs { chip: "offline".into() });
    for place in [value.partitions.source(), value.stored.source(), value.groups.source()] {
        assert!(page.provenance.sources.get(place.unwrap() as usize).is_some());
    }
    assert!(page.freshness.oldest.unwrap() <= page.freshness.now);
}

#[tokio::test]
async fn the_log_dirs_of_the_demo_show_what_lies_where() {
    let (_demo, bench) = standing().await;
    let page = async || {
        bench.engine.log_dirs(ListLogDirs { cluster: bench.id.clone(), query: all() }).await.unwrap()
    };
    bench
        .until("leaders counted", async || {
            let page = page().await;
            page.freshness.answered == 5 && page.rows.iter().any(|row| row.leaders.value().is_some())
        })
        .await;
    let page = page().await;
    let leaders: u32 = page.rows.iter().filter_map(|row| row.leaders.value()).sum();
    let overview = bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap().value;
    // The offline directory's replicas are not told; none of them leads.
    assert_eq!(leaders, overview.partitions.value().unwrap() - overview.leaderless.value().unwrap());
    let offline: Vec<_> =
        page.rows.iter().filter(|row| matches!(row.state, LogDirState::Offline { code: 56, .. })).collect();
    assert_eq!(offline.len(), 1);
    assert!(matches!(offline[0].kafka, Fact::Missing { .. }));
    assert!(page.rows.iter().any(|row| row.future.value().is_some_and(|future| *future > 0)));
    assert!(page.rows.iter().any(|row| row.cordoned.value() == Some(&true)));
    for row in page.rows.iter().filter(|row| row.state == LogDirState::Online) {
        let [volume, usable, kafka, other] =
            [&row.volume, &row.usable, &row.kafka, &row.other].map(|fact| fact.value().unwrap().0);
        assert!(!row.shared_volume && volume - usable - kafka == other, "{row:?}");
    }
}

#[tokio::test]
async fn topics_on_screen_get_their_offsets_and_configs() {
    let (_demo, bench) = standing().await;
    let query = TableQuery { search: "orders".into(), limit: 10, ..TableQuery::default() };
    let topics = async || {
        bench.engine.topics(ListTopics { cluster: bench.id.clone(), query: query.clone() }).await.unwrap()
    };
    bench
        .until("lazy columns", async || {
            let page = topics().await;
            let known = |row: &contract::TopicRow| {
                row.offset_span.value().is_some()
                    && row.retention.value().is_some()
                    && row.size.value().is_some()
            };
            !page.rows.is_empty() && page.rows.iter().all(known)
        })
        .await;
    let page = topics().await;
    assert!(page.shown < page.total);
    let name = page.rows[0].name.clone();
    let id = || bench.id.clone();
    let topic = async || bench.engine.topic(GetTopic { cluster: id(), name: name.clone() }).await.unwrap();
    bench.until("topic", async || topic().await.value.overrides.value().is_some()).await;
    let detail = topic().await.value;
    assert!(detail.id.value().is_some() && !detail.brokers.is_empty());
    let call = || ListPartitions { cluster: id(), topic: name.clone(), query: all() };
    bench
        .until("partitions", async || {
            let page = bench.engine.partitions(call()).await.unwrap();
            page.rows.iter().all(|row| row.latest.value().is_some() && row.size.value().is_some())
        })
        .await;
    for row in bench.engine.partitions(call()).await.unwrap().rows {
        let leaders = row.replicas.iter().filter(|cell| cell.state == ReplicaState::Leader);
        assert_eq!(leaders.map(|cell| Some(cell.broker)).collect::<Vec<_>>(), [row.leader]);
        let [earliest, latest, span] =
            [&row.earliest, &row.latest, &row.span].map(|fact| fact.value().unwrap().0);
        assert_eq!(span, latest - earliest);
    }
    let configs = ListTopicConfigs { cluster: id(), topic: name.clone(), query: all() };
    let configs = bench.engine.topic_configs(configs).await.unwrap();
    assert!(configs.rows.iter().any(|row| row.name == "min.insync.replicas"));
    assert!(!configs.freshness.loading, "what is there is not said to be loading");
    // The demo sets min.insync.replicas for all brokers, which is no override of this topic.
    let overrides = configs.chips.iter().find(|chip| chip.id == "overrides").unwrap().count;
    assert_eq!(overrides.as_ref(), detail.overrides.value(), "tab and chip count the same");
    let hits = bench.engine.palette(SearchPalette { cluster: id(), text: name.clone() }).await.unwrap();
    assert_eq!(hits.hits[0].place, Place::Topic { name, tab: TopicTab::Partitions });
}

#[tokio::test]
async fn groups_of_all_kinds_are_listed_once() {
    let (demo, bench) = standing().await;
    let groups =
        async || bench.engine.groups(ListGroups { cluster: bench.id.clone(), query: all() }).await.unwrap();
    bench.until("groups", async || groups().await.freshness.answered == 5).await;
    let page = groups().await;
    assert_eq!(page.total as usize, demo.cluster().state().groups().count());
    let kinds: std::collections::BTreeSet<_> = page.rows.iter().filter_map(|row| row.kind.value()).collect();
    assert!(kinds.len() >= 4, "{kinds:?}");
    bench
        .until("members or a reason", async || {
            groups().await.rows.iter().all(|row| row.members != Fact::Asking)
        })
        .await;
    let page = groups().await;
    for row in page.rows.iter().filter(|row| row.kind.value().is_some_and(|kind| kind == "classic")) {
        assert!(row.members.value().is_some(), "{row:?}");
    }
}

#[tokio::test]
async fn a_brokers_page_has_its_configs_versions_and_sockets() {
    let (_demo, bench) = standing().await;
    let id = || bench.id.clone();
    let broker = async || bench.engine.broker(GetBroker { cluster: id(), id: 2 }).await.unwrap().value;
    bench
        .until("broker", async || {
            let broker = broker().await;
            broker.kafka_version.value().is_some() && broker.roles.value().is_some()
        })
        .await;
    assert!(!broker().await.connections.is_empty());
    assert!(broker().await.row.round_trip_ms.value().is_some());
    let configs = async || {
        let call = ListBrokerConfigs { cluster: id(), id: 2, query: all() };
        bench.engine.broker_configs(call).await.unwrap()
    };
    bench.until("configs", async || !configs().await.rows.is_empty()).await;
    assert!(
        configs().await.rows.iter().any(|row| row.sensitive == row.value.is_none() || row.value.is_some())
    );
    bench
        .until("the versions of all five", async || {
            let matrix =
                bench.engine.versions(GetVersions { cluster: id(), broker: None }).await.unwrap().value;
            assert_eq!(matrix.brokers.len(), 5);
            let Some(metadata) = matrix.rows.iter().find(|row| row.name == "Metadata") else { return false };
            assert!(metadata.ours.is_some());
            metadata.ranges.iter().all(|range| range.value().is_some())
        })
        .await;
    let unknown = bench.engine.broker(GetBroker { cluster: id(), id: 99 }).await;
    assert!(unknown.is_err());
    let journal = bench.engine.journal(ListJournal { cluster: id(), query: all() }).await.unwrap();
    assert!(journal.rows.iter().any(|row| row.api == "DescribeConfigs" && row.broker == Some(2)));
}

#[tokio::test]
async fn who_watches_hears_of_a_refresh() {
    let (_demo, bench) = standing().await;
    let mut watcher = bench.engine.watch();
    bench.engine.refresh(Refresh { cluster: bench.id.clone(), view: View::LogDirs }).await.unwrap();
    let deadline = std::time::Duration::from_secs(60);
    let heard = tokio::time::timeout(deadline, async {
        while let Some(event) = watcher.next().await {
            if matches!(&event, WatchEvent::Changed { cluster, view: View::LogDirs } if *cluster == bench.id)
            {
                return true;
            }
        }
        false
    });
    assert!(heard.await.unwrap());
}
