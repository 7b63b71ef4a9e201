//! Which pieces of a request or of a reply are meant, looked up fast: a piece of ListOffsets may be one of 200,000.

use std::{collections::HashSet, sync::Arc};

use wire::{ErrorCode, message::TopicPartitions};

use super::Item;

/// The pieces that are meant.
pub(super) struct Chosen<'a> {
    partitions: HashSet<(&'a str, i32)>,
    /// Of groups, transactional ids or topics; a request has one kind of them only.
    names: HashSet<&'a str>,
}

impl<'a> Chosen<'a> {
    pub(super) fn of(items: &'a [Item]) -> Chosen<'a> {
        let mut chosen = Chosen { partitions: HashSet::new(), names: HashSet::new() };
        for item in items {
            match item {
                Item::Partition(topic, index) => {
                    chosen.partitions.insert((topic, *index));
                }
                Item::Group(name) | Item::Transaction(name) | Item::Topic(name) => {
                    chosen.names.insert(name);
                }
                // Compared as they are, where there are such: a handful in a request.
                Item::TopicId(_) | Item::Resource(..) | Item::Rest => {}
            }
        }
        chosen
    }

    pub(super) fn partition(&self, topic: &str, index: i32) -> bool {
        self.partitions.contains(&(topic, index))
    }

    pub(super) fn name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Of these topics the partitions that are meant, and of those without any nothing.
    pub(super) fn topic_partitions(&self, topics: &[TopicPartitions]) -> Vec<TopicPartitions> {
        let of = |asked: &TopicPartitions| {
            let meant = asked.partitions.iter().copied().filter(|index| self.partition(&asked.topic, *index));
            TopicPartitions { topic: asked.topic.clone(), partitions: meant.collect() }
        };
        topics.iter().map(of).filter(|topic| !topic.partitions.is_empty()).collect()
    }
}

/// Partitions as pieces; those of a topic share its name.
pub(super) fn partitions<'a>(
    topic: &'a str,
    indexes: impl Iterator<Item = i32> + 'a,
) -> impl Iterator<Item = Item> + 'a {
    let name: Arc<str> = Arc::from(topic);
    indexes.map(move |index| Item::Partition(Arc::clone(&name), index))
}

/// Partitions with their codes.
pub(super) fn partition_codes<'a>(
    topic: &'a str,
    codes: impl Iterator<Item = (i32, ErrorCode)> + 'a,
) -> impl Iterator<Item = (Item, ErrorCode)> + 'a {
    let name: Arc<str> = Arc::from(topic);
    codes.map(move |(index, code)| (Item::Partition(Arc::clone(&name), index), code))
}
