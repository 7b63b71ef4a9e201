//! A cluster that nobody has used yet: no topic, no group. A broker that is asked for a coordinator makes the internal
//! topic behind it, so this is where looking could leave fifty partitions behind.

use std::time::Duration;

use admin::{Address, Cluster, ClusterConfig, Refresh};
use contract::{
    ExplainRequest, GetBroker, GetTopic, GetVersions, ListBrokerConfigs, ListLogDirReplicas,
    ListLogDirTopics, ListPartitions, ListRequestKinds, ListTopicConfigs, RequestDraft, SearchPalette,
    SendRequest, View,
};
use kafka_protocol::{messages::FindCoordinatorRequest, protocol::StrBytes};

use crate::{Session, all, eventually, raw, within};

async fn names(bootstrap: &str) -> Vec<String> {
    let config = ClusterConfig::new(Address::parse_list(bootstrap).unwrap());
    let snapshot = Cluster::new(config).unwrap().refresh(Refresh::All).await.unwrap();
    snapshot.topics().map(|topic| topic.name().to_owned()).collect()
}

/// Asks for a coordinator as other clients do, until the topic that this makes is there.
async fn made_by_others(bootstrap: &str, key_type: i8, topic: &str) {
    let address = bootstrap.split(',').next().unwrap();
    let key = StrBytes::from_static_str("whoever");
    let request = FindCoordinatorRequest::default().with_key(key).with_key_type(key_type);
    eventually(topic, async || {
        raw::ask(address, 3, &request).await.map_err(|silence| vec![silence.0])?;
        let names = names(bootstrap).await;
        if names.iter().any(|name| name == topic) { Ok(()) } else { Err(names) }
    })
    .await;
}

/// Opens every page.
async fn walk(session: &Session) {
    let (engine, id) = (&session.engine, || session.id.clone());
    session.brokers().await;
    session.topics(all()).await;
    for view in [View::Cluster, View::LogDirs, View::Groups] {
        session.refresh(view.clone()).await;
        session.settled(view).await;
    }
    for row in session.log_dirs().await.rows {
        let (broker, path) = (row.broker, row.path.unwrap());
        let call = ListLogDirReplicas { cluster: id(), broker, path: path.clone(), query: all() };
        engine.log_dir_replicas(call).await.unwrap();
        engine.log_dir_topics(ListLogDirTopics { cluster: id(), broker, path, query: all() }).await.unwrap();
        engine.broker(GetBroker { cluster: id(), id: broker }).await.unwrap();
        engine.broker_configs(ListBrokerConfigs { cluster: id(), id: broker, query: all() }).await.unwrap();
    }
    engine.versions(GetVersions { cluster: id(), broker: None }).await.unwrap();
    engine.palette(SearchPalette { cluster: id(), text: "billing".into() }).await.unwrap();
    session.journal(all()).await;
    let missing = || "billing".to_owned();
    session
        .until("a topic that is not there", async || {
            let _ = engine
                .topic_configs(ListTopicConfigs { cluster: id(), topic: missing(), query: all() })
                .await;
            let _ = engine.partitions(ListPartitions { cluster: id(), topic: missing(), query: all() }).await;
            match engine.topic(GetTopic { cluster: id(), name: missing() }).await {
                Ok(page) => Err(page.freshness),
                Err(error) => {
                    assert_eq!(error.code, Some(3), "{error:?}");
                    Ok(())
                }
            }
        })
        .await;
}

/// Sends all that the request panel offers, about things that are not there.
async fn ask_everything(session: &Session) {
    let (engine, id) = (&session.engine, || session.id.clone());
    let kinds = engine.request_kinds(ListRequestKinds { cluster: id() }).await.unwrap();
    let mut without_coordinator = 0;
    for kind in kinds.iter().filter(|kind| kind.offered) {
        // One field at a time where either is enough.
        for chosen in ["groups", "transaction"] {
            let value = |field: &str| match field {
                "groups" | "transaction" if field != chosen => None,
                "groups" | "transaction" | "topic" | "topics" => Some("billing"),
                "partition" => Some("0"),
                _ => None,
            };
            let fields =
                kind.fields.iter().filter_map(|field| Some((field.id.clone(), value(&field.id)?.into())));
            let draft = RequestDraft { key: kind.key, fields: fields.collect() };
            let explain = ExplainRequest { cluster: id(), draft: draft.clone() };
            engine.explain_request(explain).await.unwrap();
            let sent = engine.send_request(SendRequest { cluster: id(), draft }).await;
            let said = format!("{sent:?}");
            without_coordinator += usize::from(said.contains("looking a coordinator up would create it"));
        }
    }
    assert!(without_coordinator >= 3, "groups and transactions were asked about");
}

pub async fn looking_at_an_unused_cluster_leaves_it_unused(bootstrap: &str) {
    assert_eq!(names(bootstrap).await, [""; 0]);
    let session = Session::open(bootstrap).await;
    within(Duration::from_secs(120), "a walk over all pages", walk(&session)).await;
    within(Duration::from_secs(240), "all requests", ask_everything(&session)).await;
    assert_eq!(names(bootstrap).await, [""; 0]);

    // A topic is made a moment after it is asked for; what we had asked for would be there before this one.
    made_by_others(bootstrap, 1, "__transaction_state").await;
    assert_eq!(names(bootstrap).await, ["__transaction_state"]);
    made_by_others(bootstrap, 0, "__consumer_offsets").await;
}
