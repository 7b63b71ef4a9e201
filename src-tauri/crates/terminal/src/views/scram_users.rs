//! SCRAM users, a line for each mechanism.

use contract::{Provenance, ScramUserRow};

use crate::{
    cell::{Cell, Mark, NONE, maybe, said},
    connection::sentence,
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] =
    &[text("user", "user"), text("mechanism", "mechanism"), number("iterations", "iterations")];

pub(crate) fn row(row: &ScramUserRow, _: &Provenance) -> Vec<Cell> {
    let untold = row.error.as_ref().map(|error| Cell {
        shown: NONE.to_owned(),
        exact: String::new(),
        mark: Mark::Missing,
        why: Some(sentence(error)),
    });
    let mechanism = untold.clone().unwrap_or_else(|| maybe(row.mechanism.as_ref()));
    vec![said(&row.user), mechanism, untold.unwrap_or_else(|| maybe(row.iterations))]
}
