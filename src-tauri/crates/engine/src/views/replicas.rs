//! What lies in one directory: its replicas, and the same rolled up by topic.

use std::{collections::HashMap, sync::Arc};

use admin::{Dir, Dirs, Replica, Snapshot};
use contract::{ApiError, Fact, Int64, Level, Page, ReplicaRollup, ReplicaRow, TableQuery, View};

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
            "lagging" => self.replica.lag > 0,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "topic" => SortKey::Text(&self.topic),
            "partition" => SortKey::number(Some(self.replica.partition)),
            "role" => SortKey::Number(i64::from(!self.leads)),
            "bytes" | "size" => SortKey::Number(self.replica.bytes),
            "lag" => SortKey::Number(self.replica.lag),
            "future" => SortKey::Number(i64::from(self.replica.future)),
            _ => return None,
        })
    }
}

/// All replicas of one topic in a directory.
struct TopicEntry {
    topic: Arc<str>,
    replicas: u32,
    leaders: u32,
    future: u32,
    bytes: i64,
    lag: i64,
}

impl Row for TopicEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.topic, needle)
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "future" | "moving" => self.future > 0,
            "lagging" => self.lag > 0,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "topic" => SortKey::Text(&self.topic),
            "replicas" => SortKey::number(Some(self.replicas)),
            "leaders" => SortKey::number(Some(self.leaders)),
            "future" => SortKey::number(Some(self.future)),
            "bytes" | "size" => SortKey::Number(self.bytes),
            "worst_lag" | "lag" => SortKey::Number(self.lag),
            _ => return None,
        })
    }
}

fn leads(snapshot: &Snapshot, broker: i32, topic: &str, replica: &Replica) -> bool {
    !replica.future && snapshot.leader(topic, replica.partition) == Some(broker)
}

fn flat(snapshot: &Snapshot, broker: i32, dir: &Dir) -> Vec<ReplicaEntry> {
    let mut all = Vec::new();
    for topic in &dir.topics {
        all.extend(topic.replicas.iter().map(|replica| ReplicaEntry {
            topic: Arc::clone(&topic.name),
            replica: *replica,
            leads: leads(snapshot, broker, &topic.name, replica),
        }));
    }
    all.sort_by(|a, b| (&a.topic, a.replica.partition).cmp(&(&b.topic, b.replica.partition)));
    all
}

fn rolled_up(snapshot: &Snapshot, broker: i32, dir: &Dir) -> Vec<TopicEntry> {
    let mut topics: Vec<TopicEntry> = Vec::with_capacity(dir.topics.len());
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    for topic in &dir.topics {
        let place = *places.entry(Arc::clone(&topic.name)).or_insert(topics.len());
        if place == topics.len() {
            let topic = Arc::clone(&topic.name);
            topics.push(TopicEntry { topic, replicas: 0, leaders: 0, future: 0, bytes: 0, lag: 0 });
        }
        let Some(entry) = topics.get_mut(place) else { continue };
        for replica in &topic.replicas {
            entry.replicas += 1;
            entry.leaders += u32::from(leads(snapshot, broker, &topic.name, replica));
            entry.future += u32::from(replica.future);
            entry.bytes = entry.bytes.saturating_add(replica.bytes);
            entry.lag = entry.lag.max(replica.lag);
        }
    }
    // The largest first: that is what one looks for in a full directory.
    topics.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.topic.cmp(&b.topic)));
    topics
}

/// A directory with all that its pages share.
struct Ground {
    kept: Kept<Dirs>,
    place: Option<usize>,
    head: Head,
}

impl Ground {
    fn dir(&self) -> Option<&Dir> {
        self.kept.value()?.dirs.get(self.place?)
    }
}

impl OpenCluster {
    fn dir_ground(self: &Arc<Self>, broker: i32, path: &str) -> Result<Ground, ApiError> {
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

    fn versions_of_dir(&self, snapshot: &Snapshot) -> Vec<u64> {
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
            chip("lagging", "Lagging", number(|entry| entry.replica.lag > 0), Level::Warn),
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
                lag: index.fact(&kept, |_| Int64(entry.replica.lag)),
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
        index.known(role.to_owned(), topic.source(), None)
    }

    /// The same by topic.
    pub(crate) fn rollup_page(
        self: &Arc<Self>,
        broker: i32,
        path: &str,
        query: &TableQuery,
    ) -> Result<Page<ReplicaRollup>, ApiError> {
        let snapshot = self.snapshot();
        let versions = self.versions_of_dir(&snapshot);
        let mut ground = self.dir_ground(broker, path)?;
        let entries = ground.dir().map(|dir| rolled_up(&snapshot, broker, dir)).unwrap_or_default();
        let number = |of: fn(&TopicEntry) -> bool| Some(entries.iter().filter(|entry| of(entry)).count());
        ground.head.chips = vec![
            all_chip(entries.len()),
            chip("lagging", "Lagging", number(|entry| entry.lag > 0), Level::Warn),
            chip("moving", "Being moved here", number(|entry| entry.future > 0), Level::Plain),
        ];
        let bytes = entries.iter().fold(0_i64, |sum, entry| sum.saturating_add(entry.bytes));
        ground.head.totals =
            vec![total("Topics", grouped_usize(entries.len()), ""), total("Size", total_size(bytes), "")];
        let of = format!("topics {broker} {path}");
        let arranged = self.held.replica_order.arrange_ready(versions, &of, query, &entries);
        let Ground { kept, place: _, head } = ground;
        let sum = || Some("sum over its replicas in this directory".to_owned());
        Ok(page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(ReplicaRollup {
                topic: entry.topic.to_string(),
                replicas: entry.replicas,
                leaders: self.listed_fact(index, entry.leaders),
                future: entry.future,
                bytes: index.told(&kept, sum(), |_| Ok(Int64(entry.bytes))),
                worst_lag: index.fact(&kept, |_| Int64(entry.lag)),
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use admin::{Dir, ErrorCode, Replica, TopicInDir};

    use super::rolled_up;

    #[test]
    fn a_topic_that_is_told_twice_is_rolled_up_once() {
        let replica = |partition, future| Replica { partition, bytes: 10, lag: i64::from(partition), future };
        let topic = |name: &str, replicas| TopicInDir { name: Arc::from(name), replicas };
        let dir = Dir {
            path: "/d".into(),
            code: ErrorCode::NONE,
            topics: vec![
                topic("a", vec![replica(0, false)]),
                topic("b", vec![replica(0, false), replica(1, true)]),
                topic("a", vec![replica(7, true)]),
            ],
            volume: None,
            usable: None,
            cordoned: None,
        };
        let rolled = rolled_up(&crate::tests::empty_snapshot(), 1, &dir);
        assert_eq!(rolled.len(), 2);
        let a = rolled.iter().find(|entry| &*entry.topic == "a").unwrap();
        assert_eq!((a.replicas, a.future, a.bytes, a.lag), (2, 1, 20, 7));
    }
}
