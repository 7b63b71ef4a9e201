//! One topic and a view of one of its partitions.
//!
//! A topic is a few counts and two ranges of what its reply told, which it shares with the other topics of that reply; its
//! source is that reply's. It is cheap to clone and small: one cache line is all that a search touches of it.

use std::{ops::Range, sync::Arc};

use wire::ErrorCode;

use super::{Health, Row, Telling, row};
use crate::{Source, TopicId, metadata_reply::OFFLINE};

/// A topic as one reply told it.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Topic {
    pub(super) telling: Arc<Telling>,
    pub(super) name: Range<u32>,
    pub(super) rows: Range<u32>,
    pub(super) id: Option<TopicId>,
    pub(super) internal: bool,
    pub(super) error: ErrorCode,
    pub(super) health: Health,
}

/// One partition, borrowed from its topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition<'a> {
    pub index: i32,
    /// `None`: no leader right now.
    pub leader: Option<i32>,
    /// `None`: the broker's version does not tell it.
    pub leader_epoch: Option<i32>,
    pub replicas: &'a [i32],
    pub isr: &'a [i32],
    /// `None`: the broker's version does not tell it.
    pub offline: Option<&'a [i32]>,
    pub error: ErrorCode,
}

impl Topic {
    #[must_use]
    pub fn name(&self) -> &str {
        self.telling.name(&self.name)
    }

    /// The name, to keep.
    #[must_use]
    pub fn shared_name(&self) -> Arc<str> {
        Arc::from(self.name())
    }

    /// `None`: the broker's version does not tell it.
    #[must_use]
    pub fn id(&self) -> Option<TopicId> {
        self.id
    }

    #[must_use]
    pub fn internal(&self) -> bool {
        self.internal
    }

    /// What the broker said of the topic as a whole in the last reply.
    #[must_use]
    pub fn error(&self) -> ErrorCode {
        self.error
    }

    /// The fetch of this topic, which may be older than that of others.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.telling.source
    }

    /// How many partitions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    #[must_use]
    pub fn partition(&self, index: i32) -> Option<Partition<'_>> {
        Some(self.telling.partition(row::find(self.rows(), index)?))
    }

    /// The partitions, sorted by index.
    pub fn partitions(&self) -> impl ExactSizeIterator<Item = Partition<'_>> {
        self.rows().iter().map(|row| self.telling.partition(row))
    }

    /// The leader of a partition, as far as it is known and there is one.
    #[must_use]
    pub fn leader(&self, partition: i32) -> Option<i32> {
        // Not by way of `partition`, which looks at the lists of brokers too.
        row::told(row::find(self.rows(), partition)?.leader)
    }

    /// Partitions that have no leader.
    #[must_use]
    pub fn leaderless(&self) -> u32 {
        self.health.leaderless
    }

    /// Replicas that are not in sync, summed over the partitions.
    #[must_use]
    pub fn out_of_sync(&self) -> u32 {
        self.health.out_of_sync
    }

    /// Partitions with at least one replica that is not in sync.
    #[must_use]
    pub fn under_replicated(&self) -> u32 {
        self.health.under_replicated
    }

    /// Replicas that are offline, summed over the partitions; `None`: the broker's version does not tell it.
    #[must_use]
    pub fn offline(&self) -> Option<u32> {
        (self.source().version >= OFFLINE).then_some(self.health.offline)
    }

    /// The fewest replicas that a partition has; 0 without partitions.
    #[must_use]
    pub fn fewest_replicas(&self) -> usize {
        match self.health.fewest_replicas {
            u16::MAX => self.fewest(|partition| partition.replicas.len()),
            few => usize::from(few),
        }
    }

    /// The fewest replicas in sync that a partition has; 0 without partitions.
    #[must_use]
    pub fn fewest_in_sync(&self) -> usize {
        match self.health.fewest_in_sync {
            u16::MAX => self.fewest(|partition| partition.isr.len()),
            few => usize::from(few),
        }
    }

    /// Where two bytes did not hold it.
    fn fewest(&self, count: impl Fn(Partition<'_>) -> usize) -> usize {
        self.partitions().map(count).min().unwrap_or(0)
    }

    /// Whether a partition here is told from before what another says of it.
    pub(super) fn lags(&self, other: &Topic) -> bool {
        row::any_older(self.rows(), other.rows())
    }

    pub(super) fn rows(&self) -> &[Row] {
        self.telling.rows(&self.rows)
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        // As bytes: the end of a name is the end of a letter.
        self.telling.names.as_bytes().get(row::places(&self.name)) == Some(name.as_bytes())
    }
}
