//! The groups table, merged over all brokers. Kind and state stand as the broker wrote them, also kinds that we don't know.

use contract::GroupRow;

use super::brokers::plain;
use crate::model::{
    cell::{Figure, Piece, Tone, mono},
    column::{Column, number, text},
    shown::ShownRow,
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("id", "Group", 220, "").flexible(),
        text("kind", "Type", 80, "classic, consumer, share or streams, as the broker says."),
        text("state", "State", 120, "As the coordinator says."),
        number("coordinator", "Coordinator", 60, "The broker that listed it: it keeps this group."),
        number("members", "Members", 60, "Asked for the rows on screen."),
        text("protocol", "Protocol", 100, "Protocol type: consumer, connect, …"),
        text("assignor", "Assignor", 140, "How partitions are given to members; asked for with the members."),
    ]
}

#[must_use]
pub fn shown(row: &GroupRow) -> ShownRow {
    let state = row.state.value().map(String::as_str).unwrap_or_default();
    let tone = match state {
        "Dead" => Tone::Red,
        "PreparingRebalance" | "CompletingRebalance" | "Assigning" | "Reconciling" => Tone::Amber,
        "Empty" => Tone::Dim,
        _ => Tone::Plain,
    };
    let told = |text: &String| if text.is_empty() { "none".to_owned() } else { text.clone() };
    ShownRow {
        key: row.id.clone(),
        cells: vec![
            vec![mono(row.id.clone(), Tone::Plain)],
            vec![Piece::Figure(Figure::of(&row.kind, "type of the group", Clone::clone))],
            vec![Piece::Figure(Figure::of(&row.state, "state of the group", Clone::clone).tone(tone))],
            vec![Piece::Figure(Figure::of(&row.coordinator, "coordinates this group", ToString::to_string))],
            vec![plain(&row.members, "members")],
            vec![Piece::Figure(Figure::of(&row.protocol, "protocol type", told).mono())],
            vec![Piece::Figure(Figure::of(&row.assignor, "assignor", told).mono())],
        ],
        ..ShownRow::default()
    }
}
