//! The groups table, merged over all brokers. Kind and state stand as the broker wrote them, also kinds that we don't know.

use contract::{Fact, GroupRow};

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
    ShownRow {
        key: row.id.clone(),
        cells: vec![
            vec![mono(row.id.clone(), Tone::Plain)],
            vec![Piece::Figure(Figure::of(&row.kind, "type of the group", Clone::clone))],
            vec![Piece::Figure(Figure::of(&row.state, "state of the group", Clone::clone).tone(tone))],
            vec![Piece::Figure(Figure::of(&row.coordinator, "coordinates this group", ToString::to_string))],
            vec![plain(&row.members, "members")],
            vec![named(&row.protocol, "protocol type")],
            vec![named(&row.assignor, "assignor")],
        ],
        ..ShownRow::default()
    }
}

/// A name as the broker gave it. An empty one is told too: it says that there is none.
fn named(fact: &Fact<String>, about: &'static str) -> Piece {
    let empty = fact.value().is_some_and(String::is_empty);
    let figure = Figure::of(fact, about, |text| if empty { "none".to_owned() } else { text.clone() });
    Piece::Figure(if empty { figure.tone(Tone::Dim) } else { figure.mono() })
}

#[cfg(test)]
mod tests {
    use contract::Fact;

    use super::named;
    use crate::model::cell::{Knowing, Piece};

    #[test]
    fn no_assignor_an_assignor_not_told_and_one_by_name_differ() {
        let read = |fact| match named(&fact, "") {
            Piece::Figure(figure) => (figure.text, figure.knowing, figure.mono),
            other => (format!("{other:?}"), Knowing::Asking, false),
        };
        let known = |v: &str| Fact::Known { v: v.to_owned(), s: 0 };
        assert_eq!(read(known("range")), ("range".to_owned(), Knowing::Known, true));
        assert_eq!(read(known("")), ("none".to_owned(), Knowing::Known, false));
        assert_eq!(read(Fact::Missing { why: 0 }), ("—".to_owned(), Knowing::Missing, false));
    }
}
