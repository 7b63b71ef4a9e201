//! One topic and a view of one of its partitions.
//!
//! A topic is a name, a few counts and a range of its reply's columns; it is shared by every snapshot that still holds
//! the same fetch of it, and carries the source of that fetch.

use std::{ops::Range, sync::Arc};

use wire::ErrorCode;

use super::{Columns, Health};
use crate::{Source, TopicId};

/// A topic as one reply told it.
#[derive(Clone, Debug)]
pub struct Topic {
    pub(super) name: Arc<str>,
    pub(super) id: Option<TopicId>,
    pub(super) internal: bool,
    pub(super) error: ErrorCode,
    pub(super) source: Arc<Source>,
    pub(super) columns: Arc<Columns>,
    pub(super) rows: Range<u32>,
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
    pub offline: &'a [i32],
    pub error: ErrorCode,
}

impl Topic {
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name, to keep without copying it.
    #[must_use]
    pub fn shared_name(&self) -> &Arc<str> {
        &self.name
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
        &self.source
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
        self.columns.partition(self.columns.find(self.places(), index)?)
    }

    /// The partitions, sorted by index.
    pub fn partitions(&self) -> impl ExactSizeIterator<Item = Partition<'_>> {
        let empty = Partition {
            index: -1,
            leader: None,
            leader_epoch: None,
            replicas: &[],
            isr: &[],
            offline: &[],
            error: ErrorCode::NONE,
        };
        // Every place of the range exists: it was made while the rows were added.
        self.places().map(move |place| self.columns.partition(place).unwrap_or(empty))
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

    /// Replicas that are offline, summed over the partitions.
    #[must_use]
    pub fn offline(&self) -> u32 {
        self.health.offline
    }

    /// Whether a partition here is told from before what another says of it.
    pub(super) fn lags(&self, other: &Topic) -> bool {
        self.columns.any_older(self.places(), &other.columns, other.places())
    }

    pub(super) fn places(&self) -> Range<usize> {
        self.rows.start as usize..self.rows.end as usize
    }
}
