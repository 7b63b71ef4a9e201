//! Makes the demo's groups: members with shares of the partitions, and commits that keep their distance from the end.

use std::collections::BTreeMap;

use super::chance::Chance;
use super::group_table::{GROUPS, Row};
use crate::state::{Committed, Group, GroupKind, Member, State};

/// What kind of program is behind a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Classic,
    /// A connector's consumers.
    Connect,
    /// The workers of a Connect cluster, who share out connectors and read no topic.
    ConnectWorkers,
    Registry,
    /// Commits offsets without being a member.
    OffsetsOnly,
    Consumer,
    Share,
    Streams,
}

impl Sort {
    fn kind(self) -> GroupKind {
        match self {
            Self::Consumer => GroupKind::Consumer,
            Self::Share => GroupKind::Share,
            Self::Streams => GroupKind::Streams,
            Self::Classic | Self::Connect | Self::ConnectWorkers | Self::Registry | Self::OffsetsOnly => {
                GroupKind::Classic
            }
        }
    }

    /// The protocol type and assignor, where they aren't those of the kind.
    fn protocol(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::ConnectWorkers => Some(("connect", "sessioned")),
            Self::Registry => Some(("sr", "v0")),
            Self::OffsetsOnly => Some(("", "")),
            Self::Connect => Some(("consumer", "cooperative-sticky")),
            Self::Classic | Self::Consumer | Self::Share | Self::Streams => None,
        }
    }
}

pub(super) fn create(state: &mut State) {
    let mut chance = Chance::seeded(8_128);
    for row in GROUPS {
        let mut group = Group::new(row.id, row.sort.kind()).with_state(row.state);
        if let Some((protocol_type, protocol)) = row.sort.protocol() {
            group.protocol_type = protocol_type.to_owned();
            group.protocol = protocol.to_owned();
        }
        group.epoch = i32::try_from(5 + chance.below(60)).unwrap_or_default();
        group.members = members(state, row, &mut chance);
        // A share group has no committed offset for each partition, and a dead one nothing at all.
        if row.sort != Sort::Share && row.state != "Dead" {
            group.offsets = commits(state, row, &mut chance);
        }
        state.add_group(group);
    }
    leave_odd_commits(state);
}

/// Stopped long ago, and so with every way in which a commit can stand to its log.
pub(super) const STOPPED: &str = "legacy-reporting-job";
/// One of its partitions has no commit yet.
const NEW_PARTITION: (&str, &str, i32) = ("label-printer-hub-3", "shipping.labels.v1", 1);

/// Commits that no reader leaves in a day: before what retention left, past the end of a topic that was made again, on an empty
/// log, and on a topic that is gone.
fn leave_odd_commits(state: &mut State) {
    let dead_letters = "orders.created.dlq";
    let end = |state: &State, index| state.partition(dead_letters, index).map_or(0, |at| at.high_watermark);
    let odd = [(0, end(state, 0)), (1, end(state, 1) + 12), (2, (end(state, 2) - 40).max(0))];
    let starts: Vec<(i32, i64)> = state.topic("dwh.fact-orders").map_or_else(
        |_| Vec::new(),
        |topic| topic.partitions.iter().take(4).map(|at| (at.index, at.log_start)).collect(),
    );
    if let Ok(group) = state.group_mut(STOPPED) {
        for (index, offset) in odd {
            group.offsets.insert((dead_letters.to_owned(), index), Committed::at(offset));
        }
        for (index, start) in starts {
            let before = (start - 52_000 - 1_300 * i64::from(index)).max(0);
            group.offsets.insert(("dwh.fact-orders".to_owned(), index), Committed::at(before));
        }
        group.offsets.insert(("test-topic".to_owned(), 0), Committed::at(0));
        let exported = Committed { metadata: "exported 2023-11-30".to_owned(), ..Committed::at(88_210) };
        group.offsets.insert(("dwh.fact-orders-2023".to_owned(), 0), exported);
    }
    if let Ok(group) = state.group_mut(NEW_PARTITION.0) {
        group.offsets.remove(&(NEW_PARTITION.1.to_owned(), NEW_PARTITION.2));
    }
}

fn members(state: &State, row: &Row, chance: &mut Chance) -> Vec<Member> {
    let mut members: Vec<Member> = (0..row.members)
        .map(|at| {
            let client = format!("{}-{at}", row.id);
            let id = format!("{client}-{:08x}", chance.below(1 << 32));
            let mut member = Member::new(id, client);
            member.host = format!("/10.{}.{}.{}", 20 + at % 3, chance.below(250), 2 + chance.below(250));
            member.rack = Some(format!("eu-west-1{}", ["a", "b", "c"].get(at % 3).unwrap_or(&"a")));
            member.subscribed = row.topics.iter().map(|topic| (*topic).to_owned()).collect();
            member
        })
        .collect();
    for topic in row.topics {
        let partitions = state.topic(topic).map_or(0, |topic| topic.partitions.len());
        for (index, at) in (0i32..).zip(0..partitions) {
            let turn = at.checked_rem(row.members).unwrap_or_default();
            if let Some(member) = members.get_mut(turn) {
                member.assigned.entry((*topic).to_owned()).or_default().push(index);
            }
        }
    }
    members
}

fn commits(state: &State, row: &Row, chance: &mut Chance) -> BTreeMap<(String, i32), Committed> {
    let mut commits = BTreeMap::new();
    for topic in row.topics {
        let partitions = state.topic(topic).map(|topic| topic.partitions.as_slice()).unwrap_or_default();
        for partition in partitions {
            let behind = chance.around(row.lag, 35);
            let offset = (partition.high_watermark - behind).max(partition.log_start);
            let committed = Committed { leader_epoch: partition.leader_epoch, ..Committed::at(offset) };
            commits.insert(((*topic).to_owned(), partition.index), committed);
        }
    }
    commits
}

/// Groups with members go on reading; the others stay where they are, and their lag grows.
pub(super) fn read_on(state: &mut State, chance: &mut Chance) {
    for row in GROUPS.iter().filter(|row| row.members > 0 && row.state == "Stable") {
        let ends: Vec<(String, i32, i64, i64)> = row
            .topics
            .iter()
            .filter_map(|topic| state.topic(topic).ok())
            .flat_map(|topic| {
                let ends = topic.partitions.iter();
                ends.map(|at| (topic.name.clone(), at.index, at.log_start, at.high_watermark))
            })
            .collect();
        let Ok(group) = state.group_mut(row.id) else { continue };
        for (topic, index, start, end) in ends {
            if let Some(committed) = group.offsets.get_mut(&(topic, index)) {
                let offset = (end - chance.around(row.lag, 35)).max(start);
                // A commit never goes back.
                committed.offset = committed.offset.max(offset);
            }
        }
    }
}
