//! Our own connections to a broker.

use contract::SocketRow;

use crate::model::{
    cell::{Piece, Tone, mono, noted, toned, words},
    column::{Column, number, text},
    number::count,
    shown::ShownRow,
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("address", "Address", 260, "").flexible().fixed_order(),
        text("state", "State", 130, "").fixed_order(),
        number("in_flight", "In flight", 90, "Requests that were sent and are not answered yet.")
            .fixed_order(),
        number("since", "For", 90, "How long it has been in this state.").fixed_order(),
        text("cause", "Why", 300, "").flexible().fixed_order(),
    ]
}

#[must_use]
pub fn shown(at: usize, row: &SocketRow) -> ShownRow {
    let tone = if row.state == "ready" { Tone::Plain } else { Tone::Amber };
    let since = row.since.map(|at| Piece::Age { at: at.0, before: "", tone: Tone::Dim });
    ShownRow {
        key: at.to_string(),
        cells: vec![
            vec![mono(row.address.clone(), Tone::Plain)],
            vec![toned(row.state.clone(), tone)],
            vec![words(count(row.in_flight))],
            vec![since.unwrap_or_else(|| toned("—", Tone::Dim))],
            row.cause.iter().map(|cause| noted(cause.clone(), Tone::Red, cause.clone())).collect(),
        ],
        ..ShownRow::default()
    }
}
