//! The partitions of one Metadata reply as columns: one array per field instead of one object per partition.
//!
//! Nearly all the time of reading a large listing into objects goes to small allocations and to freeing them again. Here
//! a reply makes a handful of arrays, whatever its size, and its topics hold ranges of them.

use std::ops::Range;

use wire::ErrorCode;

use super::{
    interned::{Interned, Interner},
    topic::Partition,
};

/// One partition on its way into the columns; lists are places in the interned lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) index: i32,
    pub(crate) leader: i32,
    pub(crate) epoch: i32,
    pub(crate) replicas: u32,
    pub(crate) isr: u32,
    pub(crate) offline: u32,
    pub(crate) error: i16,
}

/// The partitions of all topics of one reply.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    index: Vec<i32>,
    /// -1: none.
    leader: Vec<i32>,
    /// -1: not told.
    epoch: Vec<i32>,
    replicas: Vec<u32>,
    isr: Vec<u32>,
    offline: Vec<u32>,
    error: Vec<i16>,
    lists: Interned,
}

impl Columns {
    pub(crate) fn with_capacity(rows: usize) -> Columns {
        Columns {
            index: Vec::with_capacity(rows),
            leader: Vec::with_capacity(rows),
            epoch: Vec::with_capacity(rows),
            replicas: Vec::with_capacity(rows),
            isr: Vec::with_capacity(rows),
            offline: Vec::with_capacity(rows),
            error: Vec::with_capacity(rows),
            lists: Interned::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Adds the rows of one topic, sorted by index.
    pub(crate) fn extend(&mut self, rows: &[Row]) {
        self.index.extend(rows.iter().map(|row| row.index));
        self.leader.extend(rows.iter().map(|row| row.leader));
        self.epoch.extend(rows.iter().map(|row| row.epoch));
        self.replicas.extend(rows.iter().map(|row| row.replicas));
        self.isr.extend(rows.iter().map(|row| row.isr));
        self.offline.extend(rows.iter().map(|row| row.offline));
        self.error.extend(rows.iter().map(|row| row.error));
    }

    /// All rows are there; these are their lists.
    pub(crate) fn finish(&mut self, lists: Interner) {
        self.lists = lists.finish();
        // The room was guessed. A guess that was far off is given back, as a snapshot may live for long.
        if self.index.capacity() > self.index.len() + self.index.len() / 2 {
            self.index.shrink_to_fit();
            self.leader.shrink_to_fit();
            self.epoch.shrink_to_fit();
            self.replicas.shrink_to_fit();
            self.isr.shrink_to_fit();
            self.offline.shrink_to_fit();
            self.error.shrink_to_fit();
        }
    }

    /// The row at this place.
    pub(crate) fn row(&self, place: usize) -> Option<Row> {
        Some(Row {
            index: *self.index.get(place)?,
            leader: *self.leader.get(place)?,
            epoch: *self.epoch.get(place)?,
            replicas: *self.replicas.get(place)?,
            isr: *self.isr.get(place)?,
            offline: *self.offline.get(place)?,
            error: *self.error.get(place)?,
        })
    }

    pub(crate) fn partition(&self, place: usize) -> Option<Partition<'_>> {
        let row = self.row(place)?;
        Some(Partition {
            index: row.index,
            leader: told(row.leader),
            leader_epoch: told(row.epoch),
            replicas: self.lists.get(row.replicas),
            isr: self.lists.get(row.isr),
            offline: self.lists.get(row.offline),
            error: ErrorCode(row.error),
        })
    }

    /// Where the partition with this index stands, among the rows of its topic.
    pub(crate) fn find(&self, rows: Range<usize>, index: i32) -> Option<usize> {
        // Kafka numbers partitions from 0 without holes, so that the first guess is right.
        let guess = rows.start.checked_add(usize::try_from(index).ok()?)?;
        if rows.contains(&guess) && self.index.get(guess) == Some(&index) {
            return Some(guess);
        }
        let start = rows.start;
        Some(start + self.index.get(rows)?.binary_search(&index).ok()?)
    }
}

/// -1 is how the protocol says "none".
fn told(number: i32) -> Option<i32> {
    (number >= 0).then_some(number)
}
