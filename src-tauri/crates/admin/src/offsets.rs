//! Where each partition's log begins and ends, asked of its leader. Each end of each partition has its own outcome: a
//! partition without a leader must not take the others' offsets with it.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use meta::{
    Answers, Cluster, Error, Failed, Item, Key, Snapshot, Source, What,
    message::list_offsets::{EARLIEST, LATEST, ListOffsets, PartitionAsked, Reply, TopicAsked},
};
use tokio::task::JoinSet;

/// One end of one partition's log.
#[derive(Clone, Debug)]
pub struct End {
    pub offset: Result<i64, Error>,
    /// The leader that said so; `None` when nobody did.
    pub source: Option<Arc<Source>>,
}

/// Both ends of the partitions of a topic, by partition.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    pub partitions: BTreeMap<i32, (End, End)>,
}

impl Ends {
    /// Latest minus earliest over all partitions; `Err` with the first failure when one is missing.
    ///
    /// # Errors
    /// Why an end of a partition is not known.
    pub fn span(&self) -> Result<i64, Error> {
        let mut span = 0_i64;
        for (earliest, latest) in self.partitions.values() {
            span = span.saturating_add(latest.offset.clone()?.saturating_sub(earliest.offset.clone()?));
        }
        Ok(span)
    }

    /// The oldest source of any end.
    #[must_use]
    pub fn oldest(&self) -> Option<&Arc<Source>> {
        let ends = self.partitions.values().flat_map(|(earliest, latest)| [earliest, latest]);
        ends.filter_map(|end| end.source.as_ref()).min_by_key(|source| source.at)
    }
}

/// Asks the leaders for both ends of these partitions.
pub async fn topic_ends(
    cluster: &Cluster,
    topics: &[(Arc<str>, Vec<i32>)],
    limit: Duration,
) -> BTreeMap<Arc<str>, Ends> {
    let (earliest, latest) =
        tokio::join!(one_end(cluster, topics, EARLIEST, limit), one_end(cluster, topics, LATEST, limit));
    let mut both = BTreeMap::new();
    for (name, partitions) in topics {
        let mut ends = Ends::default();
        for partition in partitions {
            let end = (earliest.of(name, *partition), latest.of(name, *partition));
            ends.partitions.insert(*partition, end);
        }
        both.insert(Arc::clone(name), ends);
    }
    both
}

/// Asks the leaders side by side and hands on what each told as it comes, so that one that does not answer holds up its
/// own partitions only. Dropping the future stops the asking.
pub async fn each_topic_ends(
    cluster: &Cluster,
    topics: &[(Arc<str>, Vec<i32>)],
    limit: Duration,
    mut answered: impl FnMut(BTreeMap<Arc<str>, Ends>),
) {
    let mut asked = JoinSet::new();
    for topics in by_leader(&cluster.snapshot(), topics) {
        let cluster = cluster.clone();
        asked.spawn(async move { topic_ends(&cluster, &topics, limit).await });
    }
    while let Some(told) = asked.join_next().await {
        // Only a task that was stopped or that failed in itself; its partitions then have no new answer.
        if let Ok(ends) = told {
            answered(ends);
        }
    }
}

/// The partitions apart by their leaders as known now. Where they are asked is for the sending to decide.
fn by_leader(snapshot: &Snapshot, topics: &[(Arc<str>, Vec<i32>)]) -> Vec<Vec<(Arc<str>, Vec<i32>)>> {
    let mut apart: BTreeMap<Option<i32>, BTreeMap<Arc<str>, Vec<i32>>> = BTreeMap::new();
    for (name, partitions) in topics {
        for partition in partitions {
            let together = apart.entry(snapshot.leader(name, *partition)).or_default();
            together.entry(Arc::clone(name)).or_default().push(*partition);
        }
    }
    apart.into_values().map(|topics| topics.into_iter().collect()).collect()
}

/// All that was said of one end, before it is sorted to topics.
struct OneEnd {
    told: HashMap<(String, i32), End>,
    failed: HashMap<(Arc<str>, i32), Error>,
    whole: Option<Error>,
}

