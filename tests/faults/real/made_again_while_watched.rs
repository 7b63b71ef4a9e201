//! A topic is deleted and made again under the same name while it is watched: old and new are never mixed into one.
//!
//! Each topic of that name has another number of partitions, so that a view which keeps the old id with the new partitions, or
//! the old partitions beside the new ones, shows itself.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{
    Key, Refresh, TopicId,
    message::{
        create_topics::{CreateTopics, Layout, NewTopic},
        delete_topics::{DeleteTopics, Doomed},
    },
};
use real_kafka::Version;
use support::{
    Stage,
    ground::{latest, until, within},
    stage::Need,
};

use super::ours::unlocked;

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_of_the_old_topic_or_of_the_new_one() {
    let stage = Stage::real(Version::V4_4, Need::Shared).await;
    let name = stage.fresh("again");
    let (cluster, _record) = unlocked(&stage).await;
    // Which topic had how many partitions.
    let truth: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let over = Arc::new(AtomicBool::new(false));
    let seen: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let looks = Arc::new(AtomicUsize::new(0));
    let mut watchers = tokio::task::JoinSet::new();
    for number in 0..4 {
        let (cluster, name, over) = (cluster.clone(), name.clone(), over.clone());
        let (seen, looks) = (seen.clone(), looks.clone());
        watchers.spawn(async move {
            while !over.load(Ordering::Acquire) {
                let kind = match number {
                    0 => Refresh::All,
                    _ => Refresh::Topics(vec![name.clone()]),
                };
                if number < 3 {
                    within(cluster.refresh(kind)).await.unwrap();
                } else if let Ok(answers) = within(cluster.send(latest(&name, [0]), Key::None)).await {
                    let told = answers.parts.iter().flat_map(|part| &part.reply.topics);
                    let mut told = told.flat_map(|topic| &topic.partitions);
                    assert!(told.all(|one| !one.code.is_none() || one.offset == Some(0)));
                }
                let view = cluster.snapshot();
                if let Some(topic) = view.topic(&name) {
                    let id = topic.id().unwrap().to_string();
                    let indexes: Vec<i32> = topic.partitions().map(|one| one.index).collect();
                    let whole: Vec<i32> = (0..i32::try_from(topic.len()).unwrap()).collect();
                    assert_eq!(indexes, whole, "{id}");
                    if let Some(before) = seen.lock().unwrap().insert(id.clone(), topic.len()) {
                        assert_eq!(before, topic.len(), "{id} has {before} partitions, and then others");
                    }
                }
                looks.fetch_add(1, Ordering::AcqRel);
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
    }
    for partitions in [1, 5, 2, 4] {
        let topic = NewTopic {
            name: name.clone(),
            layout: Layout::Counts { partitions: Some(partitions), replication: Some(2) },
            configs: Vec::new(),
        };
        let asked =
            CreateTopics { topics: vec![topic], timeout: Duration::from_secs(20), validate_only: false };
        let made = within(cluster.send(asked, Key::None)).await.unwrap().one().unwrap().reply;
        assert!(made.topics[0].code.is_none(), "{made:?}");
        let id = TopicId::new(made.topics[0].id.unwrap()).unwrap();
        truth.lock().unwrap().insert(id.to_string(), usize::try_from(partitions).unwrap());
        until(|| cluster.snapshot().topic(&name).is_some_and(|topic| topic.id() == Some(id))).await;
        let asked =
            DeleteTopics { topics: vec![Doomed::Named(name.clone())], timeout: Duration::from_secs(20) };
        let gone = within(cluster.send(asked, Key::None)).await.unwrap().one().unwrap().reply;
        assert!(gone.topics[0].code.is_none(), "{gone:?}");
        let before = looks.load(Ordering::Acquire);
        until(|| looks.load(Ordering::Acquire) > before + 4).await;
    }
    until(|| cluster.snapshot().topic(&name).is_none()).await;
    over.store(true, Ordering::Release);
    while let Some(watcher) = watchers.join_next().await {
        watcher.unwrap();
    }
    assert_eq!(*seen.lock().unwrap(), *truth.lock().unwrap(), "each topic was seen, and none that never was");
}
