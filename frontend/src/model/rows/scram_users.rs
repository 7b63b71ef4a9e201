//! SCRAM users. One whose part failed keeps its row, with the reason.

use contract::ScramUserRow;

use crate::model::{
    cell::{Tone, error, mono, toned, words},
    column::{Column, number, text},
    number::count,
    shown::ShownRow,
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("user", "User", 200, "").flexible(),
        text("mechanism", "Mechanism", 140, "The password itself is never told."),
        number(
            "iterations",
            "Iterations",
            90,
            "How often the password is hashed: more makes guessing dearer.",
        ),
    ]
}

#[must_use]
pub fn shown(row: &ScramUserRow) -> ShownRow {
    let untold = || toned("—", Tone::Dim);
    let mut user = vec![mono(row.user.clone(), Tone::Plain)];
    user.extend(row.error.iter().map(error));
    let iterations = row.iterations.and_then(|iterations| u32::try_from(iterations).ok());
    ShownRow {
        key: format!("{}\n{}", row.user, row.mechanism.as_deref().unwrap_or_default()),
        cells: vec![
            user,
            vec![row.mechanism.clone().map_or_else(untold, words)],
            vec![iterations.map_or_else(untold, |iterations| words(count(iterations)))],
        ],
        ..ShownRow::default()
    }
}
