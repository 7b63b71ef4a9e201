//! Groups, one a line.

use contract::{GroupRow, Provenance};

use crate::{
    cell::{Cell, fact, lag, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    text("id", "group"),
    text("kind", "kind"),
    text("state", "state"),
    text("protocol", "protocol"),
    number("coordinator", "coordinator"),
    number("members", "members"),
    number("lag", "lag"),
    text("assignor", "assignor"),
];

pub(crate) fn row(row: &GroupRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(&row.id),
        fact(&row.kind, from),
        fact(&row.state, from),
        fact(&row.protocol, from),
        fact(&row.coordinator, from),
        fact(&row.members, from),
        lag(&row.lag, from),
        fact(&row.assignor, from),
    ]
}