impl OneEnd {
    fn of(&self, topic: &Arc<str>, partition: i32) -> End {
        if let Some(end) = self.told.get(&(topic.to_string(), partition)) {
            return end.clone();
        }
        let failed = self.failed.get(&(Arc::clone(topic), partition)).or(self.whole.as_ref()).cloned();
        let error = failed.unwrap_or_else(|| {
            Error::new(What::NoTarget(format!("No broker's answer names {topic}-{partition}.")))
        });
        End { offset: Err(error), source: None }
    }
}

async fn one_end(cluster: &Cluster, topics: &[(Arc<str>, Vec<i32>)], mark: i64, limit: Duration) -> OneEnd {
    let asked = |(name, partitions): &(Arc<str>, Vec<i32>)| TopicAsked {
        name: name.to_string(),
        partitions: partitions
            .iter()
            .map(|partition| PartitionAsked { partition: *partition, leader_epoch: None, timestamp: mark })
            .collect(),
    };
    let request =
        ListOffsets { committed: false, topics: topics.iter().map(asked).collect(), timeout: limit };
    sort(cluster.send_within(request, Key::None, limit).await)
}

fn sort(answers: Result<Answers<Reply>, Error>) -> OneEnd {
    let mut end = OneEnd { told: HashMap::new(), failed: HashMap::new(), whole: None };
    let answers = match answers {
        Ok(answers) => answers,
        Err(error) => {
            end.whole = Some(error);
            return end;
        }
    };
    for part in answers.parts {
        let source = Arc::new(part.source);
        for topic in part.reply.topics {
            for one in topic.partitions {
                let offset = match (one.code.is_none(), one.offset) {
                    (true, Some(offset)) => Ok(offset),
                    (true, None) => Err(Error::new(What::Decode("the leader told no offset".to_owned()))),
                    (false, _) => Err(Error::from_code(one.code, None)),
                };
                let offset = offset.map_err(|error| error.at(source.address.clone()).asking(source.api));
                let told = End { offset, source: Some(Arc::clone(&source)) };
                end.told.insert((topic.name.clone(), one.partition), told);
            }
        }
    }
    for Failed { items, error, .. } in answers.failed {
        if items.is_empty() {
            end.whole = Some(error.clone());
        }
        for item in items {
            if let Item::Partition(topic, partition) = item {
                end.failed.insert((topic, partition), error.clone());
            }
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use meta::{
        ApiKey, ErrorCode, Part,
        message::list_offsets::{Partition, Topic},
    };

    use super::*;

    fn source() -> Source {
        Source {
            broker: Some(1),
            address: "b1:9092".into(),
            api: ApiKey::ListOffsets,
            version: 7,
            at: SystemTime::UNIX_EPOCH,
            asked: std::time::Instant::now(),
            took: Duration::ZERO,
            attempts: 1,
            bytes: 0,
        }
    }

    fn partition(partition: i32, code: i16, offset: Option<i64>) -> Partition {
        Partition { partition, code: ErrorCode(code), timestamp: None, offset, leader_epoch: None }
    }

    #[test]
    fn one_partition_without_a_leader_leaves_the_others_their_offsets() {
        let partitions = vec![partition(0, 0, Some(7)), partition(1, 6, None)];
        let reply = Reply { topics: vec![Topic { name: "orders".into(), partitions }], ..Reply::default() };
        let lost = Failed {
            broker: None,
            items: vec![Item::Partition("orders".into(), 2)],
            error: Error::new(What::NoTarget("no leader".into())),
            attempts: 1,
            took: Duration::ZERO,
            at: SystemTime::UNIX_EPOCH,
        };
        let end = sort(Ok(Answers { parts: vec![Part { reply, source: source() }], failed: vec![lost] }));
        let orders: Arc<str> = "orders".into();
        assert_eq!(end.of(&orders, 0).offset.unwrap(), 7);
        assert_eq!(end.of(&orders, 1).offset.unwrap_err().code(), Some(ErrorCode(6)));
        assert!(matches!(end.of(&orders, 2).offset.unwrap_err().what(), What::NoTarget(_)));
        assert!(end.of(&orders, 3).offset.is_err(), "a partition that nobody named is not known");
    }
}
