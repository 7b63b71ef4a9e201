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
    pub(super) lists: Interned,
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

    /// Whether these rows say the same as those of another reply; `lists` compares places in the two replies' lists.
    pub(crate) fn same(
        &self,
        rows: Range<usize>,
        other: &Columns,
        others: Range<usize>,
        mut lists: impl FnMut(u32, u32) -> bool,
    ) -> bool {
        // Column by column: what differs in one number is found before any list is looked at.
        self.index.get(rows.clone()) == other.index.get(others.clone())
            && self.leader.get(rows.clone()) == other.leader.get(others.clone())
            && self.epoch.get(rows.clone()) == other.epoch.get(others.clone())
            && self.error.get(rows.clone()) == other.error.get(others.clone())
            && [(&self.isr, &other.isr), (&self.replicas, &other.replicas), (&self.offline, &other.offline)]
                .into_iter()
                .all(|(column, other)| match (column.get(rows.clone()), other.get(others.clone())) {
                    (Some(ours), Some(theirs)) => {
                        ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| lists(*a, *b))
                    }
                    _ => false,
                })
    }

    /// Whether one of these rows has a lower leader epoch than the same partition has in another reply.
    pub(crate) fn any_older(&self, rows: Range<usize>, other: &Columns, others: Range<usize>) -> bool {
        let older = |epoch: i32, known: i32| epoch >= 0 && epoch < known;
        match (self.epoch.get(rows.clone()), other.epoch.get(others.clone())) {
            (Some(epochs), Some(known))
                if self.index.get(rows.clone()) == other.index.get(others.clone()) =>
            {
                epochs.iter().zip(known).any(|(epoch, known)| older(*epoch, *known))
            }
            // Partitions were added, which happens once in a topic's life.
            _ => rows.filter_map(|place| self.row(place)).any(|row| {
                let place = other.find(others.clone(), row.index);
                place.and_then(|place| other.row(place)).is_some_and(|known| older(row.epoch, known.epoch))
            }),
        }
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
