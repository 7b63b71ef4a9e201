//! Partitions that are being moved between brokers, one a line.

use contract::{Provenance, ReassignmentRow};

use crate::{
    cell::{Cell, bytes, fact, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    text("topic", "topic"),
    number("partition", "partition"),
    text("replicas", "replicas"),
    text("adding", "adding"),
    text("removing", "removing"),
    number("size", "size"),
    number("copied", "copied"),
    number("left", "left"),
    Column { id: "bytes_per_second", sort: "rate", header: "a second", number: true },
];

pub(crate) fn row(row: &ReassignmentRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(&row.topic),
        said(row.partition),
        fact(&row.replicas, from),
        fact(&row.adding, from),
        fact(&row.removing, from),
        bytes(&row.size, from),
        bytes(&row.copied, from),
        bytes(&row.left, from),
        bytes(&row.rate, from),
    ]
}
