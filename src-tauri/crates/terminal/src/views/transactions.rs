//! Transactional ids, one a line; those that hang come first and say so.

use contract::{Provenance, TransactionRow};

use crate::{
    cell::{Cell, fact, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    text("id", "transactional id"),
    text("state", "state"),
    text("hanging", "hangs"),
    number("open_ms", "open ms"),
    number("timeout_ms", "timeout ms"),
    number("coordinator", "coordinator"),
    number("producer_id", "producer id"),
    number("producer_epoch", "epoch"),
    number("partitions", "partitions"),
];

pub(crate) fn row(row: &TransactionRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(&row.id),
        fact(&row.state, from),
        said(if row.hanging.is_some() { "yes" } else { "" }),
        fact(&row.open_ms, from),
        fact(&row.timeout_ms, from),
        fact(&row.coordinator, from),
        fact(&row.producer_id, from),
        fact(&row.producer_epoch, from),
        fact(&row.partitions, from),
    ]
}
