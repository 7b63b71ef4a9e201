//! With the lock open, a topic is created once, by the controller.

use std::time::Duration;

use admin::{
    Cluster, Key, Part, Refresh,
    message::create_topics::{CreateTopics, Layout, NewTopic, Reply},
};

use crate::Stage;

pub(super) async fn create(cluster: &Cluster, name: &str) -> Part<Reply> {
    let layout = Layout::Counts { partitions: Some(2), replication: Some(2) };
    let topic = NewTopic { name: name.to_owned(), layout, configs: Vec::new() };
    let request =
        CreateTopics { topics: vec![topic], timeout: Duration::from_secs(30), validate_only: false };
    cluster.send(request, Key::None).await.unwrap().one().unwrap()
}

pub async fn a_topic_is_created_by_the_controller(stage: &Stage) {
    let name = stage.fresh("made");
    let cluster = stage.unlocked().await;
    let part = create(&cluster, &name).await;
    let made = &part.reply.topics[0];
    assert_eq!((made.name.as_str(), made.code.0), (name.as_str(), 0), "{:?}", made.words);
    assert_eq!((made.partitions, made.replication), (Some(2), Some(2)));
    assert_eq!(part.source.attempts, 1);
    if !stage.is_kraft() {
        // With KRaft any broker forwards, and none says who did it.
        assert_eq!(part.source.broker, Some(stage.controller().await));
    }
    let snapshot = crate::eventually("the new topic", async || {
        let snapshot = cluster.refresh(Refresh::Topics(vec![name.clone()])).await.unwrap();
        if snapshot.topic(&name).is_some_and(|topic| topic.len() == 2) {
            Ok(snapshot)
        } else {
            Err("not yet")
        }
    })
    .await;
    let id = snapshot.topic(&name).unwrap().id();
    assert!(id.is_some() && made.id.is_some());
}

/// Name, replicas of each partition, configs, and the code that is the answer.
type Wish<'a> = (&'a str, &'a [&'a [i32]], &'a [(&'a str, &'a str)], i16);

pub async fn an_impossible_topic_is_refused(stage: &Stage) {
    let name = stage.fresh("impossible");
    // With ZooKeeper a broker that nobody knows may be named: it could come one day.
    let stranger: &[&[i32]] = if stage.is_kraft() { &[&[1, 99]] } else { &[&[1, 1]] };
    let wishes: [Wish<'_>; 6] = [
        (&name, &[&[1, 2], &[3]], &[], 39),
        (&name, &[&[1, 1]], &[], 39),
        (&name, stranger, &[], 39),
        (&name, &[&[1]], &[("retention.ms", "long")], 40),
        (&name, &[&[1]], &[("no.such.config", "1")], 40),
        ("not a name", &[&[1]], &[], 17),
    ];
    for (name, replicas, configs, expected) in wishes {
        let (code, words) = stage.create(name, replicas, configs).await;
        assert_eq!(code, expected, "{name:?} {replicas:?} {configs:?}: {words:?}");
    }
    assert!(!stage.topic_names().await.contains(&name));
}

pub async fn a_topic_that_exists_is_not_created_again(stage: &Stage) {
    let name = stage.fresh("twice");
    stage.topic(&name, &[&[1]]).await;
    let id = stage.topic_id(&name).await;
    let part = create(&stage.unlocked().await, &name).await;
    let refused = &part.reply.topics[0];
    assert_eq!(refused.code.0, 36, "TOPIC_ALREADY_EXISTS");
    assert!(refused.words.as_ref().is_some_and(|words| words.contains(&name)), "{:?}", refused.words);
    assert_eq!(part.source.attempts, 1, "it is an answer, not a reason to ask again");
    assert_eq!(stage.topic_id(&name).await, id);
}
