//! What is known of the cluster at one moment: never changed once made, swapped whole, each part with its own source.
//!
//! Readers hold an `Arc` of it and never wait for a refresh. A refresh of one topic makes a new snapshot that shares all
//! other topics with the old one and leaves their times alone, so that one fresh topic can't make the rest look fresh.

mod brokers;
mod by_name;
mod collector;
mod failure;
mod health;
mod install;
mod leaders;
mod merge;
mod row;
mod same;
mod settle;
mod standings;
mod telling;
mod topic;
mod topics;
mod tree;

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

pub use brokers::Broker;
use failure::Marks;
pub use failure::{RefreshFailure, Refusal};
pub use install::Installed;
pub use topic::{Partition, Topic};

use crate::{Source, TopicId};
use brokers::Brokers;
pub(crate) use collector::{Collector, Key, Mask};
pub(crate) use health::Health;
pub(crate) use row::{Row, put_in_order};
pub(crate) use standings::{Lists, Standings};
pub(crate) use telling::Telling;
use topics::Topics;

/// The cluster as last heard.
#[derive(Clone, Debug)]
pub struct Snapshot {
    generation: u64,
    brokers: Option<Arc<Brokers>>,
    topics: Arc<Topics>,
    marks: Marks,
}

impl Snapshot {
    /// Nothing is known yet.
    #[must_use]
    pub fn empty() -> Snapshot {
        Snapshot { generation: 0, brokers: None, topics: Arc::default(), marks: Marks::default() }
    }

    /// Grows with each reply that was taken in.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The cluster's id; `None` also when the broker told none.
    #[must_use]
    pub fn cluster_id(&self) -> Option<&str> {
        self.brokers.as_ref()?.cluster_id.as_deref()
    }

    /// The controller as Metadata names it: the true one with ZooKeeper, any broker with KRaft.
    #[must_use]
    pub fn controller(&self) -> Option<i32> {
        self.brokers.as_ref()?.controller
    }

    /// The brokers, sorted by id.
    #[must_use]
    pub fn brokers(&self) -> &[Broker] {
        self.brokers.as_ref().map_or(&[], |brokers| &brokers.all)
    }

    #[must_use]
    pub fn broker(&self, id: i32) -> Option<&Broker> {
        self.brokers.as_ref()?.get(id)
    }

    /// Who said which brokers there are; `None`: nobody yet.
    #[must_use]
    pub fn brokers_source(&self) -> Option<&Source> {
        self.brokers.as_ref().map(|brokers| &*brokers.source)
    }

    /// How old the oldest part is; `None`: nothing was ever fetched.
    #[must_use]
    pub fn age(&self, now: SystemTime) -> Option<Duration> {
        let brokers = self.brokers_source()?.at;
        let oldest = self.topics.oldest.map_or(brokers, |topics| topics.min(brokers));
        Some(now.duration_since(oldest).unwrap_or_default())
    }

    /// The last refresh of whatever kind that failed since one succeeded; the list of brokers is told by each kind. One
    /// that failed late, after a later question was answered, is none.
    #[must_use]
    pub fn failure(&self) -> Option<&RefreshFailure> {
        let told = self.brokers_source().map(|source| source.asked);
        self.marks.any.as_deref().filter(|failure| told.is_none_or(|told| told < failure.asked))
    }

    /// The last full listing that failed since one succeeded. A refresh of brokers or of some topics does not end it: the
    /// topics as a whole are as old as before.
    #[must_use]
    pub fn listing_failure(&self) -> Option<&RefreshFailure> {
        self.marks.listing.as_deref()
    }

    /// The last refresh that this topic was to be a part of, when it failed and nothing was told of the topic since.
    #[must_use]
    pub fn topic_failure(&self, name: &str) -> Option<&RefreshFailure> {
        let told = self.topic(name).map(|topic| topic.source().asked);
        let told = told.max(self.refusal(name).map(|refusal| refusal.source.asked));
        self.marks.of_topic(name).filter(|failure| told.is_none_or(|told| told < failure.asked))
    }

    /// The last full listing of topics; `None`: they were never listed, which is not "there are none".
    #[must_use]
    pub fn listing_source(&self) -> Option<&Source> {
        self.topics.listing.as_deref()
    }

    /// Whether the topics of both come from the same listing, so that the one holds hardly more than the other.
    pub(crate) fn shares_listing(&self, other: &Snapshot) -> bool {
        match (&self.topics.listing, &other.topics.listing) {
            (Some(ours), Some(theirs)) => Arc::ptr_eq(ours, theirs),
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        }
    }

    /// The topics that are known, sorted by name.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &Topic> {
        self.topics.iter()
    }

    /// The topic at this place in the order of names.
    #[must_use]
    pub fn topic_at(&self, place: u32) -> Option<&Topic> {
        self.topics.at(place)
    }

    #[must_use]
    pub fn topic(&self, name: &str) -> Option<&Topic> {
        self.topics.find(name)
    }

    #[must_use]
    pub fn topic_by_id(&self, id: TopicId) -> Option<&Topic> {
        self.topics.find_id(id)
    }

    /// The leader of a partition, as far as it is known and there is one.
    #[must_use]
    pub fn leader(&self, topic: &str, partition: i32) -> Option<i32> {
        self.topics.leader(topic, partition)
    }

    /// Why a name that was asked for is not among the topics, when the broker said so.
    #[must_use]
    pub fn refusal(&self, name: &str) -> Option<&Refusal> {
        self.topics.refusals.iter().rev().find(|refusal| &*refusal.name == name).map(|refusal| &**refusal)
    }

    /// The same view, marked with a refresh that failed. Nothing that was known is dropped.
    #[must_use]
    pub fn marked(&self, failure: RefreshFailure) -> Snapshot {
        Snapshot { marks: self.marks.with(failure), ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
