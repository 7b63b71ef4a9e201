//! What lies in one directory: its replicas, and the same rolled up by topic.

use std::sync::Arc;

use admin::{Dir, Dirs, Replica, Snapshot};
use contract::{ApiError, Fact, Int64, Level, Page, ReplicaRow, TableQuery, View};

use super::metadata_fact;
use crate::{
    errors::{code_error, no_target, not_found},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, Row, SortKey, all_chip, chip, grouped_usize, holds, page, total},
};

/// A replica in a directory.
struct ReplicaEntry {
    topic: Arc<str>,
    replica: Replica,
    leads: bool,
}

impl Row for ReplicaEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.topic, needle) || holds(&format!("{}-{}", self.topic, self.replica.partition), needle)
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "leaders" => self.leads,
            "future" | "moving" => self.replica.future,
            "lagging" => self.replica.lag().is_some_and(|lag| lag > 0),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "topic" => SortKey::Text(&self.topic),
            "partition" => SortKey::number(Some(self.replica.partition)),
            "role" => SortKey::Number(i64::from(!self.leads)),
            "bytes" | "size" => SortKey::Number(self.replica.bytes),
            "lag" => SortKey::number(self.replica.lag()),
            "future" => SortKey::Number(i64::from(self.replica.future)),
            _ => return None,
        })
    }
}

pub(super) fn leads(snapshot: &Snapshot, broker: i32, topic: &str, replica: &Replica) -> bool {
    !replica.future && snapshot.leader(topic, replica.partition) == Some(broker)
}

fn flat(snapshot: &Snapshot, broker: i32, dir: &Dir) -> Vec<ReplicaEntry> {
    let mut all = Vec::new();
    for topic in dir.listed.topics() {
        all.extend(topic.replicas.iter().map(|replica| ReplicaEntry {
            topic: Arc::clone(topic.name),
            replica: *replica,
            leads: leads(snapshot, broker, topic.name, replica),
        }));
    }
    all.sort_by(|a, b| (&a.topic, a.replica.partition).cmp(&(&b.topic, b.replica.partition)));
    all
}

/// A directory with all that its pages share.
pub(super) struct Ground {
    pub(super) kept: Kept<Dirs>,
    place: Option<usize>,
    pub(super) head: Head,
}

impl Ground {
    pub(super) fn dir(&self) -> Option<&Dir> {
        self.kept.value()?.dirs.get(self.place?)
    }
}

impl OpenCluster {
    pub(super) fn dir_ground(self: &Arc<Self>, broker: i32, path: &str) -> Result<Ground, ApiError> {
        self.ensure(View::LogDirs);
        let kept = self.held.log_dirs.get(&broker);
        let place = kept.value().and_then(|dirs| dirs.dirs.iter().position(|dir| dir.path == path));
        if kept.good.is_some() && place.is_none() {
            let message = format!("Broker {broker} does not tell of a directory \u{201c}{path}\u{201d}.");
            return Err(not_found(message, self.now()));
        }
        let all = [(broker, kept.clone())].into();
        let freshness = self.freshness_of_brokers(&View::LogDirs, &all, &[broker]);
        Ok(Ground { kept, place, head: Head { chips: Vec::new(), totals: Vec::new(), freshness } })
    }

    pub(super) fn versions_of_dir(&self, snapshot: &Snapshot) -> Vec<u64> {
        vec![self.held.log_dirs.version(), snapshot.generation()]
    }

    /// The replicas in a directory.
    pub(crate) fn replicas_page(
        self: &Arc<Self>,
        broker: i32,
        path: &str,
        query: &TableQuery,
    ) -> Result<Page<ReplicaRow>, ApiError> {
        let snapshot = self.snapshot();
        let versions = self.versions_of_dir(&snapshot);
        let mut ground = self.dir_ground(broker, path)?;
        let entries = ground.dir().map(|dir| flat(&snapshot, broker, dir)).unwrap_or_default();
        let number = |of: fn(&ReplicaEntry) -> bool| Some(entries.iter().filter(|entry| of(entry)).count());
        ground.head.chips = vec![
            all_chip(entries.len()),
            chip(
                "leaders",
                "Leaders",
                snapshot.listing_source().and(number(|entry| entry.leads)),
                Level::Plain,
            ),
            chip("lagging", "Lagging", number(|entry| entry.in_chip("lagging")), Level::Warn),
            chip("moving", "Being moved here", number(|entry| entry.replica.future), Level::Plain),
        ];
        let bytes = entries.iter().fold(0_i64, |sum, entry| sum.saturating_add(entry.replica.bytes));
        ground.head.totals =
            vec![total("Replicas", grouped_usize(entries.len()), ""), total("Size", total_size(bytes), "")];
        let of = format!("replicas {broker} {path}");
        let arranged = self.held.replica_order.arrange_ready(versions, &of, query, &entries);
        let Ground { kept, place: _, head } = ground;
        Ok(page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(ReplicaRow {
                topic: entry.topic.to_string(),
                partition: entry.replica.partition,
                role: self.role(index, &snapshot, broker, entry),
                bytes: index.fact(&kept, |_| Int64(entry.replica.bytes)),
                lag: index.told(&kept, None, |_| {
                    let untold = || no_target("The broker tells no lag of this copy.", self.now());
                    entry.replica.lag().map(Int64).ok_or_else(untold)
                }),
                future: entry.replica.future,
            })
        }))
    }

    fn role(
        &self,
        index: &mut Index,
        snapshot: &Snapshot,
        broker: i32,
        entry: &ReplicaEntry,
    ) -> Fact<String> {
        if entry.replica.future {
            return index.missing(no_target("It is being moved here and has no role yet.", self.now()));
        }
        let Some(topic) = snapshot.topic(&entry.topic) else {
            let role = self.listed_fact(index, String::new());
            return match role {
                Fact::Known { .. } | Fact::Stale { .. } => index.missing(no_target(
                    "Metadata does not list this topic: it may have been deleted, or you may not see it.",
                    self.now(),
                )),
                other => other,
            };
        };
        let Some(partition) = topic.partition(entry.replica.partition) else {
            return index.missing(no_target("Metadata does not list this partition.", self.now()));
        };
        if !partition.replicas.contains(&broker) {
            return index.missing(no_target(
                "Metadata does not name this broker as a replica: a stray copy.",
                self.now(),
            ));
        }
        if !partition.error.is_none() && partition.leader.is_none() {
            return index.missing(code_error(partition.error, topic.source()));
        }
        let role = if entry.leads { "leader" } else { "follower" };
        metadata_fact(index, role.to_owned(), topic.source(), None, snapshot.topic_failure(topic.name()))
    }
}
