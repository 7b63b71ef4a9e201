//! Case 35 (redpanda#12995): with one broker down the list failed as a whole, or its groups silently vanished.
//!
//! A broker is killed under each question that goes to every broker. The others' answers are there, the dead one is named with
//! its reason, no group is in the list twice, and no directory is told to be another broker's or to be empty.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use meta::{
    Answers, Ask, Cluster, Key, Refresh,
    message::{
        api_versions::ApiVersions, describe_log_dirs::DescribeLogDirs, list_groups::ListGroups,
        list_transactions::ListTransactions,
    },
};
use real_kafka::Version;
use support::{Stage, ground::within, stage::Need};

use super::ours::{away, impatient};

const DEAD: i32 = 3;

#[tokio::test(flavor = "multi_thread")]
async fn what_the_others_know_is_told_and_the_dead_one_is_named() {
    let stage = Stage::real(Version::V4_4, Need::Alone).await;
    let name = stage.fresh("kept");
    stage.topic(&name, &[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]).await;
    for partition in 0..3 {
        stage.records(&name, partition, 30).await;
    }
    let prefix = stage.fresh("listed");
    let ids: BTreeSet<String> = (0..12).map(|number| format!("{prefix}-{number}")).collect();
    for id in &ids {
        stage.committed(id, &name, &[(0, 1)]).await;
    }
    stage.until_all_are_in_sync().await;
    let (cluster, _record) = impatient(&stage, Duration::from_secs(8)).await;
    cluster.refresh(Refresh::All).await.unwrap();
    let sizes = sizes(&whole(&cluster, DescribeLogDirs::default()).await, &name);
    assert_eq!(sizes.len(), 9);

    stage.on_kafka(|kafka| kafka.kill(DEAD)).await;
    let dirs = in_part(&cluster, DescribeLogDirs::default()).await;
    for (place, bytes) in self::sizes(&dirs, &name) {
        assert_ne!(place.0, DEAD);
        assert!(bytes >= sizes[&place] && bytes > 0, "{place:?}: {bytes} after {}", sizes[&place]);
    }
    for part in &dirs.parts {
        let own = format!("broker-{}/", part.source.broker.unwrap());
        assert!(part.reply.dirs.iter().all(|dir| dir.path.contains(&own)), "{:?}", part.reply.dirs);
    }
    in_part(&cluster, ListTransactions::default()).await;
    in_part(&cluster, ApiVersions).await;
    let groups = in_part(&cluster, ListGroups::default()).await;
    let all = listed(&groups);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "none is there twice: {all:?}");
    // Its groups have other coordinators in a while, and then all are there, each once.
    stage.until_all_see(&[1, 2]).await;
    support::eventually("all groups at the two that run", async || {
        let groups = cluster.send(ListGroups::default(), Key::None).await.map_err(|e| e.to_string())?;
        let all: Vec<String> = listed(&groups).into_iter().filter(|id| ids.contains(id)).collect();
        if all.iter().collect::<BTreeSet<_>>().len() == all.len() && all.len() == ids.len() {
            return Ok(());
        }
        Err(format!("{} of {}; {:?}", all.len(), ids.len(), groups.failed))
    })
    .await;
    stage.bring_back(DEAD).await;
    whole(&cluster, ListGroups::default()).await;
}

fn listed(groups: &Answers<meta::message::list_groups::Reply>) -> Vec<String> {
    groups.parts.iter().flat_map(|part| &part.reply.groups).map(|group| group.id.clone()).collect()
}

/// Bytes of each replica of this topic, by broker and partition.
fn sizes(
    answers: &Answers<meta::message::describe_log_dirs::Reply>,
    name: &str,
) -> BTreeMap<(i32, i32), i64> {
    let mut all = BTreeMap::new();
    for part in &answers.parts {
        let topics = part.reply.dirs.iter().flat_map(|dir| &dir.topics).filter(|topic| topic.name == name);
        for replica in topics.flat_map(|topic| &topic.replicas) {
            all.insert((part.source.broker.unwrap(), replica.partition), replica.size);
        }
    }
    all
}

/// All three answer, in a while.
async fn whole<R: Ask>(cluster: &Cluster, request: R) -> Answers<R::Reply> {
    support::eventually("an answer of all three", async || {
        let answers = cluster.send(request.clone(), Key::None).await.map_err(|e| e.to_string())?;
        if answers.parts.len() == 3 { Ok(answers) } else { Err(format!("{:?}", answers.failed)) }
    })
    .await
}

/// Two answer and the third is named.
async fn in_part<R: Ask>(cluster: &Cluster, request: R) -> Answers<R::Reply> {
    let answers = within(cluster.send(request, Key::None)).await.unwrap();
    let from: Vec<_> = answers.parts.iter().map(|part| part.source.broker).collect();
    assert_eq!(from, [Some(1), Some(2)], "{}: {:?}", R::KEY, answers.failed);
    let failed: Vec<_> = answers.failed.iter().map(|failed| failed.broker).collect();
    // Once the others no longer name it, it is not asked and not missed.
    assert!(failed == [Some(DEAD)] || cluster.snapshot().broker(DEAD).is_none(), "{}: {failed:?}", R::KEY);
    assert!(answers.failed.iter().all(|failed| away(&failed.error)), "{}: {:?}", R::KEY, answers.failed);
    answers
}
