//! The demo scene through the engine: every page small enough for the window, whatever is asked of it.

use contract::{
    GetBroker, GetTopic, GetVersions, Int64, ListBrokerConfigs, ListBrokers, ListGroups, ListJournal,
    ListLogDirReplicas, ListLogDirTopics, ListLogDirs, ListPartitions, ListProducers, ListQuorum,
    ListReassignments, ListTopicConfigs, ListTopics, ListTransactions, LogDirState, SearchPalette,
    TableQuery,
};
use mock_cluster::{LogDirSpec, MockCluster, TopicSpec, demo};
use support::{Session, json_bytes};

const MOST: usize = 64 * 1024;

/// More than fits: the core has to cut.
fn greedy(offset: u32) -> TableQuery {
    TableQuery { limit: u32::MAX, offset, ..TableQuery::default() }
}

/// The topic with the most partitions and the directory with the most replicas.
async fn largest(session: &Session) -> (String, (i32, String)) {
    session
        .until("topics and directories", async || {
            let dirs = session.log_dirs().await;
            let topics = session.topics(greedy(0)).await;
            let dir =
                dirs.rows.iter().filter(|row| row.path.is_some()).max_by_key(|row| row.replicas.value());
            let topic = topics.rows.iter().max_by_key(|row| row.partitions);
            match (topic, dir) {
                (Some(topic), Some(dir)) if !dirs.freshness.loading && !topics.freshness.loading => {
                    Ok((topic.name.clone(), (dir.broker, dir.path.clone().unwrap())))
                }
                _ => Err((topics.total, dirs.total)),
            }
        })
        .await
}

/// Walks each page to its end; the sizes of all slices, by page.
async fn walk(session: &Session) {
    let (topic, (broker, path)) = largest(session).await;
    let engine = &session.engine;
    let cluster = || session.id.clone();
    macro_rules! to_the_end {
        ($page:ident, $call:ident { $($field:ident: $value:expr),* }) => {{
            let mut offset = 0;
            loop {
                let call = $call { cluster: cluster(), $($field: $value,)* query: greedy(offset) };
                let page = engine.$page(call).await.unwrap();
                let bytes = json_bytes(&page);
                assert!(bytes < MOST, "{} from {offset}: {bytes} bytes", stringify!($page));
                let rows = u32::try_from(page.rows.len()).unwrap();
                offset += rows;
                if offset >= page.shown {
                    break;
                }
                assert!(rows > 0, "{}: stuck at {offset} of {}", stringify!($page), page.shown);
            }
        }};
    }
    // Twice: the first look starts what is loaded for the rows, the second has it.
    for _ in 0..2 {
        to_the_end!(topics, ListTopics {});
        to_the_end!(brokers, ListBrokers {});
        to_the_end!(log_dirs, ListLogDirs {});
        to_the_end!(groups, ListGroups {});
        to_the_end!(quorum, ListQuorum {});
        to_the_end!(reassignments, ListReassignments {});
        to_the_end!(transactions, ListTransactions {});
        to_the_end!(producers, ListProducers { topic: topic.clone() });
        to_the_end!(journal, ListJournal {});
        to_the_end!(partitions, ListPartitions { topic: topic.clone() });
        to_the_end!(topic_configs, ListTopicConfigs { topic: topic.clone() });
        to_the_end!(broker_configs, ListBrokerConfigs { id: broker });
        to_the_end!(log_dir_replicas, ListLogDirReplicas { broker: broker, path: path.clone() });
        to_the_end!(log_dir_topics, ListLogDirTopics { broker: broker, path: path.clone() });
    }
    let page = session.overview().await;
    assert!(json_bytes(&page) < MOST);
    let page = engine.topic(GetTopic { cluster: cluster(), name: topic }).await.unwrap();
    assert!(json_bytes(&page) < MOST);
    let page = engine.broker(GetBroker { cluster: cluster(), id: broker }).await.unwrap();
    assert!(json_bytes(&page) < MOST);
    let page = engine.versions(GetVersions { cluster: cluster(), broker: None }).await.unwrap();
    assert!(json_bytes(&page) < MOST);
    let page = engine.palette(SearchPalette { cluster: cluster(), text: String::new() }).await.unwrap();
    assert!(json_bytes(&page) < MOST);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_page_of_the_demo_fits_the_window() {
    let demo = demo::scene().paused().start().await.unwrap();
    let session = Session::open(&demo.cluster().bootstrap()).await;
    walk(&session).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_page_of_a_large_cluster_fits_the_window() {
    let mut builder = MockCluster::builder().brokers(6).racks(["a", "b", "c"]).kept_requests(0);
    for number in 0..2_000 {
        let name = format!("a-topic-with-a-rather-long-name-as-companies-like-them-{number:05}");
        builder = builder.topic(TopicSpec::new(name).partitions(10).replication(3));
    }
    let wide = TopicSpec::new("wide").partitions(10_000).replication(3);
    let mock = builder.topic(wide).start().await.unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    walk(&session).await;
}

#[tokio::test]
async fn the_scene_shows_its_offline_directory_and_the_one_that_is_nearly_full() {
    let demo = demo::scene().paused().start().await.unwrap();
    let session = Session::open(&demo.cluster().bootstrap()).await;
    let page = session
        .until("all directories", async || {
            let page = session.log_dirs().await;
            if page.freshness.answered == 5 && !page.freshness.loading {
                Ok(page)
            } else {
                Err(page.freshness)
            }
        })
        .await;
    let offline: Vec<_> =
        page.rows.iter().filter(|row| matches!(row.state, LogDirState::Offline { .. })).collect();
    let [row] = &offline[..] else { panic!("{} offline", offline.len()) };
    assert!(row.kafka.value().is_none() && row.replicas.value().is_none(), "unknown is not zero: {row:?}");
    let fullest = page
        .rows
        .iter()
        .filter_map(|row| Some((row.volume.value()?.0, row.usable.value()?.0)))
        .map(|(volume, usable)| 100 - usable * 100 / volume)
        .max();
    assert_eq!(fullest, Some(91));
    assert!(page.rows.iter().any(|row| row.future.value().is_some_and(|count| *count > 0)));
    assert!(page.rows.iter().any(|row| row.cordoned.value() == Some(&true)));
}

#[tokio::test]
async fn a_directory_that_fails_is_offline_and_not_empty() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    let path = mock.state().broker(2).unwrap().log_dirs[0].path.clone();
    let row = |page: contract::Page<contract::LogDirRow>| {
        page.rows.into_iter().find(|row| row.broker == 2 && row.path.as_deref() == Some(path.as_str()))
    };
    session
        .until("the directory with its bytes", async || match row(session.log_dirs().await) {
            Some(row) if row.kafka.value().is_some_and(|bytes| *bytes > Int64(0)) => Ok(()),
            other => Err(other),
        })
        .await;
    let failed = LogDirSpec { offline: true, ..LogDirSpec::default() };
    mock.state().set_log_dir(2, &path, failed).unwrap();
    session.refresh(contract::View::LogDirs).await;
    let row = session
        .until("the failed directory", async || match row(session.log_dirs().await) {
            Some(row) if matches!(row.state, LogDirState::Offline { .. }) => Ok(row),
            other => Err(other),
        })
        .await;
    let LogDirState::Offline { code, name, .. } = &row.state else { panic!("{:?}", row.state) };
    assert_eq!((*code, name.as_str()), (56, "KAFKA_STORAGE_ERROR"));
    assert_ne!(row.kafka.value(), Some(&Int64(0)));
    assert!(row.broker_failed.is_none(), "the broker itself answered");
}
