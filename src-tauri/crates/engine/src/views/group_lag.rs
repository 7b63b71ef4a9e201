//! The partitions of a group: all that a member has and all that it has committed, each with what is known of its commit and of its
//! log. The list, the group's page and the topic's page read their lag from here, so that they can't disagree.

use std::{collections::BTreeMap, sync::Arc};

use admin::{Commits, Description, Snapshot, Source};
use contract::{ApiError, Fact, Int64, Lag, LagState, LagSum};

use crate::{
    clock::millis,
    errors::{api_error, code_error, no_target},
    kept::{Failure, Kept},
    lag::{add_up, lag},
    offsets::Shelf,
    open_cluster::OpenCluster,
    provenance::Index,
};

/// A commit's reading; `None` while it can't be told.
pub(super) type Reading = Option<(LagState, Option<i64>)>;

/// A partition that a group has or has committed.
pub(super) struct Part {
    pub(super) topic: Arc<str>,
    pub(super) partition: i32,
    /// The place among the group's members of the one that has it.
    pub(super) member: Option<usize>,
    pub(super) committed: Option<i64>,
    pub(super) reading: Reading,
}

/// All of them, with their sum.
pub(crate) struct GroupPartitions {
    pub(super) parts: Vec<Part>,
    pub(super) sum: LagSum,
}

/// Where a log begins and ends.
pub(super) type LogEnds = (Kept<i64>, Kept<i64>);

/// What is known of a partition's log.
pub(super) enum Log<'a> {
    Told(&'a LogEnds),
    Asked,
    /// There is no such log.
    Absent,
}

/// The logs that groups read.
pub(super) struct Logs {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) offsets: Arc<Shelf>,
}

impl Logs {
    pub(super) fn of(&self, topic: &str, partition: i32) -> Log<'_> {
        let known = self.snapshot.topic(topic);
        if known.is_none_or(|known| known.partition(partition).is_none()) {
            let told = known.is_some() || self.snapshot.refusal(topic).is_some();
            return if told || self.snapshot.listing_source().is_some() { Log::Absent } else { Log::Asked };
        }
        let offsets = self.offsets.by_topic.get(topic);
        offsets.and_then(|offsets| offsets.partitions.get(&partition)).map_or(Log::Asked, Log::Told)
    }

    /// Why a log is absent.
    pub(super) fn absent(&self, topic: &str, partition: i32) -> ApiError {
        if let Some(refusal) = self.snapshot.refusal(topic) {
            return code_error(refusal.code, &refusal.source);
        }
        let Some(known) = self.snapshot.topic(topic) else {
            let at = self.snapshot.listing_source().map_or(Int64(0), |source| millis(source.at));
            let why = format!(
                "Metadata lists no topic \u{201c}{topic}\u{201d}: it was deleted, or this user may not describe it."
            );
            return no_target(why, at);
        };
        if !known.error().is_none() {
            return code_error(known.error(), known.source());
        }
        let why = format!(
            "\u{201c}{topic}\u{201d} has no partition {partition} now: it has {}. It may have been made again with fewer.",
            known.len()
        );
        no_target(why, millis(known.source().at))
    }

    fn ends(&self, topic: &str, partition: i32) -> (Option<i64>, Option<i64>) {
        match self.of(topic, partition) {
            Log::Told((start, end)) => (start.value().copied(), end.value().copied()),
            Log::Asked | Log::Absent => (None, None),
        }
    }
}

/// The partitions of a group in their order.
pub(super) fn parts(commits: Option<&Commits>, description: Option<&Description>, logs: &Logs) -> Vec<Part> {
    let mut members: BTreeMap<(Arc<str>, i32), Option<usize>> = BTreeMap::new();
    members.extend(commits.into_iter().flat_map(Commits::keys).map(|at| (at.clone(), None)));
    for (place, member) in description.into_iter().flat_map(|of| &of.members).enumerate() {
        for (topic, partitions) in member.assigned.told().into_iter().flatten() {
            for partition in partitions {
                members.insert((Arc::clone(topic), *partition), Some(place));
            }
        }
    }
    let part = |(at, member): ((Arc<str>, i32), Option<usize>)| {
        let commit = commits.map(|commits| commits.get(&at));
        let (topic, partition) = at;
        let committed = commit.flatten().and_then(|commit| commit.as_ref().ok()).map(|commit| commit.offset);
        let (start, end) = logs.ends(&topic, partition);
        let reading = match commit {
            Some(None) => lag(None, start, end),
            Some(Some(Ok(commit))) => lag(Some(commit.offset), start, end),
            // It may have committed something.
            Some(Some(Err(_))) | None => None,
        };
        Part { topic, partition, member, committed, reading }
    };
    members.into_iter().map(part).collect()
}

