//! Clusters that change under the same address: other addresses behind the same ids, no brokers in a reply, another
//! cluster altogether. The view that was good stays, marked with what is wrong.

use std::time::Duration;

use admin::{Address, Cluster, ClusterConfig, Refresh, What, log_dirs_of};
use bytes::{Bytes, BytesMut};
use contract::{BrokerState, Fact, View};
use kafka_protocol::{
    messages::MetadataResponse,
    protocol::{Decodable, Encodable},
};
use mock_cluster::{Action, Fault, MockCluster, Port, key};
use support::{Session, eventually};

const LIMIT: Duration = Duration::from_secs(20);

async fn connected(bootstrap: &str) -> Cluster {
    Cluster::connect(ClusterConfig::new(Address::parse_list(bootstrap).unwrap())).await.unwrap()
}

#[tokio::test]
async fn brokers_are_reached_where_they_moved_to() {
    let mock = crate::three_brokers().await;
    // Only one of them was typed; the others are known from metadata alone.
    let cluster = connected(&mock.broker_addresses()[&1]).await;
    for broker in [1, 2, 3] {
        log_dirs_of(&cluster, broker, LIMIT).await.unwrap();
    }
    for broker in [2, 3] {
        let old = mock.broker_addresses()[&broker].clone();
        mock.start_broker(broker, Port::New).await.unwrap();
        let new = mock.broker_addresses()[&broker].clone();
        assert_ne!(old, new);
        let told =
            eventually("the broker at its new address", async || log_dirs_of(&cluster, broker, LIMIT).await)
                .await;
        assert_eq!(told.source.address, new);
    }
}

#[tokio::test]
async fn when_all_known_addresses_are_dead_the_typed_ones_are_asked_again() {
    let mock = crate::three_brokers().await;
    let cluster = connected(&mock.bootstrap()).await;
    for broker in [2, 3] {
        mock.start_broker(broker, Port::New).await.unwrap();
    }
    // The client knows 1 at the typed address, and 2 and 3 where nobody listens any more.
    let snapshot = eventually("the new addresses", async || {
        let snapshot = cluster.refresh(Refresh::Brokers).await.map_err(|error| error.to_string())?;
        let told: Vec<_> =
            snapshot.brokers().iter().map(|broker| format!("{}:{}", broker.host, broker.port)).collect();
        if told == mock.broker_addresses().into_values().collect::<Vec<_>>() {
            Ok(snapshot)
        } else {
            Err(told.join(", "))
        }
    })
    .await;
    assert_eq!(snapshot.brokers().len(), 3);
    for broker in [1, 2, 3] {
        log_dirs_of(&cluster, broker, LIMIT).await.unwrap();
    }
}

/// Changes every Metadata reply on its way out.
fn rewritten(change: impl Fn(&mut MetadataResponse) + Send + Sync + 'static) -> Action {
    // The version that this program and a broker of 4.4 settle on.
    const VERSION: i16 = 13;
    Action::rewrite(move |body: Bytes| {
        let mut reply = MetadataResponse::decode(&mut body.clone(), VERSION).unwrap();
        change(&mut reply);
        let mut out = BytesMut::new();
        reply.encode(&mut out, VERSION).unwrap();
        out.freeze()
    })
}

#[tokio::test]
async fn a_reply_without_brokers_is_a_failed_refresh_and_empties_nothing() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    let listed = session
        .until("the topics", async || {
            let page = session.overview().await;
            if page.value.topics.value() == Some(&1) { Ok(page) } else { Err(page.value) }
        })
        .await;
    assert!(listed.freshness.failed.is_none());
    let armed = mock.fault(Fault::on(key::METADATA), rewritten(|reply| reply.brokers.clear()));
    let marked = session
        .until("the failure on the page", async || {
            session.refresh(View::Cluster).await;
            let page = session.overview().await;
            if page.freshness.failed.is_some() { Ok(page) } else { Err(page.freshness) }
        })
        .await;
    assert!(matches!(marked.value.topics, Fact::Stale { v: 1, .. }), "{:?}", marked.value.topics);
    let brokers = session.brokers().await;
    assert_eq!(brokers.rows.len(), 3);
    assert!(brokers.rows.iter().all(|row| !matches!(row.state, BrokerState::Down { .. })), "{brokers:?}");
    mock.disarm(armed);
    session
        .until("a page without the failure", async || {
            session.refresh(View::Cluster).await;
            let page = session.overview().await;
            if page.freshness.failed.is_none() { Ok(()) } else { Err(page.freshness) }
        })
        .await;
}

#[tokio::test]
async fn another_cluster_at_the_same_address_is_said_and_not_merged() {
    let mock = crate::three_brokers().await;
    let cluster = connected(&mock.bootstrap()).await;
    let before = cluster.refresh(Refresh::All).await.unwrap();
    assert!(before.topic("orders").is_some());
    mock.state().cluster_id = "another-cluster-0000001".to_owned();
    mock.state().delete_topic("orders").unwrap();
    let error = cluster.refresh(Refresh::All).await.unwrap_err();
    let What::OtherCluster { was, now } = error.what() else { panic!("{error}") };
    assert_ne!(was, now);
    assert_eq!(now, "another-cluster-0000001");
    let after = cluster.snapshot();
    assert!(after.topic("orders").is_some(), "the old view stays, marked");
    assert!(after.failure().is_some());
}

#[tokio::test]
async fn a_topic_made_again_under_its_name_gets_its_new_id() {
    let mock: MockCluster = crate::three_brokers().await;
    let cluster = connected(&mock.bootstrap()).await;
    let before = cluster.refresh(Refresh::All).await.unwrap().topic("orders").unwrap().id().unwrap();
    mock.state().recreate_topic("orders").unwrap();
    let snapshot = cluster.refresh(Refresh::Topics(vec!["orders".to_owned()])).await.unwrap();
    let after = snapshot.topic("orders").unwrap().id().unwrap();
    assert_ne!(before, after);
    assert!(snapshot.topic_by_id(before).is_none());
    assert_eq!(snapshot.topic_by_id(after).unwrap().name(), "orders");
}
