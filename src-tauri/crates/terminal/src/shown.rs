//! A page made ready for print: rows of cells under named columns, the same as JSON, and how fresh it is.

use contract::Freshness;
use serde_json::Value;

use crate::{
    cell::{Cell, Mark},
    exit::Exit,
};

/// A column: its name for programs, its header for people, and whether it holds numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) id: &'static str,
    /// What the engine sorts it by.
    pub(crate) sort: &'static str,
    pub(crate) header: &'static str,
    pub(crate) number: bool,
}

pub(crate) const fn text(id: &'static str, header: &'static str) -> Column {
    Column { id, sort: id, header, number: false }
}

pub(crate) const fn number(id: &'static str, header: &'static str) -> Column {
    Column { id, sort: id, header, number: true }
}

#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) columns: &'static [Column],
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) json: Value,
    pub(crate) freshness: Freshness,
    /// Lines above the table, and below it.
    pub(crate) above: Vec<String>,
    pub(crate) below: Vec<String>,
    /// The time was over before everything was told.
    pub(crate) late: bool,
}

impl Shown {
    pub(crate) fn exit(&self) -> Exit {
        let Freshness { oldest, failed, failures, .. } = &self.freshness;
        let known = |cell: &Cell| matches!(cell.mark, Mark::Known | Mark::None);
        if oldest.is_none() {
            Exit::Nothing
        } else if self.late
            || failed.is_some()
            || !failures.is_empty()
            || !self.rows.iter().flatten().all(known)
        {
            Exit::Part
        } else {
            Exit::Whole
        }
    }
}