impl OpenCluster {
    pub(super) fn logs(&self) -> Logs {
        Logs { snapshot: self.snapshot(), offsets: self.held.offsets.all() }
    }

    /// A group's partitions as far as they are known, of all topics or of one.
    pub(super) fn parts_of(&self, id: &str, topic: Option<&str>, logs: &Logs) -> GroupPartitions {
        let (commits, description) = (self.held.commits.get(id), self.held.descriptions.get(id));
        let mut parts = parts(commits.value(), description.value(), logs);
        if let Some(topic) = topic {
            parts.retain(|part| &*part.topic == topic);
        }
        GroupPartitions { sum: add_up(parts.iter().map(|part| part.reading)), parts }
    }

    /// The lag of a group over these partitions. One whose log's end is not known is left out and not counted as zero; when none
    /// is known, there is no figure at all.
    pub(super) fn lag_fact(
        &self,
        index: &mut Index,
        id: &str,
        of: &GroupPartitions,
        logs: &Logs,
    ) -> Fact<LagSum> {
        let commits = self.held.commits.get(id);
        let Some(good) = &commits.good else {
            return match &commits.failed {
                Some(failure) => Fact::Missing { why: index.failure(failure) },
                None => Fact::Asking,
            };
        };
        let mut oldest = Arc::clone(&good.source);
        let mut old: Option<ApiError> = commits.failed.as_ref().map(of_failure);
        let mut lacking: Option<ApiError> = None;
        let mut asked = false;
        for part in &of.parts {
            match logs.of(&part.topic, part.partition) {
                Log::Told((_, end)) => match (&end.good, &end.failed) {
                    (Some(told), failed) => {
                        if told.source.at < oldest.at {
                            oldest = Arc::clone(&told.source);
                        }
                        old = old.or_else(|| failed.as_ref().map(of_failure));
                    }
                    (None, Some(failure)) => lacking = lacking.or_else(|| Some(of_failure(failure))),
                    (None, None) => asked = true,
                },
                Log::Asked => asked = true,
                Log::Absent => {
                    lacking = lacking.or_else(|| Some(logs.absent(&part.topic, part.partition)));
                }
            }
        }
        let sum = of.sum;
        // What was not committed is told as such; what is left over has a commit and no end.
        if sum.known == 0 && sum.no_commit < sum.of {
            if asked {
                return Fact::Asking;
            }
            if let Some(why) = lacking {
                return index.missing(why);
            }
        }
        let how = Some(format!(
            "log end \u{2212} commit, {} of {} partitions known; the oldest answer is shown",
            sum.known, sum.of
        ));
        match old {
            None => index.known(sum, &oldest, how),
            Some(why) => index.stale(sum, &oldest, how, why),
        }
    }
}

fn of_failure(failure: &Failure) -> ApiError {
    api_error(&failure.error, millis(failure.at))
}

/// The lag of one partition, as good as the worst of what it is made of.
pub(super) fn part_lag(
    index: &mut Index,
    commits: &Kept<Commits>,
    part: &Part,
    refused: Option<ApiError>,
    logs: &Logs,
) -> Fact<Lag> {
    let Some(good) = &commits.good else {
        return match &commits.failed {
            Some(failure) => Fact::Missing { why: index.failure(failure) },
            None => Fact::Asking,
        };
    };
    if let Some(refused) = refused {
        return index.missing(refused);
    }
    let ends = match logs.of(&part.topic, part.partition) {
        Log::Told(ends) => Some(ends),
        Log::Asked | Log::Absent => None,
    };
    let Some((state, offsets)) = part.reading else {
        return match (logs.of(&part.topic, part.partition), ends.and_then(|(_, end)| end.failed.as_ref())) {
            (Log::Absent, _) => index.missing(logs.absent(&part.topic, part.partition)),
            (_, Some(failure)) => Fact::Missing { why: index.failure(failure) },
            (_, None) => Fact::Asking,
        };
    };
    let value = Lag { state, offsets: offsets.map(Int64) };
    // That nothing was committed is the coordinator's word alone.
    let ends = ends.filter(|_| state != LagState::NoCommit);
    let told: Vec<&Arc<Source>> = ends
        .into_iter()
        .flat_map(|(start, end)| [start, end])
        .filter_map(|end| end.good.as_ref().map(|good| &good.source))
        .chain([&good.source])
        .collect();
    let Some(oldest) = told.into_iter().min_by_key(|source| source.at) else { return Fact::Asking };
    let how = ends.is_some().then(|| "log end \u{2212} commit; the oldest answer is shown".to_owned());
    let failed = ends.and_then(|(start, end)| end.failed.as_ref().or(start.failed.as_ref()));
    match commits.failed.as_ref().or(failed) {
        None => index.known(value, oldest, how),
        Some(failure) => index.stale(value, oldest, how, of_failure(failure)),
    }
}
