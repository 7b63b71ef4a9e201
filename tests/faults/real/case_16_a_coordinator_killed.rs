//! Case 16 (sarama#1004, bsm/sarama-cluster#212): after a coordinator's broker was replaced, NOT_COORDINATOR for 40 minutes.
//!
//! The coordinators of twenty groups are killed in the middle of the questions about them: each group is answered by its next
//! coordinator within one call's budget of time, with its own offsets, and nobody asks in a loop.

use meta::{
    ApiKey, Key,
    message::{
        describe_groups::DescribeGroups,
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use real_kafka::Version;
use support::{Stage, ground::within, stage::Need};

use super::ours::unlocked;

const GROUPS: i64 = 20;

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
            cluster.send(asked, Key::None),
            cluster.send(states, Key::None),
            cluster.send(one, Key::Group(ids[0].clone())),
        )
    })
    .await;
    let offsets = offsets.unwrap();
    assert!(offsets.failed.is_empty(), "{:?}", offsets.failed);
    let mut told = Vec::new();
    for part in &offsets.parts {
        assert_ne!(part.source.broker, Some(dead));
        for group in &part.reply.groups {
            told.push((group.id.clone().unwrap(), group.topics[0].partitions[0].committed));
        }
    }
    told.sort();
    let mut right: Vec<_> = (0..).zip(&ids).map(|(number, id)| (id.clone(), Some(number))).collect();
    right.sort();
    assert_eq!(told, right);
    for answers in [states.unwrap(), one.unwrap()] {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        let groups = answers.parts.iter().flat_map(|part| &part.reply.groups);
        assert!(groups.clone().all(|group| group.code.is_none() && group.state == "Empty"));
    }
    // What is asked is asked once per pause, and the pauses grow: an election of some seconds costs some tens of attempts.
    for entry in [ApiKey::OffsetFetch, ApiKey::DescribeGroups].into_iter().flat_map(|api| record.of(api)) {
        assert!(entry.attempts.len() <= 40, "{} attempts for {}", entry.attempts.len(), entry.key);
    }
    let looked = record.of(ApiKey::FindCoordinator).len();
    assert!(looked <= 80, "{looked} look-ups of coordinators");
    stage.bring_back(dead).await;
}
