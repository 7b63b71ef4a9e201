//! Brokers that go, freeze and come back, leaders, controllers and coordinators that move. What must not happen is that one
//! broker's trouble shows anywhere but in its own part.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use admin::{
    Cluster, Dirs, Error, Key, Told, What, describe_groups, each_log_dirs,
    message::{
        TopicPartitions,
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use tokio::task::JoinSet;

use super::{creating::create, offsets::ends};
use crate::{Stage, eventually};

const LIMIT: Duration = Duration::from_secs(30);

pub async fn readers_go_on_while_a_leader_moves(stage: &Stage) {
    let name = stage.fresh("moving");
    stage.topic(&name, &[&[1, 2, 3]]).await;
    stage.records(&name, 0, 11).await;
    let cluster = stage.cluster().await;
    let over = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for _ in 0..4 {
        let (cluster, name, over) = (cluster.clone(), name.clone(), Arc::clone(&over));
        readers.spawn(async move {
            let mut tellers = Vec::new();
            while !over.load(Ordering::Acquire) {
                let ends = ends(&cluster, &name, &[0]).await;
                let (earliest, latest) = &ends.partitions[&0];
                assert_eq!(earliest.offset.clone().unwrap(), 0);
                assert_eq!(latest.offset.clone().unwrap(), 11);
                let teller = latest.source.as_ref().unwrap().broker.unwrap();
                if tellers.last() != Some(&teller) {
                    tellers.push(teller);
                }
            }
            tellers
        });
    }
    for to in [2, 3, 1] {
        stage.move_leader(&name, 0, to).await;
        eventually("the new leader in an answer", async || {
            let ends = ends(&cluster, &name, &[0]).await;
            let teller = ends.partitions[&0].1.source.as_ref().and_then(|source| source.broker);
            if teller == Some(to) { Ok(()) } else { Err(teller) }
        })
        .await;
    }
    over.store(true, Ordering::Release);
    for tellers in readers.join_all().await {
        assert!(!tellers.is_empty());
    }
}

type Answer = Result<Told<Dirs>, Error>;

/// The directories of all three brokers, and the order in which they answered.
async fn all_dirs(cluster: &Cluster, limit: Duration) -> (BTreeMap<i32, Answer>, Vec<i32>) {
    let (mut answers, mut order) = (BTreeMap::new(), Vec::new());
    each_log_dirs(cluster, [1, 2, 3], limit, |broker, answer| {
        order.push(broker);
        answers.insert(broker, answer);
    })
    .await;
    (answers, order)
}

pub async fn a_killed_broker_costs_its_own_part_until_it_is_back(stage: &Stage) {
    let name = stage.fresh("held");
    stage.topic(&name, &[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]).await;
    for partition in 0..3 {
        stage.records(&name, partition, 5).await;
    }
    let cluster = stage.cluster().await;
    let (before, _) = all_dirs(&cluster, LIMIT).await;
    assert!(before.values().all(Result::is_ok));
    assert_eq!(ends(&cluster, &name, &[0, 1, 2]).await.span().unwrap(), 15);

    stage.kill(2).await;
    let (during, _) = all_dirs(&cluster, Duration::from_secs(10)).await;
    assert!(during[&1].is_ok() && during[&3].is_ok());
    let error = during[&2].as_ref().unwrap_err().to_string();
    assert!(error.contains("broker 2") || error.contains(&stage.address(2)), "{error}");
    // Its partitions are led by others now, and none of their ends is missing or zero.
    let ends_now = ends(&cluster, &name, &[0, 1, 2]).await;
    assert_eq!(ends_now.span().unwrap(), 15, "{ends_now:#?}");
    assert_ne!(ends_now.partitions[&1].1.source.as_ref().unwrap().broker, Some(2));
    let snapshot = cluster.refresh(admin::Refresh::Brokers).await.unwrap();
    let ids: Vec<_> = snapshot.brokers().iter().map(|broker| broker.id).collect();
    assert_eq!(ids, [1, 3]);

    stage.bring_back(2).await;
    eventually("the broker's part, with the same client", async || {
        let (mut after, _) = all_dirs(&cluster, Duration::from_secs(10)).await;
        after.remove(&2).unwrap().map(|told| assert_eq!(told.source.broker, Some(2)))
    })
    .await;
}

pub async fn a_frozen_broker_costs_its_own_part(stage: &Stage) {
    let cluster = stage.cluster().await;
    let (before, _) = all_dirs(&cluster, LIMIT).await;
    assert!(before.values().all(Result::is_ok));
    stage.freeze(3).await;
    let (during, order) = all_dirs(&cluster, Duration::from_secs(4)).await;
    assert!(during[&1].is_ok() && during[&2].is_ok());
    let error = during[&3].as_ref().unwrap_err();
    assert!(matches!(error.what(), What::Timeout { .. }), "{error}");
    assert_eq!(error.broker(), Some(3));
    assert_eq!(order.last(), Some(&3), "nobody waited for it");
    stage.thaw(3).await;
    eventually("its part again", async || {
        let (mut after, _) = all_dirs(&cluster, Duration::from_secs(10)).await;
        after.remove(&3).unwrap().map(drop)
    })
    .await;
}

pub async fn a_write_finds_the_new_controller(stage: &Stage) {
    let (first, second) = (stage.fresh("before"), stage.fresh("after"));
    let cluster = stage.unlocked().await;
    let part = create(&cluster, &first).await;
    assert!(part.reply.topics[0].code.is_none());
    let old = stage.controller().await;
    stage.kill(old).await;
    let new = stage.controller().await;
    assert_ne!(new, old);

    let part = create(&cluster, &second).await;
    assert_eq!(part.reply.topics[0].code.0, 0, "{:?}", part.reply.topics[0].words);
    assert_ne!(part.source.broker, Some(old));
    if !stage.is_kraft() {
        assert_eq!(part.source.broker, Some(new));
    }
    stage.bring_back(old).await;
}

pub async fn a_group_is_found_at_its_new_coordinator(stage: &Stage) {
    let (topic, group): (String, Arc<str>) = (stage.fresh("coordinated"), stage.fresh("settled").into());
    stage.topic(&topic, &[&[1, 2, 3]]).await;
    stage.records(&topic, 0, 50).await;
    stage.committed(&group, &topic, &[(0, 42)]).await;
    let cluster = stage.cluster().await;
    let old = stage.coordinator(&group).await;
    assert_eq!(committed(&cluster, &group, &topic).await, (Some(old), Some(42)));

    stage.kill(old).await;
    let new = stage.coordinator(&group).await;
    assert_ne!(new, old);
    // What it has read but what is not yet known to be on all replicas, the new one does not tell yet.
    eventually("the offset, told by the new coordinator", async || {
        match committed(&cluster, &group, &topic).await {
            (Some(broker), Some(42)) if broker == new => Ok(()),
            other => Err(other),
        }
    })
    .await;
    let told = describe_groups(&cluster, &[(Arc::clone(&group), None)], LIMIT).await;
    let told = told[&group].as_ref().unwrap();
    assert_eq!((told.source.broker, told.value.state.as_str()), (Some(new), "Empty"));
    stage.bring_back(old).await;
}

/// Who told it, and the offset that the group has committed in partition 0.
async fn committed(cluster: &Cluster, group: &str, topic: &str) -> (Option<i32>, Option<i64>) {
    let topics = vec![TopicPartitions { topic: topic.to_owned(), partitions: vec![0] }];
    let asked = GroupAsked { id: group.to_owned(), topics: Some(topics) };
    let request = OffsetFetch { groups: vec![asked], require_stable: false };
    let part = cluster.send_within(request, Key::None, LIMIT).await.unwrap().one().unwrap();
    let partition = &part.reply.groups[0].topics[0].partitions[0];
    assert!(partition.code.is_none(), "{}", partition.code);
    (part.source.broker, partition.committed)
}
