//! The rows of a long table that have been asked for so far. Rows stay until newer ones take their place, so that a refresh never
//! empties what is looked at; each remembers in which round it was told, so that an old one is asked for again when it comes
//! into view.

use std::{collections::BTreeMap, sync::Arc};

use super::{measure, shown::ShownRow};

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
    /// Pixels of each column's widest cell, and of what kind of rows: a table never narrows a column under one's eyes.
    needs: (Shape, Vec<f64>),
}

/// Rows under headings stand under other columns than rows without.
type Shape = (usize, bool);

impl<P> Default for Store<P> {
    fn default() -> Store<P> {
        Store { rows: BTreeMap::new(), shown: 0, round: 1, answered: 0, needs: Default::default() }
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

    /// Pixels that each column's widest cell so far needs.
    #[must_use]
    pub fn needs(&self) -> &[f64] {
        &self.needs.1
    }

    fn widen(&mut self, row: &ShownRow) {
        let shape = (row.cells.len(), row.group.is_some());
        if self.needs.0 != shape {
            self.needs = (shape, vec![0.0; row.cells.len()]);
        }
        for (need, cell) in self.needs.1.iter_mut().zip(&row.cells) {
            *need = need.max(measure::cell(cell));
        }
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
                self.widen(&row);
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
mod tests;
