//! The quorum of controllers, one node a line.

use contract::{Provenance, QuorumRole, QuorumRow};

use crate::{
    cell::{Cell, fact, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    number("id", "node"),
    text("role", "role"),
    number("log_end_offset", "log end"),
    number("lag", "lag"),
    number("behind_ms", "behind ms"),
    // Milliseconds since 1970 by the leader's clock.
    Column { id: "last_fetch_ms", sort: "last_fetch", header: "last fetch ms", number: true },
    Column { id: "last_caught_up_ms", sort: "last_caught_up", header: "caught up ms", number: true },
    text("directory", "directory id"),
    text("endpoints", "endpoints"),
];

pub(crate) fn row(row: &QuorumRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(row.id),
        said(match row.role {
            QuorumRole::Leader => "leader",
            QuorumRole::Voter => "voter",
            QuorumRole::Observer => "observer",
        }),
        fact(&row.log_end_offset, from),
        fact(&row.lag, from),
        fact(&row.behind_ms, from),
        fact(&row.last_fetch, from),
        fact(&row.last_caught_up, from),
        fact(&row.directory, from),
        fact(&row.endpoints, from),
    ]
}
