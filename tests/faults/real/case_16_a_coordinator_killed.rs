//! Case 16 (sarama#1004, bsm/sarama-cluster#212): after a coordinator's broker was replaced, NOT_COORDINATOR for 40 minutes.
//!
//! The coordinators of twenty groups are killed in the middle of the questions about them: each group is answered by its next
//! coordinator within one call's budget of time, with its own offsets, and nobody asks in a loop.

use std::{collections::BTreeMap, time::Duration};

use meta::{
    Answers, ApiKey, Key,
    message::{
        describe_groups::{self, DescribeGroups},
        offset_fetch::{self, GroupAsked, OffsetFetch},
    },
};
use real_kafka::Version;
use support::{Stage, ground::within, stage::Need};

use super::ours::unlocked;

const GROUPS: i64 = 20;

/// What each group has committed.
fn told(answers: &Answers<offset_fetch::Reply>, dead: i32) -> BTreeMap<String, Option<i64>> {
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let mut told = BTreeMap::new();
    for part in &answers.parts {
        assert_ne!(part.source.broker, Some(dead));
        for group in &part.reply.groups {
            assert!(group.code.is_none(), "{group:?}");
            let offset = group.topics.first().and_then(|topic| topic.partitions[0].committed);
            assert!(told.insert(group.id.clone().unwrap(), offset).is_none(), "told twice");
        }
    }
    told
}

/// Whether each is there, with nobody in it. One whose commit is not under the high watermark yet is not known at all.
fn all_empty(answers: &Answers<describe_groups::Reply>) -> bool {
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    answers.parts.iter().flat_map(|part| &part.reply.groups).all(|group| {
        let unknown = group.state == "Dead";
        assert!(unknown || (group.code.is_none() && group.state == "Empty"), "{group:?}");
        !unknown
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn each_group_is_answered_by_its_next_coordinator() {
    let stage = Stage::real(Version::V4_4, Need::Alone).await;
    let topic = stage.fresh("read");
    stage.topic(&topic, &[&[1, 2, 3]]).await;
    let prefix = stage.fresh("reader");
    let ids: Vec<String> = (0..GROUPS).map(|number| format!("{prefix}-{number}")).collect();
    for (number, id) in (0..).zip(&ids) {
        stage.committed(id, &topic, &[(0, number)]).await;
    }
    stage.until_all_are_in_sync().await;
    let (cluster, record) = unlocked(&stage).await;
    let asked = OffsetFetch {
        groups: ids.iter().map(|id| GroupAsked { id: id.clone(), topics: None }).collect(),
        require_stable: false,
    };
    let warm = within(cluster.send(asked.clone(), Key::None)).await.unwrap();
    assert!(warm.failed.is_empty(), "{:?}", warm.failed);

    let dead = stage.coordinator(&ids[0]).await;
    stage.on_kafka(move |kafka| kafka.kill(dead)).await;
    let (offsets, states, one) = within(async {
        let states = DescribeGroups { groups: ids.clone(), include_operations: false };
        let one = DescribeGroups { groups: vec![ids[0].clone()], include_operations: false };
        tokio::join!(
            cluster.send(asked.clone(), Key::None),
            cluster.send(states, Key::None),
            cluster.send(one, Key::Group(ids[0].clone())),
        )
    })
    .await;
    let mut told = told(&offsets.unwrap(), dead);
    // A coordinator that has just taken over shows its log up to the high watermark, which it learnt with its last fetch as a
    // follower: on a busy machine the last commits are not under it yet, and the broker says that there are none. That is its
    // answer; it may be short of offsets for a moment, and never wrong.
    let right: BTreeMap<_, _> = ids.iter().cloned().zip((0..).map(Some)).collect();
    let wrong = |told: &BTreeMap<String, Option<i64>>| {
        told.iter().any(|(id, offset)| offset.is_some() && right.get(id) != Some(offset))
    };
    within(async {
        while told != right {
            assert!(told.keys().eq(right.keys()) && !wrong(&told), "{told:?}");
            tokio::time::sleep(Duration::from_millis(200)).await;
            told = self::told(&cluster.send(asked.clone(), Key::None).await.unwrap(), dead);
        }
    })
    .await;
    let one = one.unwrap();
    assert!(one.failed.is_empty(), "{:?}", one.failed);
    let mut states = states.unwrap();
    within(async {
        while !all_empty(&states) {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let again = DescribeGroups { groups: ids.clone(), include_operations: false };
            states = cluster.send(again, Key::None).await.unwrap();
        }
    })
    .await;
    // What is asked is asked once per pause, and the pauses grow: an election of some seconds costs some tens of attempts.
    for entry in [ApiKey::OffsetFetch, ApiKey::DescribeGroups].into_iter().flat_map(|api| record.of(api)) {
        assert!(entry.attempts.len() <= 40, "{} attempts for {}", entry.attempts.len(), entry.key);
    }
    let looked = record.of(ApiKey::FindCoordinator).len();
    assert!(looked <= 80, "{looked} look-ups of coordinators");
    stage.bring_back(dead).await;
}
