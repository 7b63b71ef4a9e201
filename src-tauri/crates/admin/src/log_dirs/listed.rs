//! The replicas in a directory, as they are kept. A cluster of 200,000 partitions has 600,000 of them, and all brokers' lists
//! are held side by side: in one block for each directory, with each topic's name once for the whole answer, they take a third
//! of what a list for each topic takes, and leave the memory whole when they go.

use std::{collections::HashSet, sync::Arc};

/// One replica in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    pub bytes: i64,
    /// Below zero: not known. An `Option` would be twice as large.
    lag: i64,
    pub partition: i32,
    /// Being moved here from another directory of the same broker.
    pub future: bool,
}

impl Replica {
    #[must_use]
    pub fn new(partition: i32, bytes: i64, lag: Option<i64>, future: bool) -> Replica {
        Replica { bytes, lag: lag.unwrap_or(-1), partition, future }
    }

    /// `None`: the broker does not know, as of a stray copy that belongs to no partition of its own.
    #[must_use]
    pub fn lag(&self) -> Option<i64> {
        (0 <= self.lag).then_some(self.lag)
    }
}

/// The replicas of one topic in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopicInDir<'a> {
    pub name: &'a Arc<str>,
    pub replicas: &'a [Replica],
}

/// The replicas in a directory, topic after topic as the broker tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Each with where its replicas end.
    topics: Vec<(Arc<str>, usize)>,
    replicas: Vec<Replica>,
}

impl Listed {
    /// For this many topics and replicas.
    pub(super) fn with_capacity(topics: usize, replicas: usize) -> Listed {
        Listed { topics: Vec::with_capacity(topics), replicas: Vec::with_capacity(replicas) }
    }

    pub(super) fn push(&mut self, name: Arc<str>, replicas: impl IntoIterator<Item = Replica>) {
        self.replicas.extend(replicas);
        self.topics.push((name, self.replicas.len()));
    }

    /// How many topics are told; one may be told twice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.topics.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }

    pub fn topics(&self) -> impl Iterator<Item = TopicInDir<'_>> {
        let mut from = 0;
        self.topics.iter().map(move |(name, to)| {
            let replicas = self.replicas.get(from..*to).unwrap_or_default();
            from = *to;
            TopicInDir { name, replicas }
        })
    }

    #[must_use]
    pub fn replicas(&self) -> &[Replica] {
        &self.replicas
    }
}

impl<R: IntoIterator<Item = Replica>> FromIterator<(Arc<str>, R)> for Listed {
    fn from_iter<T: IntoIterator<Item = (Arc<str>, R)>>(topics: T) -> Listed {
        let mut listed = Listed::default();
        topics.into_iter().for_each(|(name, replicas)| listed.push(name, replicas));
        listed
    }
}

/// The names in one answer, each kept once: a topic lies in most directories of a broker.
#[derive(Default)]
pub(super) struct Names(HashSet<Arc<str>>);

impl Names {
    pub(super) fn of(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let name = Arc::<str>::from(name);
        self.0.insert(Arc::clone(&name));
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_topic_has_its_own_replicas() {
        let replica = |partition| Replica::new(partition, 1, None, false);
        let listed: Listed = [("a", vec![replica(0), replica(1)]), ("b", vec![]), ("a", vec![replica(7)])]
            .into_iter()
            .map(|(name, replicas)| (Arc::from(name), replicas))
            .collect();
        let told: Vec<_> = listed.topics().map(|topic| (&**topic.name, topic.replicas.len())).collect();
        assert_eq!(told, [("a", 2), ("b", 0), ("a", 1)]);
        assert_eq!(listed.topics().last().unwrap().replicas, [replica(7)]);
        assert_eq!((listed.len(), listed.replicas().len()), (3, 3));
        assert_eq!(Listed::default().topics().count(), 0);
    }

    #[test]
    fn a_replica_is_as_small_as_its_numbers() {
        assert_eq!(size_of::<Replica>(), 24);
        assert_eq!(Replica::new(0, 0, Some(0), false).lag(), Some(0));
        assert_eq!(Replica::new(0, 0, None, false).lag(), None);
    }

    #[test]
    fn a_name_is_kept_once() {
        let mut names = Names::default();
        assert!(Arc::ptr_eq(&names.of("orders"), &names.of("orders")));
        assert!(!Arc::ptr_eq(&names.of("orders"), &names.of("payments")));
    }
}
