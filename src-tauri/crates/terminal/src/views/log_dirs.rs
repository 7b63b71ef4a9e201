//! Log directories, one a line. Volume figures are the file system's: of two directories on one volume both lines have them, and a
//! word says so, because a sum over the column would count the volume twice.

use contract::{LogDirRow, LogDirState, Provenance};

use crate::{
    cell::{Cell, bytes, decimal, fact, maybe, said, yes},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    number("broker", "broker"),
    text("path", "path"),
    text("state", "state"),
    number("volume", "volume"),
    number("usable", "usable"),
    number("kafka", "kafka"),
    number("other", "other"),
    number("kafka_percent", "kafka %"),
    number("replicas", "replicas"),
    number("leaders", "leaders"),
    number("future", "future"),
    number("worst_lag", "worst lag"),
    text("cordoned", "cordoned"),
    text("shared_volume", "shares a volume"),
];

pub(crate) fn row(row: &LogDirRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(row.broker),
        maybe(row.path.as_ref()),
        state(row),
        bytes(&row.volume, from),
        bytes(&row.usable, from),
        bytes(&row.kafka, from),
        bytes(&row.other, from),
        decimal(&row.kafka_percent, from),
        fact(&row.replicas, from),
        fact(&row.leaders, from),
        fact(&row.future, from),
        fact(&row.worst_lag, from),
        yes(&row.cordoned, from),
        said(if row.shared_volume { "yes" } else { "" }),
    ]
}

fn state(row: &LogDirRow) -> Cell {
    said(match &row.state {
        LogDirState::Online => "online",
        LogDirState::Offline { name, .. } => return said(format!("offline ({name})")),
        LogDirState::LastSeen { .. } => "last seen",
        LogDirState::Unknown => "unknown",
    })
}
