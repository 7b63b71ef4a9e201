//! A request for many groups, to a broker whose version carries one, is taken apart; each answer says whose it is.
//!
//! Below OffsetFetch v8 and FindCoordinator v4 (brokers before 3.0) a body names one group and the reply repeats nothing.
//! Where many are carried, a thousand groups cost one look-up and not a thousand.

use std::collections::BTreeSet;

use meta::{
    Key,
    message::{
        describe_groups::DescribeGroups,
        find_coordinator::{FindCoordinator, Kind},
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use mock_cluster::{Group, GroupKind, MockCluster, Release, key};
use support::ground::{connect, three, within};
use tokio::task::JoinSet;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("group-{index}")).collect()
}

async fn with_groups(release: Release, groups: &[String]) -> MockCluster {
    let mut builder = three().release(release);
    for (index, name) in groups.iter().enumerate() {
        let offset = i64::try_from(index).unwrap();
        builder = builder.group(Group::new(name, GroupKind::Classic).with_offset("orders", 0, offset));
    }
    builder.start().await.unwrap()
}

#[tokio::test]
async fn the_offsets_of_many_groups_of_one_coordinator() {
    for (release, requests) in [(Release::Kafka28, 20), (Release::Kafka44, 1)] {
        let groups = names(20);
        let mock = with_groups(release, &groups).await;
        for group in &groups {
            mock.state().move_coordinator(group, 2).unwrap();
        }
        let (cluster, _) = connect(&mock).await;
        let asked = |id: &String| GroupAsked { id: id.clone(), topics: None };
        let request = OffsetFetch { groups: groups.iter().map(asked).collect(), require_stable: false };
        let answers = within(cluster.send(request, Key::None)).await.unwrap();
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(mock.count(key::OFFSET_FETCH), requests);
        let told = answers.parts.iter().flat_map(|part| &part.reply.groups);
        let told: BTreeSet<(String, i64)> = told
            .map(|group| {
                let committed = group.topics[0].partitions[0].committed.unwrap();
                (group.id.clone().expect("it says whose offsets they are"), committed)
            })
            .collect();
        let expected = groups.iter().enumerate();
        let expected = expected.map(|(index, name)| (name.clone(), i64::try_from(index).unwrap())).collect();
        assert_eq!(told, expected);
    }
}

#[tokio::test]
async fn the_coordinators_of_many_groups() {
    for (release, requests) in [(Release::Kafka28, 7), (Release::Kafka44, 1)] {
        let groups = names(7);
        let mock = with_groups(release, &groups).await;
        let (cluster, _) = connect(&mock).await;
        let request = FindCoordinator { kind: Kind::Group, keys: groups.clone() };
        let answers = within(cluster.send(request, Key::None)).await.unwrap();
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        let told = answers.parts.iter().flat_map(|part| &part.reply.coordinators);
        for found in told {
            let key = found.key.as_ref().expect("it says whose coordinator it is");
            assert_eq!(found.node, mock.state().group_coordinator(key));
        }
        let named = answers.parts.iter().flat_map(|part| &part.reply.coordinators);
        assert_eq!(named.filter_map(|found| found.key.clone()).collect::<BTreeSet<_>>().len(), 7);
        assert_eq!(mock.count(key::FIND_COORDINATOR), requests);
    }
}

#[tokio::test]
async fn a_thousand_groups_cost_two_look_ups_at_most() {
    let groups = names(1000);
    let mock = with_groups(Release::Kafka44, &groups).await;
    let (cluster, _) = connect(&mock).await;
    let request = DescribeGroups { groups: groups.clone(), include_operations: false };
    let answers = within(cluster.send(request, Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answers.parts.iter().map(|part| part.reply.groups.len()).sum::<usize>(), 1000);
    assert!(mock.count(key::FIND_COORDINATOR) <= 2, "{}", mock.count(key::FIND_COORDINATOR));
}

#[tokio::test]
async fn a_thousand_callers_of_a_thousand_groups_share_a_few_look_ups() {
    let groups = names(1000);
    let mock = with_groups(Release::Kafka44, &groups).await;
    let (cluster, _) = connect(&mock).await;
    let mut asking = JoinSet::new();
    for group in groups {
        let cluster = cluster.clone();
        let request = DescribeGroups { groups: vec![group], include_operations: false };
        asking.spawn(async move { within(cluster.send(request, Key::None)).await.unwrap() });
    }
    while let Some(answers) = asking.join_next().await {
        assert_eq!(answers.unwrap().parts.len(), 1);
    }
    assert!(mock.count(key::FIND_COORDINATOR) <= 10, "{}", mock.count(key::FIND_COORDINATOR));
}
