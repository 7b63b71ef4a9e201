//! Case 26 (KAFKA-9261, kafkajs#639): one partition without a leader made the whole list fail.
//!
//! Two of three brokers are gone and the topic has one replica for each partition. The list goes on with every topic in it,
//! what the living broker leads is answered at once, and each other partition has its own state and its own failure.

use std::time::{Duration, Instant};

use meta::{Item, Key, Refresh, message::list_groups::ListGroups};
use real_kafka::Version;
use support::{
    Stage,
    ground::{answered, latest, within},
    stage::Need,
};

use super::ours::impatient;

const LIMIT: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread")]
async fn each_partition_fails_or_answers_for_itself() {
    stop_two(Version::V4_4).await;
}

/// With ZooKeeper, whose controller survives, the rest is told to be led by nobody. With KRaft the two take the quorum with
/// them: nobody can say any more that they are gone, and they are found out by asking.
pub(super) async fn stop_two(version: Version) {
    let stage = Stage::real(version, Need::Alone).await;
    let name = stage.fresh("alone");
    stage.topic(&name, &[&[1], &[2], &[3], &[1]]).await;
    for partition in 0..4 {
        stage.records(&name, partition, 2).await;
    }
    let (cluster, _record) = impatient(&stage, LIMIT).await;
    cluster.refresh(Refresh::All).await.unwrap();
    let before = cluster.snapshot().topics().len();

    stage.kill(2).await;
    stage.on_kafka(|kafka| kafka.kill(3)).await;
    if version.is_zookeeper() {
        stage.until_all_see(&[1]).await;
    }
    let listed = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(listed.topics().len(), before, "every topic is still listed");
    let topic = listed.topic(&name).unwrap();
    assert_eq!(topic.len(), 4);
    assert_eq!(topic.partition(0).unwrap().leader, Some(1));
    assert_eq!(topic.partition(1).unwrap().leader, None, "{:?}", topic.partition(1));
    if version.is_zookeeper() {
        assert_eq!(topic.leaderless(), 2);
    }
    let began = Instant::now();
    let answers = within(cluster.send(latest(&name, 0..4), Key::None)).await.unwrap();
    let took = began.elapsed();
    assert_eq!(answered(&answers), [(0, 1), (3, 1)]);
    let offsets =
        answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions);
    assert!(offsets.clone().all(|one| one.offset == Some(2)), "{answers:?}");
    let mut failed: Vec<Item> = answers.failed.iter().flat_map(|failed| failed.items.clone()).collect();
    failed.sort();
    let item = |index| Item::Partition(name.as_str().into(), index);
    assert_eq!(failed, [item(1), item(2)], "{:?}", answers.failed);
    assert!(took < LIMIT + Duration::from_secs(20), "it took {took:?}");
    // What the living one answers for alone is answered without waiting for the others.
    let groups = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert!(groups.parts.iter().any(|part| part.source.broker == Some(1)), "{:?}", groups.failed);
    assert!(groups.failed.iter().all(|failed| failed.broker != Some(1)));

    stage.on_kafka(|kafka| kafka.restart(2)).await;
    stage.bring_back(3).await;
    stage.until_led(&name, &[1, 2, 3, 1]).await;
    let again = within(cluster.send(latest(&name, 0..4), Key::None)).await.unwrap();
    assert_eq!(answered(&again), [(0, 1), (1, 2), (2, 3), (3, 1)], "{:?}", again.failed);
}
