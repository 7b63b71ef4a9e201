//! Looking changes nothing, on brokers that would create a topic for anybody who asks in the wrong way.

use std::{sync::Arc, time::Duration};

use admin::{
    ApiKey, Key, Refresh, What,
    message::create_topics::{CreateTopics, Layout, NewTopic},
    message::{TopicPartitions, describe_log_dirs::DescribeLogDirs},
    topic_configs,
};

use super::offsets::ends;
use crate::{Stage, eventually};

const LIMIT: Duration = Duration::from_secs(20);

pub async fn asking_about_a_missing_topic_creates_none(stage: &Stage) {
    let missing = stage.fresh("nobody-made-me");
    let cluster = stage.cluster().await;

    let snapshot = cluster.refresh(Refresh::Topics(vec![missing.clone()])).await.unwrap();
    assert!(snapshot.topic(&missing).is_none());
    let refusal = snapshot.refusal(&missing).expect("the snapshot says why it has no such topic");
    assert_eq!(refusal.code.0, 3);
    let told = ends(&cluster, &missing, &[0, 1]).await;
    assert!(
        told.partitions
            .values()
            .all(|(earliest, latest)| { earliest.offset.is_err() && latest.offset.is_err() })
    );
    let name: Arc<str> = missing.as_str().into();
    let told = topic_configs(&cluster, std::slice::from_ref(&name), None, LIMIT).await;
    assert!(told[&name].is_err());
    let asked = TopicPartitions { topic: missing.clone(), partitions: vec![0] };
    let filtered = DescribeLogDirs { topics: Some(vec![asked]) };
    assert!(cluster.send_within(filtered, Key::None, LIMIT).await.unwrap().failed.is_empty());
    cluster.refresh(Refresh::All).await.unwrap();

    // The brokers do create topics for those who ask so; by the time that this one is seen everywhere, one that had been
    // asked for before it would be seen too.
    let control = stage.fresh("asked-to-be-made");
    for address in stage.addresses().values() {
        stage.metadata_of(address, Some(&[&control]), true).await.unwrap();
    }
    eventually("the topic that was asked for the other way", async || {
        let names = stage.topic_names().await;
        if names.contains(&control) { Ok(()) } else { Err(names) }
    })
    .await;
    assert!(!stage.topic_names().await.contains(&missing));
}

pub async fn a_read_only_client_sends_no_write(stage: &Stage) {
    let name = stage.fresh("refused");
    let cluster = stage.cluster().await;
    let layout = Layout::Counts { partitions: Some(1), replication: Some(1) };
    let topic = NewTopic { name: name.clone(), layout, configs: Vec::new() };
    for validate_only in [false, true] {
        let request = CreateTopics { topics: vec![topic.clone()], timeout: LIMIT, validate_only };
        let error = cluster.send(request, Key::None).await.unwrap_err();
        assert_eq!(error.what(), &What::ReadOnly);
        assert_eq!(error.api(), Some(ApiKey::CreateTopics));
    }
    if let Some(mock) = stage.as_mock() {
        assert_eq!(mock.count(mock_cluster::key::CREATE_TOPICS), 0, "not one byte of it may arrive");
    }
    assert!(!stage.topic_names().await.contains(&name));
}
