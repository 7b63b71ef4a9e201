//! Case 27 (librdkafka#2955, KAFKA-6796): a former replica's code was shown as the answer while a partition was moved.
//!
//! Partitions with one replica are moved from broker to broker while readers ask for their ends and epochs. A broker that has
//! just lost one says "not mine" or "no such partition"; every reader gets the right number all the same.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{
    Key, Refresh,
    message::{
        alter_partition_reassignments::{AlterPartitionReassignments, PartitionMoved, TopicMoved},
        offset_for_leader_epoch::{OffsetForLeaderEpoch, PartitionAsked, TopicAsked},
    },
};
use real_kafka::Version;
use support::{
    Stage, eventually,
    ground::{latest, until, within},
    stage::Need,
};

use super::ours::unlocked;

const PARTITIONS: i32 = 3;
const RECORDS: i64 = 7;

#[tokio::test(flavor = "multi_thread")]
async fn every_read_is_right_while_partitions_move() {
    let stage = Stage::real(Version::V4_4, Need::Alone).await;
    let name = stage.fresh("moved");
    stage.topic(&name, &[&[1], &[2], &[3]]).await;
    for partition in 0..PARTITIONS {
        stage.records(&name, partition, RECORDS).await;
    }
    let (cluster, _record) = unlocked(&stage).await;
    cluster.refresh(Refresh::Topics(vec![name.clone()])).await.unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let reads = Arc::new(AtomicUsize::new(0));
    let mut readers = tokio::task::JoinSet::new();
    for number in 0..8 {
        let (cluster, name) = (cluster.clone(), name.clone());
        let (over, reads) = (over.clone(), reads.clone());
        readers.spawn(async move {
            while !over.load(Ordering::Acquire) {
                match number % 2 {
                    0 => ends(&cluster, &name).await,
                    _ => epochs(&cluster, &name).await,
                }
                reads.fetch_add(1, Ordering::AcqRel);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
    }
    for round in 0..4 {
        let seen = reads.load(Ordering::Acquire);
        until(|| reads.load(Ordering::Acquire) > seen + 8).await;
        let moved = |partition: i32| PartitionMoved {
            partition,
            replicas: Some(vec![(partition + round + 1) % 3 + 1]),
        };
        let asked = AlterPartitionReassignments {
            topics: vec![TopicMoved { name: name.clone(), partitions: (0..PARTITIONS).map(moved).collect() }],
            timeout: Duration::from_secs(20),
            allow_replication_change: true,
        };
        within(cluster.send(asked, Key::None)).await.unwrap().one().unwrap();
        let leaders: Vec<i32> = (0..PARTITIONS).map(|partition| (partition + round + 1) % 3 + 1).collect();
        stage.until_led(&name, &leaders).await;
    }
    over.store(true, Ordering::Release);
    while let Some(reader) = readers.join_next().await {
        reader.unwrap();
    }
    eventually("the view has them where they are", async || {
        let view = cluster.refresh(Refresh::Topics(vec![name.clone()])).await.map_err(|e| e.to_string())?;
        let topic = view.topic(&name).ok_or("gone")?;
        let led: Vec<_> = topic.partitions().map(|one| one.leader).collect();
        if led == [Some(2), Some(3), Some(1)] { Ok(()) } else { Err(format!("{led:?}")) }
    })
    .await;
}

async fn ends(cluster: &meta::Cluster, name: &str) {
    let answers = within(cluster.send(latest(name, 0..PARTITIONS), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let told = answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions);
    let mut told: Vec<_> = told.map(|one| (one.partition, one.code.0, one.offset)).collect();
    told.sort_unstable();
    let right: Vec<_> = (0..PARTITIONS).map(|partition| (partition, 0, Some(RECORDS))).collect();
    assert_eq!(told, right);
}

async fn epochs(cluster: &meta::Cluster, name: &str) {
    let asked = |partition| PartitionAsked { partition, current_epoch: None, epoch: 0 };
    let topic = TopicAsked { name: name.to_owned(), partitions: (0..PARTITIONS).map(asked).collect() };
    let answers =
        within(cluster.send(OffsetForLeaderEpoch { topics: vec![topic] }, Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let told = answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions);
    let mut told: Vec<_> = told.map(|one| (one.partition, one.code.0, one.end_offset)).collect();
    told.sort_unstable();
    let right: Vec<_> = (0..PARTITIONS).map(|partition| (partition, 0, Some(RECORDS))).collect();
    assert_eq!(told, right);
}
