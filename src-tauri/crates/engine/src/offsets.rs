//! The ends of partitions' logs, each end kept by itself: a partition that loses its leader keeps the offsets that were
//! last told, marked with why they are old, while its neighbours go on.

use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

use admin::{End, Ends, Source};
use parking_lot::Mutex;

use crate::kept::{Failure, Kept};

/// The ends of the partitions of one topic.
#[derive(Clone, Debug, Default)]
pub(crate) struct TopicOffsets {
    /// (earliest, latest)
    pub(crate) partitions: BTreeMap<i32, (Kept<i64>, Kept<i64>)>,
    pub(crate) sum: Sum,
}

/// What a list shows of them, worked out when they are told and not for each page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    /// Latest minus earliest over all partitions, when each end is known, old or not.
    pub(crate) span: Option<i64>,
    /// Whoever told the oldest of the ends.
    pub(crate) oldest: Option<Arc<Source>>,
    /// One that failed since.
    pub(crate) failed: Option<Failure>,
}

impl TopicOffsets {
    fn take(&mut self, ends: &Ends, at: SystemTime) {
        for (partition, (earliest, latest)) in &ends.partitions {
            let kept = self.partitions.entry(*partition).or_default();
            settle(&mut kept.0, earliest, at);
            settle(&mut kept.1, latest, at);
        }
        self.add_up();
    }

    fn add_up(&mut self) {
        let ends = || self.partitions.values().flat_map(|(earliest, latest)| [earliest, latest]);
        let oldest = ends().filter_map(|end| end.good.as_ref()).min_by_key(|good| good.source.at);
        self.sum = Sum {
            span: self.span(),
            oldest: oldest.map(|good| Arc::clone(&good.source)),
            failed: ends().find_map(|end| end.failed.clone()),
        };
    }

    fn span(&self) -> Option<i64> {
        let mut span = 0_i64;
        for (earliest, latest) in self.partitions.values() {
            span = span.saturating_add(latest.value()?.saturating_sub(*earliest.value()?));
        }
        Some(span)
    }
}

fn settle(kept: &mut Kept<i64>, end: &End, at: SystemTime) {
    match (&end.offset, &end.source) {
        (Ok(offset), Some(source)) => kept.answered(Arc::new(*offset), Arc::clone(source)),
        (Ok(_), None) => {}
        (Err(error), _) => kept.failed(error.clone(), at),
    }
}

/// Of all topics that were asked for.
#[derive(Default)]
pub(crate) struct Offsets(Mutex<Arc<Shelf>>);

/// All of them at one moment.
#[derive(Clone, Default)]
pub(crate) struct Shelf {
    pub(crate) by_topic: BTreeMap<Arc<str>, Arc<TopicOffsets>>,
    /// Grows with each change.
    pub(crate) version: u64,
}

impl Offsets {
    pub(crate) fn get(&self, topic: &str) -> Option<Arc<TopicOffsets>> {
        self.0.lock().by_topic.get(topic).cloned()
    }

    pub(crate) fn version(&self) -> u64 {
        self.0.lock().version
    }

    /// Costs the same however many there are: what changes them copies them, and only while somebody looks.
    pub(crate) fn all(&self) -> Arc<Shelf> {
        Arc::clone(&self.0.lock())
    }

    pub(crate) fn take(&self, topics: BTreeMap<Arc<str>, Ends>, at: SystemTime) {
        let mut held = self.0.lock();
        let held = Arc::make_mut(&mut held);
        held.version += 1;
        for (name, ends) in topics {
            let offsets = held.by_topic.entry(name).or_default();
            Arc::make_mut(offsets).take(&ends, at);
        }
    }

    /// Lets go of the ends of partitions that are not there any more: of a topic that was made again with fewer.
    pub(crate) fn keep_only(&self, topics: &[(Arc<str>, Vec<i32>)]) {
        let mut held = self.0.lock();
        for (name, partitions) in topics {
            // Both in order, as the snapshot tells them.
            let gone = |at: &i32| partitions.binary_search(at).is_err();
            if held.by_topic.get(name).is_none_or(|offsets| !offsets.partitions.keys().any(gone)) {
                continue;
            }
            let held = Arc::make_mut(&mut held);
            if let Some(offsets) = held.by_topic.get_mut(name).map(Arc::make_mut) {
                offsets.partitions.retain(|partition, _| !gone(partition));
                offsets.add_up();
                held.version += 1;
            }
        }
    }

    pub(crate) fn retain(&self, keep: impl Fn(&str) -> bool) {
        let mut held = self.0.lock();
        if held.by_topic.keys().all(|name| keep(name)) {
            return;
        }
        let held = Arc::make_mut(&mut held);
        held.by_topic.retain(|name, _| keep(name));
        held.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::SystemTime};

    use admin::{ApiKey, End, Ends, Error, Source, What};

    use super::Offsets;

    fn end(offset: Result<i64, Error>) -> End {
        let source = Source {
            broker: Some(1),
            address: "b".into(),
            api: ApiKey::ListOffsets,
            version: 7,
            at: SystemTime::UNIX_EPOCH,
            asked: std::time::Instant::now(),
            took: std::time::Duration::ZERO,
            attempts: 1,
            bytes: 0,
        };
        let source = offset.is_ok().then(|| Arc::new(source));
        End { offset, source }
    }

    fn orders(ends: Ends) -> std::collections::BTreeMap<Arc<str>, Ends> {
        [(Arc::from("orders"), ends)].into()
    }

    #[test]
    fn a_partition_that_fails_keeps_its_last_offsets_while_the_others_go_on() {
        let offsets = Offsets::default();
        let first = [(0, (end(Ok(1)), end(Ok(10)))), (1, (end(Ok(0)), end(Ok(5))))];
        offsets.take(orders(Ends { partitions: first.into() }), SystemTime::UNIX_EPOCH);
        assert_eq!(offsets.get("orders").unwrap().sum.span, Some(14));
        let lost = || end(Err(Error::new(What::NoTarget("no leader".into()))));
        let second = [(0, (end(Ok(1)), end(Ok(20)))), (1, (lost(), lost()))];
        offsets.take(orders(Ends { partitions: second.into() }), SystemTime::UNIX_EPOCH);
        let held = offsets.get("orders").unwrap();
        assert_eq!(held.sum.span, Some(24));
        assert!(held.partitions[&1].1.failed.is_some() && held.partitions[&1].1.good.is_some());
        assert!(held.partitions[&0].1.fresh());
    }

    #[test]
    fn a_topic_with_an_end_that_was_never_told_has_no_span() {
        let offsets = Offsets::default();
        let lost = end(Err(Error::new(What::NoTarget("no leader".into()))));
        offsets.take(orders(Ends { partitions: [(0, (end(Ok(1)), lost))].into() }), SystemTime::UNIX_EPOCH);
        assert_eq!(offsets.get("orders").unwrap().sum.span, None);
        assert!(offsets.all().by_topic.values().all(|offsets| offsets.sum.span.is_none()));
    }
}
