//! What is stored of each topic, by broker. Each broker's answer is summed once, when it comes: the answer of one says
//! nothing new of the others, and a page that summed 600,000 replicas would be seen to wait.

use std::{collections::BTreeMap, sync::Arc};

use admin::Dirs;
use parking_lot::Mutex;

use crate::{beside::Leaping, kept::Shelf};

/// What a broker's log dirs tell of a topic.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stored {
    /// Of all copies, those being moved between directories included.
    pub(crate) bytes: i64,
    /// Copies in use.
    pub(crate) replicas: usize,
}

/// The topics of one broker in the order of their names, each once.
type Topics = Arc<[(Arc<str>, Stored)]>;

/// What is stored of topics, by broker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes(BTreeMap<i32, Topics>);

impl Sizes {
    pub(crate) fn get(&self, broker: i32, topic: &str) -> Option<Stored> {
        let topics = self.0.get(&broker)?;
        let place = topics.binary_search_by(|(name, _)| (**name).cmp(topic)).ok()?;
        topics.get(place).map(|(_, stored)| *stored)
    }

    /// Finds the bytes of topics, which have to be asked for in the order of their names; `None`: no broker tells any.
    pub(crate) fn by_name(&self) -> impl FnMut(&str) -> Option<i64> {
        let mut brokers: Vec<_> = self.0.values().map(|topics| Leaping::new(topics)).collect();
        move |topic| {
            let told = brokers.iter_mut().filter_map(|topics| topics.find(topic));
            told.map(|stored| stored.bytes).reduce(i64::saturating_add)
        }
    }
}

/// The sums of the newest answers.
#[derive(Debug, Default)]
pub(crate) struct KeptSizes(Mutex<BTreeMap<i32, (Arc<Dirs>, Topics)>>);

impl KeptSizes {
    pub(crate) fn of(&self, log_dirs: &Shelf<i32, Dirs>) -> Sizes {
        let answers = log_dirs.iter().filter_map(|(broker, kept)| Some((*broker, kept.good.as_ref()?)));
        let sizes = answers.map(|(broker, good)| {
            let known = self.0.lock().get(&broker).cloned();
            if let Some((_, topics)) = known.filter(|(dirs, _)| Arc::ptr_eq(dirs, &good.value)) {
                return (broker, topics);
            }
            // Outside the lock, as another page may find what it needs meanwhile.
            let topics = summed(&good.value);
            self.0.lock().insert(broker, (Arc::clone(&good.value), Arc::clone(&topics)));
            (broker, topics)
        });
        Sizes(sizes.collect())
    }
}

fn summed(dirs: &Dirs) -> Topics {
    let topics = dirs.dirs.iter().flat_map(|dir| dir.listed.topics());
    let mut sums: Vec<(Arc<str>, Stored)> = topics
        .map(|topic| {
            let mut stored = Stored::default();
            for replica in topic.replicas {
                stored.bytes = stored.bytes.saturating_add(replica.bytes);
                stored.replicas += usize::from(!replica.future);
            }
            (Arc::clone(topic.name), stored)
        })
        .collect();
    sums.sort_by(|a, b| a.0.cmp(&b.0));
    // A topic lies in several directories.
    sums.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1.bytes = first.1.bytes.saturating_add(next.1.bytes);
            first.1.replicas += next.1.replicas;
        }
        same
    });
    sums.into()
}
