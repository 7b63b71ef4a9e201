//! The rows of a long table that have been asked for so far. Rows stay until newer ones take their place, so that a refresh never
//! empties what is looked at; each remembers in which round it was told, so that an old one is asked for again when it comes
//! into view.

use std::{collections::BTreeMap, sync::Arc};

use super::shown::ShownRow;

/// Rows further than this from what is in view are dropped.
const FAR: u32 = 3000;

/// A row, what its figures point into, and the round it was told in.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept<P> {
    pub row: Arc<ShownRow>,
    pub sources: P,
    round: u64,
}

/// Rows by their place in the filtered, sorted table.
#[derive(Clone, Debug)]
pub struct Store<P> {
    rows: BTreeMap<u32, Kept<P>>,
    shown: u32,
    round: u64,
    answered: u64,
}

impl<P> Default for Store<P> {
    fn default() -> Store<P> {
        Store { rows: BTreeMap::new(), shown: 0, round: 1, answered: 0 }
    }
}

impl<P: Clone> Store<P> {
    /// How many rows the table has.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.shown
    }

    /// Whether any answer has come at all.
    #[must_use]
    pub fn answered(&self) -> bool {
        self.answered > 0
    }

    #[must_use]
    pub fn get(&self, at: u32) -> Option<&Kept<P>> {
        self.rows.get(&at)
    }

    /// Rows in order, as far as they are here.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Kept<P>)> {
        self.rows.iter().map(|(at, kept)| (*at, kept))
    }

    /// Where a row stands now.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<u32> {
        self.iter().find(|(_, kept)| kept.row.key == key).map(|(at, _)| at)
    }

    /// Everything told so far is from an earlier round.
    pub fn outdate(&mut self) {
        self.round += 1;
    }

    /// The next place to ask from, for `first..last` to be of this round; None when it is.
    #[must_use]
    pub fn lacking(&self, first: u32, last: u32) -> Option<u32> {
        if self.answered < self.round {
            return Some(first.min(self.shown.saturating_sub(1)));
        }
        (first..last.min(self.shown)).find(|at| self.rows.get(at).is_none_or(|kept| kept.round < self.round))
    }

    /// Takes a slice in. `anew`: it answers another question than the rows so far.
    pub fn take(&mut self, rows: Vec<(ShownRow, P)>, offset: u32, shown: u32, round: u64, anew: bool) {
        if anew {
            self.rows.clear();
        }
        self.shown = shown;
        self.answered = self.answered.max(round);
        self.rows.split_off(&shown);
        let end = offset.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        for (at, (row, sources)) in (offset..).zip(rows) {
            if at < shown {
                self.rows.insert(at, Kept { row: Arc::new(row), sources, round });
            }
        }
        self.rows.split_off(&end.saturating_add(FAR));
        self.rows = self.rows.split_off(&offset.saturating_sub(FAR));
    }

    /// The round that a question asked now belongs to.
    #[must_use]
    pub fn round(&self) -> u64 {
        self.round
    }
}

#[cfg(test)]
mod tests {
    use super::{FAR, Store};
    use crate::model::shown::ShownRow;

    fn rows(from: u32, to: u32) -> Vec<(ShownRow, u8)> {
        (from..to).map(|at| (ShownRow { key: at.to_string(), ..ShownRow::default() }, 0)).collect()
    }

    fn filled() -> Store<u8> {
        let mut store = Store::default();
        store.take(rows(0, 200), 0, 10_000, 1, true);
        store
    }

    #[test]
    fn an_empty_store_asks_from_the_start() {
        assert_eq!(Store::<u8>::default().lacking(0, 40), Some(0));
    }

    #[test]
    fn what_is_here_is_not_asked_for_and_the_first_gap_is() {
        let store = filled();
        assert_eq!(store.lacking(10, 60), None);
        assert_eq!(store.lacking(180, 240), Some(200));
        assert_eq!(store.lacking(9_990, 12_000), Some(9_990));
    }

    #[test]
    fn a_refresh_keeps_the_old_rows_until_the_new_ones_come() {
        let mut store = filled();
        store.outdate();
        assert_eq!(store.lacking(40, 80), Some(40));
        assert!(store.get(50).is_some());
        store.take(rows(40, 80), 40, 10_000, 2, false);
        assert_eq!(store.lacking(40, 80), None);
        assert!(store.get(100).is_some(), "out of view but still here");
        assert_eq!(store.lacking(90, 110), Some(90), "and asked for again when in view");
    }

    #[test]
    fn a_slice_that_the_core_cut_short_is_asked_for_further() {
        let mut store = filled();
        store.outdate();
        store.take(rows(0, 25), 0, 10_000, 2, false);
        assert_eq!(store.lacking(0, 60), Some(25));
    }

    #[test]
    fn rows_past_the_new_end_are_gone() {
        let mut store = filled();
        store.outdate();
        store.take(rows(0, 3), 0, 3, 2, false);
        assert_eq!((store.shown(), store.get(3).is_none()), (3, true));
        assert_eq!(store.lacking(0, 40), None);
    }

    #[test]
    fn an_emptied_table_is_answered_and_asks_again_only_in_the_next_round() {
        let mut store = filled();
        store.outdate();
        store.take(Vec::new(), 0, 0, 2, true);
        assert_eq!(store.lacking(0, 40), None);
        store.outdate();
        assert_eq!(store.lacking(0, 40), Some(0));
    }

    #[test]
    fn rows_far_from_view_are_dropped() {
        let mut store = filled();
        store.take(rows(9_000, 9_100), 9_000, 10_000, 1, false);
        assert!(store.get(0).is_none());
        assert!(store.iter().count() <= (2 * FAR) as usize);
    }
}
