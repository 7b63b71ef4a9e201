//! What lies in one directory, rolled up by topic: the largest first, since that is what one looks for in a full one.

use std::{collections::HashMap, sync::Arc};

use admin::{Dir, Snapshot};
use contract::{ApiError, Int64, Level, Page, ReplicaRollup, TableQuery};

use super::replicas::leads;
use crate::{
    errors::no_target,
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Row, SortKey, all_chip, chip, grouped_usize, holds, page, total},
};

/// All replicas of one topic in a directory.
struct TopicEntry {
    topic: Arc<str>,
    replicas: u32,
    leaders: u32,
    future: u32,
    bytes: i64,
    lag: Option<i64>,
}

impl Row for TopicEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.topic, needle)
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "future" | "moving" => self.future > 0,
            "lagging" => self.lag.is_some_and(|lag| lag > 0),
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
            "worst_lag" | "lag" => SortKey::number(self.lag),
            _ => return None,
        })
    }
}

fn rolled_up(snapshot: &Snapshot, broker: i32, dir: &Dir) -> Vec<TopicEntry> {
    let mut topics: Vec<TopicEntry> = Vec::with_capacity(dir.listed.len());
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    for topic in dir.listed.topics() {
        let place = *places.entry(Arc::clone(topic.name)).or_insert(topics.len());
        if place == topics.len() {
            let topic = Arc::clone(topic.name);
            topics.push(TopicEntry { topic, replicas: 0, leaders: 0, future: 0, bytes: 0, lag: None });
        }
        let Some(entry) = topics.get_mut(place) else { continue };
        for replica in topic.replicas {
            entry.replicas += 1;
            entry.leaders += u32::from(leads(snapshot, broker, topic.name, replica));
            entry.future += u32::from(replica.future);
            entry.bytes = entry.bytes.saturating_add(replica.bytes);
            entry.lag = entry.lag.max(replica.lag());
        }
    }
    topics.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.topic.cmp(&b.topic)));
    topics
}

impl OpenCluster {
    /// The topics in a directory.
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
            chip("lagging", "Lagging", number(|entry| entry.in_chip("lagging")), Level::Warn),
            chip("moving", "Being moved here", number(|entry| entry.future > 0), Level::Plain),
        ];
        let bytes = entries.iter().fold(0_i64, |sum, entry| sum.saturating_add(entry.bytes));
        ground.head.totals =
            vec![total("Topics", grouped_usize(entries.len()), ""), total("Size", total_size(bytes), "")];
        let of = format!("topics {broker} {path}");
        let arranged = self.held.replica_order.arrange_ready(versions, &of, query, &entries);
        let (kept, head) = (ground.kept, ground.head);
        let sum = || Some("sum over its replicas in this directory".to_owned());
        Ok(page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(ReplicaRollup {
                topic: entry.topic.to_string(),
                replicas: entry.replicas,
                leaders: self.listed_fact(index, entry.leaders),
                future: entry.future,
                bytes: index.told(&kept, sum(), |_| Ok(Int64(entry.bytes))),
                worst_lag: index.told(&kept, None, |_| {
                    let untold = || no_target("The broker tells no lag of these copies.", self.now());
                    entry.lag.map(Int64).ok_or_else(untold)
                }),
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use admin::{Dir, ErrorCode, Replica};

    use super::rolled_up;

    #[test]
    fn a_topic_that_is_told_twice_is_rolled_up_once() {
        let replica = |partition, future| Replica::new(partition, 10, Some(i64::from(partition)), future);
        let topic = |name: &str, replicas| (Arc::from(name), replicas);
        let dir = Dir {
            path: "/d".into(),
            code: ErrorCode::NONE,
            listed: [
                topic("a", vec![replica(0, false)]),
                topic("b", vec![replica(0, false), replica(1, true)]),
                topic("a", vec![replica(7, true)]),
            ]
            .into_iter()
            .collect(),
            volume: None,
            usable: None,
            cordoned: None,
            sums: admin::Sums::default(),
        };
        let rolled = rolled_up(&crate::tests::empty_snapshot(), 1, &dir);
        assert_eq!(rolled.len(), 2);
        let a = rolled.iter().find(|entry| &*entry.topic == "a").unwrap();
        assert_eq!((a.replicas, a.future, a.bytes, a.lag), (2, 1, 20, Some(7)));
    }
}
