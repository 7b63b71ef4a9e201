//! Topics, one a line.

use contract::{Provenance, TopicRow};

use crate::{
    cell::{Cell, bytes, fact, maybe, milliseconds, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    text("name", "topic"),
    number("partitions", "partitions"),
    number("replication", "replication"),
    number("leaderless", "leaderless"),
    number("out_of_sync", "out of sync"),
    number("offset_span", "offset span"),
    number("size", "size"),
    text("cleanup", "cleanup"),
    Column { sort: "retention", ..number("retention_ms", "retention") },
    text("internal", "internal"),
    text("error", "error"),
];

pub(crate) fn row(row: &TopicRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(&row.name),
        said(row.partitions),
        said(row.replication),
        said(row.leaderless),
        said(row.out_of_sync),
        fact(&row.offset_span, from),
        bytes(&row.size, from),
        fact(&row.cleanup, from),
        milliseconds(&row.retention, from),
        said(if row.internal { "yes" } else { "" }),
        maybe(
            row.error.as_ref().map(|error| error.code_name.clone().unwrap_or_else(|| error.message.clone())),
        ),
    ]
}
