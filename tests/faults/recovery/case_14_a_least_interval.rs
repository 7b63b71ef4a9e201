//! Case 14 (redpanda-data/redpanda#9249): heavy metadata asked for by many clients slowed a cluster's recovery.
//!
//! What failures ask for is small (the brokers, or the topics in question, never all of them), is kept apart by an interval
//! that grows while nothing changes, and is not asked of five brokers because one is slow.

use bytes::Bytes;
use kafka_protocol::{messages::MetadataRequest, protocol::Decodable};
use meta::{Config, Refresh};
use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};
use support::ground::{config, connect, connect_as, latest, three, within};
use tokio::{
    task::JoinSet,
    time::{Duration, Instant},
};

/// The names that each metadata request asked for; `None` is all of them.
fn asked_for(mock: &MockCluster) -> Vec<Option<Vec<String>>> {
    let requests = mock.requests(key::METADATA).into_iter();
    let names = requests.map(|seen| {
        let mut body: Bytes = seen.body;
        let asked = MetadataRequest::decode(&mut body, seen.version).unwrap();
        let name = |topic: kafka_protocol::messages::metadata_request::MetadataRequestTopic| {
            topic.name.map(|name| name.to_string()).unwrap_or_default()
        };
        asked.topics.map(|topics| topics.into_iter().map(name).collect())
    });
    names.collect()
}

/// A leader is dead and no other is elected: a hundred callers ask again and again, for some seconds.
#[tokio::test]
async fn an_election_that_takes_its_time_is_not_asked_after_by_each_caller() {
    let mock = three().topic(TopicSpec::new("other")).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    mock.stop_broker(2).await.unwrap();
    mock.forget_requests();
    let began = Instant::now();
    let mut callers = JoinSet::new();
    for _ in 0..100 {
        let cluster = cluster.clone();
        callers.spawn(async move {
            while began.elapsed() < Duration::from_secs(2) {
                let _ = cluster
                    .send_within(latest("orders", 0..6), meta::Key::None, Duration::from_secs(5))
                    .await;
            }
        });
    }
    within(callers.join_all()).await;
    // Kept apart by 100 ms that double to a second, 80 ms at the least; two kinds of them.
    let seconds = began.elapsed().as_secs_f64();
    let most = 2.0 * (6.0 + seconds / 0.8);
    let asked = asked_for(&mock);
    assert!((asked.len() as f64) < most, "{} requests in {seconds:.1} s", asked.len());
    for names in asked {
        let names = names.expect("no failure is a reason to list all topics");
        assert!(names.is_empty() || names == ["orders"], "{names:?}");
    }
}

/// The cluster is slow, not gone. One refresh asks a second broker after a while, and a third after twice as long.
#[tokio::test]
async fn a_slow_cluster_is_not_asked_by_five_at_once() {
    let mock = three().start().await.unwrap();
    let forever = super::scene::FOREVER;
    let config = Config { attempt_timeout: forever, read_timeout: forever, ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(config).await;
    mock.fault(Fault::on(key::METADATA), Action::Delay(Duration::from_secs(1)));
    mock.forget_requests();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let asked = mock.count(key::METADATA);
    assert!(asked <= 3, "{asked} requests for one view");
    // A listing is not asked for twice at all within its time.
    mock.forget_requests();
    within(cluster.refresh(Refresh::All)).await.unwrap();
    let lists = asked_for(&mock).into_iter().filter(Option::is_none).count();
    assert_eq!(lists, 1);
}
