//! One partition in sixteen bytes, and what is asked of the rows of one topic.
//!
//! Nearly all the time of reading a large listing into objects goes to small allocations and to freeing them again. Here
//! a reply makes one array, whatever its size; what few partitions differ in stands apart (`Standings`), so that four
//! rows share a cache line and finding a leader touches one.

use std::ops::Range;

/// One partition. Everything that is not here is its standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) index: i32,
    /// -1: none.
    pub(crate) leader: i32,
    /// -1: not told.
    pub(crate) epoch: i32,
    /// The place of its standing.
    pub(crate) standing: u32,
}

/// Puts the rows of one topic in order; says which partition is there twice.
pub(crate) fn put_in_order(rows: &mut [Row]) -> Result<(), i32> {
    rows.sort_unstable_by_key(|row| row.index);
    match rows.iter().zip(rows.iter().skip(1)).find(|(one, next)| one.index == next.index) {
        Some((twice, _)) => Err(twice.index),
        None => Ok(()),
    }
}

/// Whether these say the same. Without an end at the first difference, so that several rows are compared at a time: nearly
/// all of a listing's are what they were.
pub(super) fn all_same(rows: &[Row], others: &[Row]) -> bool {
    let different = rows.iter().zip(others).fold(0, |different, (row, other)| {
        different
            | (row.index ^ other.index)
            | (row.leader ^ other.leader)
            | (row.epoch ^ other.epoch)
            | (row.standing ^ other.standing).cast_signed()
    });
    rows.len() == others.len() && different == 0
}

/// The row of this partition among those of its topic, which are in order.
pub(super) fn find(rows: &[Row], index: i32) -> Option<&Row> {
    // Kafka numbers partitions from 0 without holes, so that the first guess is right.
    let guess = rows.get(usize::try_from(index).ok()?);
    if let Some(row) = guess.filter(|row| row.index == index) {
        return Some(row);
    }
    rows.get(rows.binary_search_by_key(&index, |row| row.index).ok()?)
}

/// Whether one of these rows has a lower leader epoch than the same partition has in another reply.
pub(super) fn any_older(rows: &[Row], known: &[Row]) -> bool {
    let mut same = rows.iter().zip(known);
    // Partition by partition while they run alike; partitions are added once or twice in a topic's life.
    if rows.len() == known.len() && same.clone().all(|(row, known)| row.index == known.index) {
        return same.any(|(row, known)| older(row.epoch, known.epoch));
    }
    rows.iter().any(|row| find(known, row.index).is_some_and(|known| older(row.epoch, known.epoch)))
}

pub(super) fn older(epoch: i32, known: i32) -> bool {
    epoch >= 0 && epoch < known
}

/// A part of an array, as two numbers of four bytes.
pub(super) fn places(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// -1 is how the protocol says "none".
pub(super) fn told(number: i32) -> Option<i32> {
    (number >= 0).then_some(number)
}
