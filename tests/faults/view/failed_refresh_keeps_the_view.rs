//! A refresh that fails leaves what was known as it was, with its age, and marks it: each kind with each kind of failure.
//!
//! A view that goes blank says "there is nothing", which nobody said; one that stays without a mark says "this is so now",
//! which nobody knows.

use std::time::Duration;

use kafka_protocol::messages::MetadataResponse;
use meta::{Cluster, Config, Refresh, Snapshot};
use mock_cluster::{Action, Fault, MockCluster, key};
use support::ground::{config, connect_as, three, within};

use super::told::{answer, broker, partition, shown, text, topic, true_brokers};

fn kinds() -> [Refresh; 3] {
    [Refresh::Brokers, Refresh::Topics(vec!["orders".to_owned()]), Refresh::All]
}

async fn listed() -> (MockCluster, Cluster) {
    let mock = three().start().await.unwrap();
    let config = Config {
        read_timeout: Duration::from_millis(900),
        attempt_timeout: Duration::from_millis(300),
        setup_timeout: Duration::from_millis(600),
        ..config(&mock.bootstrap())
    };
    let (cluster, _) = connect_as(config).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    (mock, cluster)
}

/// That this refresh failed and is marked, and nothing else is different.
async fn fails_and_is_marked(cluster: &Cluster, what: &Refresh, because: &str) {
    let before = shown(cluster);
    let failed = within(cluster.refresh(what.clone())).await;
    let error = failed.map(|_| ()).expect_err(because);
    assert_eq!(shown(cluster), before, "{because}: {what:?}");
    let view = cluster.snapshot();
    let marked = |mark: Option<&meta::RefreshFailure>| mark.is_some_and(|mark| mark.error == error);
    assert!(marked(view.failure()), "{because}: {what:?}: {:?} instead of {error}", view.failure());
    assert_eq!(marked(view.listing_failure()), *what == Refresh::All, "{because}: {what:?}");
    let about_the_topic = marked(view.topic_failure("orders"));
    assert_eq!(about_the_topic, *what != Refresh::Brokers, "{because}: {what:?}");
}

fn unmarked(view: &Snapshot) -> bool {
    view.failure().is_none() && view.listing_failure().is_none() && view.topic_failure("orders").is_none()
}

#[tokio::test]
async fn each_kind_of_refresh_survives_each_way_of_not_being_answered() {
    let ways = [
        ("closed", Action::DropBefore),
        ("silent", Action::Silence),
        ("garbage", Action::RawBody(vec![0x55; 60].into())),
        ("cut", Action::TruncateAt(20)),
        ("a foreign id", Action::Correlation(1)),
    ];
    for what in kinds() {
        for (name, action) in &ways {
            let (mock, cluster) = listed().await;
            mock.fault(Fault::on(key::METADATA), action.clone());
            fails_and_is_marked(&cluster, &what, name).await;
        }
        let (mock, cluster) = listed().await;
        for id in 1..=3 {
            mock.stop_broker(id).await.unwrap();
        }
        fails_and_is_marked(&cluster, &what, "all down").await;
    }
}

#[tokio::test]
async fn a_refresh_that_works_ends_the_marks_of_what_it_tells() {
    let (mock, cluster) = listed().await;
    let fault = mock.fault(Fault::on(key::METADATA), Action::RawBody(vec![0x55; 60].into()));
    for what in kinds() {
        within(cluster.refresh(what)).await.unwrap_err();
    }
    mock.disarm(fault);
    within(async { while cluster.refresh(Refresh::All).await.is_err() {} }).await;
    assert!(unmarked(&cluster.snapshot()));
}

/// Replies that no broker sends: name, and what is done to a true one.
type Strange = (&'static str, fn(&mut MetadataResponse));

const STRANGE: &[Strange] = &[
    ("no broker at all", |reply| reply.brokers.clear()),
    ("a broker twice", |reply| reply.brokers.push(broker(1, "elsewhere", 9092))),
    ("a negative broker", |reply| reply.brokers.push(broker(-1, "elsewhere", 9092))),
    ("a port of zero", |reply| reply.brokers.push(broker(9, "elsewhere", 0))),
    ("a negative port", |reply| reply.brokers.push(broker(9, "elsewhere", -1))),
    ("a port beyond the last", |reply| reply.brokers.push(broker(9, "elsewhere", 65_536))),
    ("a broker without a host", |reply| reply.brokers.push(broker(9, "", 9092))),
    ("a topic twice", |reply| {
        reply.topics = vec![topic("orders", vec![partition(0, 1)]), topic("orders", vec![partition(0, 2)])];
    }),
    ("a topic with an empty name", |reply| reply.topics = vec![topic("", vec![partition(0, 1)])]),
    ("a negative partition", |reply| reply.topics = vec![topic("orders", vec![partition(-1, 1)])]),
    ("a partition twice", |reply| {
        reply.topics = vec![topic("orders", vec![partition(0, 1), partition(0, 2)])];
    }),
    ("an error of its own", |reply| reply.error_code = 30_000),
    ("rights for the whole", |reply| reply.error_code = 31),
    ("a call to start over", |reply| reply.error_code = 129),
];

#[tokio::test]
async fn each_kind_of_refresh_survives_replies_that_cannot_be() {
    for what in kinds() {
        for (name, change) in STRANGE {
            let (mock, cluster) = listed().await;
            let mut reply = true_brokers(&mock);
            reply.topics = vec![topic("orders", vec![partition(0, 1)])];
            change(&mut reply);
            answer(&mock, &reply);
            fails_and_is_marked(&cluster, &what, name).await;
        }
    }
}

#[tokio::test]
async fn another_cluster_at_the_same_addresses_is_said_and_not_merged() {
    for what in kinds() {
        let (mock, cluster) = listed().await;
        let mut reply = true_brokers(&mock).with_cluster_id(Some(text("another")));
        reply.topics = vec![topic("orders", vec![partition(0, 1)])];
        answer(&mock, &reply);
        fails_and_is_marked(&cluster, &what, "another cluster").await;
        assert_eq!(cluster.snapshot().cluster_id(), Some(mock.state().cluster_id.as_str()));
    }
}
