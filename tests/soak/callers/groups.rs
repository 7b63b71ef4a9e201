//! What only the coordinator of a group knows: its state and its offsets, asked for one group and for many at once.

use meta::{
    Key,
    message::{
        TopicPartitions,
        consumer_group_describe::ConsumerGroupDescribe,
        describe_groups::DescribeGroups,
        find_coordinator::{FindCoordinator, Kind},
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use rand::{Rng, rngs::StdRng, seq::IteratorRandom};

use crate::{
    scene::Scene,
    stage_set::{COMMITTERS, ORDERS, committer, fencer},
};

const CLASS: &str = "group coordinator";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        let many = chance.random_range(2..=10);
        let some = (0..COMMITTERS).choose_multiple(chance, many);
        match chance.random_range(0..8) {
            0 => describe(scene, some).await,
            1 => describe(scene, some.into_iter().take(1).collect()).await,
            2 | 3 => offsets(scene, some).await,
            4 => offsets(scene, some.into_iter().take(1).collect()).await,
            5 => {
                let asked =
                    DescribeGroups { groups: vec!["reading-classic".into()], include_operations: false };
                drop(scene.ask(CLASS, asked, Key::Group("reading-classic".into())).await);
            }
            6 => {
                let asked =
                    ConsumerGroupDescribe { groups: vec!["reading-new".into()], include_operations: false };
                drop(scene.ask(CLASS, asked, Key::None).await);
            }
            _ => coordinators(scene, some, chance.random_bool(0.5)).await,
        }
    }
}

async fn describe(scene: &Scene, some: Vec<u64>) {
    let groups: Vec<String> = some.into_iter().map(committer).collect();
    let asked = DescribeGroups { groups, include_operations: false };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for group in answers.parts.iter().flat_map(|part| &part.reply.groups) {
        if group.code.is_none() && (group.state != "Empty" || !group.members.is_empty()) {
            scene.ledger.wrong(format!("a group that only commits is empty, told was {group:?}"));
        }
    }
}

async fn offsets(scene: &Scene, some: Vec<u64>) {
    let partition = |number: &u64| i32::try_from(number % 12).unwrap();
    let before: Vec<i64> = some.iter().map(|number| scene.committed(*number).0).collect();
    let groups = some.iter().map(|number| {
        let wanted = TopicPartitions { topic: ORDERS.to_owned(), partitions: vec![partition(number)] };
        GroupAsked { id: committer(*number), topics: (number % 2 == 0).then(|| vec![wanted]) }
    });
    let asked = OffsetFetch { groups: groups.collect(), require_stable: false };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for part in &answers.parts {
        for group in part.reply.groups.iter().filter(|group| group.code.is_none()) {
            let place = some.iter().position(|number| group.id.as_deref() == Some(&committer(*number)));
            let Some(place) = place else {
                scene.ledger.wrong(format!("nobody asked for group {:?}", group.id));
                continue;
            };
            let (least, most) = (before[place], scene.committed(some[place]).1);
            let told = group.topics.iter().flat_map(|topic| &topic.partitions);
            let told: Vec<Option<i64>> = told.map(|one| one.committed).collect();
            let who = part.source.broker;
            match told[..] {
                [Some(offset)] if (least..=most).contains(&offset) => {}
                [Some(offset)] if offset < least => below(scene, some[place], offset, least).await,
                _ => scene
                    .ledger
                    .wrong(format!("{:?}: {told:?} not in {least}..={most}, by {who:?}", group.id)),
            }
        }
    }
}

/// A commit was told that is older than one that was acknowledged. A coordinator that has just taken over tells what its log
/// had up to the high watermark that it knew then, so that the last commit may be missing for a moment, whoever asks; but it
/// must not stay so.
pub(super) async fn below(scene: &Scene, number: u64, told: i64, least: i64) {
    scene.ledger.note("commits: a coordinator told of an earlier one first, and of the last one later");
    let late = || format!("{}: {told} was told, and it stays below {least}", committer(number));
    scene.eventually(late, || has_caught_up(scene, number, least)).await;
}

/// Whether the group's commit is told to be at least this.
async fn has_caught_up(scene: &Scene, number: u64, least: i64) -> bool {
    let asked = GroupAsked { id: committer(number), topics: None };
    let asked = OffsetFetch { groups: vec![asked], require_stable: true };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return false };
    let groups = answers.parts.iter().flat_map(|part| &part.reply.groups);
    let told = groups.flat_map(|group| &group.topics).flat_map(|topic| &topic.partitions);
    told.filter_map(|one| one.committed).any(|offset| offset >= least)
}

async fn coordinators(scene: &Scene, some: Vec<u64>, groups: bool) {
    let (kind, keys) = match groups {
        true => (Kind::Group, some.into_iter().map(committer).collect()),
        false => (Kind::Transaction, some.into_iter().map(fencer).collect()),
    };
    let Ok(answers) = scene.ask(CLASS, FindCoordinator { kind, keys }, Key::None).await else { return };
    for found in answers.parts.iter().flat_map(|part| &part.reply.coordinators) {
        let at = format!("{}:{}", found.host, found.port);
        if found.code.is_none() && found.node.and_then(|id| scene.addresses.get(&id)) != Some(&at) {
            scene.ledger.wrong(format!("no broker listens there: {found:?}"));
        }
    }
}
