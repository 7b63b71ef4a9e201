//! A group's partitions: who has each, what was committed there, where its log begins and ends, and what lies between. A leader that
//! is silent costs the ends of its own partitions; the commits beside them live.

use std::{collections::BTreeMap, sync::Arc};

use admin::{Commit, Commits, Description, Member};
use contract::{
    ApiError, BrokerFailure, Chip, Fact, GroupOffsetRow, Int64, LagState, Level, Page, TableQuery, View,
};

use super::group_lag::{Log, LogEnds, Logs, Part, part_lag};
use crate::{
    clock::millis,
    errors::{api_error, no_target},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, chip, grouped, grouped_usize, holds, page, total},
};

/// Failures of leaders that are named above the table.
const LEADERS_NAMED: usize = 50;

/// What the client wrote beside an offset is cut here: a page must hold more than one.
const METADATA_MOST: usize = 400;

/// A partition as far as the table sorts and filters it.
struct Entry<'a> {
    part: &'a Part,
    member: Option<&'a Member>,
    start: Option<i64>,
    end: Option<i64>,
}

impl Row for Entry<'_> {
    fn matches(&self, needle: &str) -> bool {
        let member = |member: &Member| holds(&member.client_id, needle) || holds(&member.host, needle);
        holds(&format!("{}-{}", self.part.topic, self.part.partition), needle)
            || self.member.is_some_and(member)
    }

    fn in_chip(&self, chip: &str) -> bool {
        in_chip(self.part, chip)
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "topic" => SortKey::Text(&self.part.topic),
            "partition" => SortKey::number(Some(self.part.partition)),
            "client" => SortKey::text(self.member.map(|member| member.client_id.as_str())),
            "host" => SortKey::text(self.member.map(|member| member.host.as_str())),
            "committed" => SortKey::number(self.part.committed),
            "log_start" => SortKey::number(self.start),
            "log_end" => SortKey::number(self.end),
            "lag" => SortKey::number(self.part.reading.and_then(|(_, offsets)| offsets)),
            _ => return None,
        })
    }
}

fn in_chip(part: &Part, chip: &str) -> bool {
    let state = part.reading.map(|(state, _)| state);
    match chip {
        "lag" => part.reading.and_then(|(_, offsets)| offsets).is_some_and(|offsets| offsets > 0),
        "below_start" => state == Some(LagState::BelowStart),
        "ahead" => state == Some(LagState::Ahead),
        "no_commit" => state == Some(LagState::NoCommit),
        "unknown" => state.is_none(),
        _ => false,
    }
}

fn chips(parts: &[Part]) -> Vec<Chip> {
    let number = |id: &str| parts.iter().filter(|part| in_chip(part, id)).count();
    let mut chips = vec![all_chip(parts.len()), chip("lag", "With lag", Some(number("lag")), Level::Plain)];
    // These stand only where there are such.
    for (id, label, level) in [
        ("below_start", "Below log start", Level::Bad),
        ("ahead", "Ahead of log end", Level::Warn),
        ("no_commit", "No commit", Level::Plain),
        ("unknown", "Lag unknown", Level::Warn),
    ] {
        let rows = number(id);
        if rows > 0 {
            chips.push(chip(id, label, Some(rows), level));
        }
    }
    chips
}

impl OpenCluster {
    /// The partitions that a group has or has committed.
    pub(crate) fn group_offsets_page(self: &Arc<Self>, id: &str, query: &TableQuery) -> Page<GroupOffsetRow> {
        let view = View::Group { name: id.to_owned() };
        self.ensure(view.clone());
        // Versions before what they are the versions of.
        let mut versions = vec![self.held.commits.version(), self.held.descriptions.version()];
        let logs = self.logs();
        versions.extend([logs.offsets.version, logs.snapshot.generation()]);
        let commits = self.held.commits.get(id);
        let description = self.held.descriptions.get(id);
        let of = self
            .held
            .group_partitions
            .get_or((versions.clone(), id.to_owned()), || self.parts_of(id, None, &logs));
        let members =
            description.value().map(|description| description.members.as_slice()).unwrap_or_default();
        let member = |part: &Part| part.member.and_then(|place| members.get(place));
        let arranged = self.held.group_offset_order.arrange(versions, id, query, || {
            let entry = |part| entry(part, member(part), &logs);
            of.parts.iter().map(entry).collect()
        });
        let mut freshness = self.freshness_of_one(&view, &commits);
        freshness.failures = self.leaders_that_failed(&of.parts, &logs);
        let lag = match of.sum.offsets {
            Some(Int64(offsets)) => grouped(offsets),
            None => "\u{2014}".to_owned(),
        };
        let totals = vec![
            total("Partitions", grouped_usize(of.parts.len()), ""),
            total("Lag", lag, format!("{} of {} partitions known", of.sum.known, of.sum.of)),
        ];
        let head = Head { chips: chips(&of.parts), totals, freshness };
        let ground = Ground { commits, description: &description, logs: &logs };
        page(&arranged, query, head, Index::new(), |index, place| {
            let part = of.parts.get(place as usize)?;
            Some(self.offset_row(index, &ground, part, member(part)))
        })
    }

