//! The log-dirs table: one row for each broker and directory, under its broker's heading. A broker that did not answer keeps its
//! heading, its reason and its last rows.

use contract::{ErrorKind, LogDirRow, LogDirState};

use super::brokers::{bar, fullness, long, plain, size};
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, Words, mono, noted, sentence, strong, toned, words},
    column::{Column, number, text},
    number::percent,
    route::{LogDirBy, Page, Route},
    shown::{Around, Group, ShownRow},
};

/// The bar's place among the grouped columns.
const BAR: usize = 6;

/// Columns; the broker stands in its own one where the rows are not grouped by it, in the place of the bar.
#[must_use]
pub fn columns(grouped: bool) -> Vec<Column> {
    let mut columns = vec![
        text("path", "Directory", 122, "").flexible(),
        text("state", "State", 70, ""),
        number(
            "volume",
            "Volume GiB",
            60,
            "Size of the file system that holds the directory; two directories may share one.",
        ),
        number("usable", "Usable", 50, "What the file system says is free for Kafka, in GiB."),
        number("kafka", "Kafka", 50, "Replicas in this directory, future ones included, in GiB."),
        number("other", "Other", 50, "Everything else on the volume, in GiB: volume less usable less Kafka."),
        text("bar", "", 68, "").fixed_order().repeats(),
        number("kafka_percent", "Kafka %", 50, "Kafka's part of the volume."),
        number("replicas", "Replicas", 50, ""),
        number("leaders", "Leaders", 50, "Replicas here that lead their partition."),
        number(
            "future",
            "Moving",
            50,
            "Future replicas: being moved here from another directory of this broker.",
        ),
        number("worst_lag", "Worst lag", 60, "Largest offset lag of a replica in this directory."),
        number("told", "Age", 50, "How long ago the broker told this row."),
    ];
    if !grouped {
        columns.retain(|column| column.id != "bar");
        columns.insert(0, text("broker", "Broker", 50, ""));
    }
    columns
}

#[must_use]
pub fn shown(row: &LogDirRow, grouped: bool, around: &Around<'_>) -> ShownRow {
    let lost = !matches!(row.state, LogDirState::Online);
    let tone = if lost { Tone::Dim } else { Tone::Plain };
    let path = match &row.path {
        Some(path) => {
            let page = Page::LogDir { broker: row.broker, path: path.clone(), by: LogDirBy::Topics };
            let href = Route::page(around.cluster, page).href();
            Piece::Link { text: path.clone(), href, mono: true }
        }
        None => noted("not told", Tone::Dim, "This broker has not told its directories yet."),
    };
    let mut cells = vec![
        vec![path],
        state(row),
        volume(row),
        vec![size(&row.usable, "free for Kafka on the volume")],
        vec![size(&row.kafka, "in replicas of this directory")],
        vec![size(&row.other, "on the volume that is not Kafka's")],
        bar(&row.kafka, &row.volume, &row.usable),
        vec![share(row)],
        vec![plain(&row.replicas, "replicas in this directory")],
        vec![plain(&row.leaders, "of them lead their partition")],
        vec![moving(row)],
        vec![Piece::Figure(long(&row.worst_lag, "offsets behind, the worst replica here"))],
        vec![row.told.map_or_else(
            || toned("—", Tone::Dim),
            |at| Piece::Age { at: at.0, before: "", tone: Tone::Dim },
        )],
    ];
    if !grouped {
        cells.remove(BAR);
        cells.insert(0, vec![toned(row.broker.to_string(), tone)]);
    }
    ShownRow {
        key: format!("{}:{}", row.broker, row.path.as_deref().unwrap_or("")),
        cells,
        lost,
        group: grouped.then(|| heading(row)),
        target: row.path.as_ref().map(|path| {
            let page = Page::LogDir { broker: row.broker, path: path.clone(), by: LogDirBy::Topics };
            Route::page(around.cluster, page)
        }),
        detail: Vec::new(),
    }
}

fn heading(row: &LogDirRow) -> Group {
    let mut pieces = vec![strong(format!("Broker {}", row.broker))];
    if !row.host.is_empty() {
        pieces.push(mono(row.host.clone(), Tone::Dim));
    }
    let mut notes = Vec::new();
    if let Some(rack) = &row.rack {
        notes.push(format!("rack {rack}"));
    }
    if row.controller {
        notes.push("controller".to_owned());
    }
    if !notes.is_empty() {
        pieces.push(toned(notes.join(" · "), Tone::Dim));
    }
    if let Some(error) = &row.broker_failed {
        // A broker that the metadata does not list was not asked, and can't have failed to answer.
        if error.kind == ErrorKind::NoTarget {
            let why = "not asked: the metadata does not list it";
            pieces.push(noted(why, Tone::Red, sentence(error)));
        } else {
            pieces.push(toned("did not answer", Tone::Red));
            pieces.push(Piece::Age { at: error.at.0, before: "asked ", tone: Tone::Dim });
            pieces.push(noted(error.message.clone(), Tone::Red, sentence(error)));
        }
    }
    Group { key: row.broker.to_string(), pieces }
}

fn state(row: &LogDirRow) -> Cell {
    let mut cell = match &row.state {
        LogDirState::Online => vec![words("Online")],
        LogDirState::Offline { code, name, sentence } => vec![
            noted("Offline", Tone::Red, format!("{name} ({code}): {sentence}")),
            toned(offline_short(name), Tone::Dim),
        ],
        LogDirState::LastSeen { at } => {
            vec![Piece::Age { at: at.0, before: "Last seen ", tone: Tone::Amber }]
        }
        LogDirState::Unknown => match &row.broker_failed {
            Some(error) => vec![noted("Not known", Tone::Amber, sentence(error))],
            None => vec![toned("Asking", Tone::Dim)],
        },
    };
    if row.cordoned.value() == Some(&true) {
        let note = "The broker puts no new replicas into this directory.".to_owned();
        cell.push(Piece::Tag { text: "cordoned".to_owned(), tone: Tone::Plain, note: Some(note) });
    }
    cell
}

/// The usual code in a word; others as the broker names them.
fn offline_short(name: &str) -> &str {
    if name == "KAFKA_STORAGE_ERROR" { "storage error" } else { name }
}

fn volume(row: &LogDirRow) -> Cell {
    let mut cell = vec![size(&row.volume, "size of the volume")];
    if row.shared_volume {
        cell.insert(
            0,
            Piece::Text(Words {
                text: "=".to_owned(),
                tone: Tone::Dim,
                note: Some(
                    "Another directory of this broker has the same volume figures: most likely one volume. It counts once in totals."
                        .to_owned(),
                ),
                ..Words::default()
            }),
        );
    }
    cell
}

fn share(row: &LogDirRow) -> Piece {
    let value = row.kafka_percent.value().copied().unwrap_or(0.0);
    let figure = Figure::of(&row.kafka_percent, "of the volume is Kafka's", |v| percent(*v));
    Piece::Figure(figure.tone(fullness(value)).strong(value >= 90.0))
}

fn moving(row: &LogDirRow) -> Piece {
    plain(&row.future, "future replicas, being moved here")
}

#[cfg(test)]
mod tests;
