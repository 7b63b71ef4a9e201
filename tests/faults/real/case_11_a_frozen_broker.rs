//! Case 11 (KAFKA-8175, librdkafka#2845): a broker froze with its sockets open, and all calls piled up behind it.
//!
//! One of three is stopped in its tracks. What any broker can answer is answered by the others, each broker's own answer fails
//! alone, the partitions that it led are read from their next leaders, and once it goes on it is there again.

use std::time::{Duration, Instant};

use meta::{
    Key, Refresh,
    message::{
        describe_cluster::DescribeCluster, describe_log_dirs::DescribeLogDirs, list_groups::ListGroups,
    },
};
use real_kafka::Version;
use support::{
    Stage, eventually,
    ground::{answered, latest, within},
    stage::Need,
};

use super::ours::{away, unlocked};

const FROZEN: i32 = 2;

#[tokio::test(flavor = "multi_thread")]
async fn only_what_the_frozen_broker_alone_knows_is_missing() {
    let stage = Stage::real(Version::V4_4, Need::Alone).await;
    let name = stage.fresh("frozen");
    stage.topic(&name, &[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]).await;
    for partition in 0..3 {
        stage.records(&name, partition, 4).await;
    }
    stage.until_all_are_in_sync().await;
    let (cluster, _record) = unlocked(&stage).await;
    // Connections to all of them, so that it is a live one that freezes.
    cluster.refresh(Refresh::All).await.unwrap();
    let warm = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(warm.parts.len(), 3);

    stage.freeze(FROZEN).await;
    let began = Instant::now();
    // Forty calls at once, in the first moment, when nobody knows yet that it is frozen.
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let cluster = cluster.clone();
        calls.spawn(async move { cluster.send(DescribeCluster::default(), Key::None).await.map(drop) });
    }
    let groups = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(ListGroups::default(), Key::None).await.unwrap() }
    });
    let own = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.send(DescribeLogDirs::default(), Key::Broker(FROZEN)).await.unwrap() }
    });
    let read = tokio::spawn({
        let (cluster, asked) = (cluster.clone(), latest(&name, 0..3));
        async move { cluster.send(asked, Key::None).await.unwrap() }
    });
    while let Some(call) = within(calls.join_next()).await {
        call.unwrap().unwrap_or_else(|error| panic!("another broker could have answered: {error}"));
    }
    let groups = within(groups).await.unwrap();
    let from: Vec<_> = groups.parts.iter().map(|part| part.source.broker).collect();
    assert_eq!(from, [Some(1), Some(3)], "the others answer for themselves");
    let failed: Vec<_> = groups.failed.iter().map(|failed| failed.broker).collect();
    assert_eq!(failed, [Some(FROZEN)], "and it is named");
    assert!(away(&groups.failed[0].error), "{}", groups.failed[0].error);
    let own = within(own).await.unwrap();
    assert!(own.parts.is_empty() && away(&own.failed[0].error), "{:?}", own.failed);
    // An election takes a session's end; the budget of a read allows for it.
    let read = within(read).await.unwrap();
    assert!(read.failed.is_empty(), "{:?} after {:?}", read.failed, began.elapsed());
    assert_eq!(answered(&read).iter().map(|one| one.0).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(answered(&read).iter().all(|(_, broker)| *broker != FROZEN), "{:?}", answered(&read));
    // From now on it is known: many calls, none of which waits for it.
    let began = Instant::now();
    for _ in 0..50 {
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    }
    assert!(began.elapsed() < Duration::from_secs(10), "fifty calls took {:?}", began.elapsed());

    stage.thaw(FROZEN).await;
    eventually("it answers for itself again", async || {
        let own = cluster.send(DescribeLogDirs::default(), Key::Broker(FROZEN)).await;
        let own = own.map_err(|error| error.to_string())?;
        own.parts.first().map(drop).ok_or_else(|| format!("{:?}", own.failed))
    })
    .await;
    let view = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(view.brokers().len(), 3);
}