    /// Each leader once that failed to tell the ends of its partitions.
    fn leaders_that_failed(&self, parts: &[Part], logs: &Logs) -> Vec<BrokerFailure> {
        let mut failed: BTreeMap<i32, BrokerFailure> = BTreeMap::new();
        for part in parts {
            let Log::Told((_, end)) = logs.of(&part.topic, part.partition) else { continue };
            let Some(failure) = &end.failed else { continue };
            let Some(broker) = failure.error.broker() else { continue };
            if failed.len() < LEADERS_NAMED {
                failed.entry(broker).or_insert_with(|| BrokerFailure {
                    broker,
                    error: self.road.explained(api_error(&failure.error, millis(failure.at))),
                    last_good: end.told_at().map(millis),
                });
            }
        }
        failed.into_values().collect()
    }

    fn offset_row(
        &self,
        index: &mut Index,
        ground: &Ground<'_>,
        part: &Part,
        member: Option<&Member>,
    ) -> GroupOffsetRow {
        let at = (Arc::clone(&part.topic), part.partition);
        let nothing = || no_target("The group has committed nothing here.", self.now());
        let refused = |error: &admin::Error| {
            let at = ground.commits.told_at().map_or_else(|| self.now(), millis);
            api_error(error, at)
        };
        let of_commit = |commits: &Commits| -> Result<Commit, ApiError> {
            match commits.get(&at) {
                Some(Ok(commit)) => Ok(commit.clone()),
                Some(Err(error)) => Err(refused(error)),
                None => Err(nothing()),
            }
        };
        let failure = ground.commits.value().and_then(|commits| match commits.get(&at) {
            Some(Err(error)) => Some(refused(error)),
            Some(Ok(_)) | None => None,
        });
        let log = ground.logs.of(&part.topic, part.partition);
        let end = |index: &mut Index, which: fn(&LogEnds) -> &Kept<i64>| match &log {
            Log::Told(ends) => index.fact(which(ends), |offset| Int64(*offset)),
            Log::Asked => Fact::Asking,
            Log::Absent => index.missing(ground.logs.absent(&part.topic, part.partition)),
        };
        let untold = || no_target("The client told no leader epoch with its commit.", self.now());
        GroupOffsetRow {
            topic: part.topic.to_string(),
            partition: part.partition,
            member: self.of_member(index, ground, member, |member| &member.id),
            client: self.of_member(index, ground, member, |member| &member.client_id),
            host: self.of_member(index, ground, member, |member| &member.host),
            committed: index.told(&ground.commits, None, |commits| Ok(Int64(of_commit(commits)?.offset))),
            log_start: end(index, |ends| &ends.0),
            log_end: end(index, |ends| &ends.1),
            lag: part_lag(index, &ground.commits, part, failure, ground.logs),
            epoch: index
                .told(&ground.commits, None, |commits| of_commit(commits)?.leader_epoch.ok_or_else(untold)),
            metadata: index.told(&ground.commits, None, |commits| Ok(cut(of_commit(commits)?.metadata))),
        }
    }

    /// Something of the member that has a partition. Where a member's partitions are not told, it may be that one.
    fn of_member(
        &self,
        index: &mut Index,
        ground: &Ground<'_>,
        member: Option<&Member>,
        read: fn(&Member) -> &String,
    ) -> Fact<String> {
        index.told(ground.description, None, |description| match member {
            Some(member) => Ok(read(member).clone()),
            None => match description.members.iter().find_map(untold) {
                Some(why) => Err(no_target(why, self.now())),
                None => Ok(String::new()),
            },
        })
    }
}

/// All that a row is made of.
struct Ground<'a> {
    commits: Kept<Commits>,
    description: &'a Kept<Description>,
    logs: &'a Logs,
}

fn entry<'a>(part: &'a Part, member: Option<&'a Member>, logs: &Logs) -> Entry<'a> {
    let (start, end) = match logs.of(&part.topic, part.partition) {
        Log::Told((start, end)) => (start.value().copied(), end.value().copied()),
        Log::Asked | Log::Absent => (None, None),
    };
    Entry { part, member, start, end }
}

/// Why the partitions of a member are not told.
pub(super) fn untold(member: &Member) -> Option<&str> {
    match &member.assigned {
        admin::Assigned::Told(_) => None,
        admin::Assigned::Untold(why) => Some(why),
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(METADATA_MOST) {
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or(&text)),
        None => text,
    }
}
