//! The reassignments table: which replicas come and go, and how far the new copies have come. A row opens to each new copy.

use contract::{Fact, Int64, ReassignmentRow, TopicTab};

use super::brokers::share;
use crate::model::{
    bytes,
    cell::{Cell, Figure, Piece, Tone, toned, words},
    column::{Column, number, text},
    number::percent,
    route::{Page, Route},
    shown::{Around, DetailLine, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("topic", "Topic", 180, "").flexible(),
        number("partition", "Partition", 60, ""),
        text("replicas", "Replicas", 90, "Brokers of all replicas, old and new.").fixed_order(),
        text("adding", "Adding", 70, "Brokers that get a replica.").fixed_order(),
        text("removing", "Removing", 70, "Brokers that lose theirs when the new ones are in sync.")
            .fixed_order(),
        number("size", "Size", 80, "Of the leader's copy, by its log dirs."),
        number("copied", "Copied", 80, "At the brokers that are added, by their log dirs."),
        number(
            "left",
            "Left",
            80,
            "What the new copies lack of the leader's; an estimate where logs are compacted.",
        ),
        number("rate", "Rate", 90, "How fast the new copies grow, from two looks at log dirs."),
    ]
}

#[must_use]
pub fn shown(row: &ReassignmentRow, around: &Around<'_>) -> ShownRow {
    let page = Page::Topic { name: row.topic.clone(), tab: TopicTab::Partitions };
    let still = row.rate.value() == Some(&Int64(0)) && row.left.value().is_some_and(|left| left.0 > 0);
    let tone = if still { Tone::Amber } else { Tone::Plain };
    let ids = |fact: &Fact<String>, about| {
        let none = fact.value().is_some_and(String::is_empty);
        let figure = Figure::of(fact, about, |ids| if none { "none".to_owned() } else { ids.clone() });
        vec![Piece::Figure(figure.tone(if none { Tone::Dim } else { Tone::Plain }))]
    };
    ShownRow {
        key: format!("{}-{}", row.topic, row.partition),
        cells: vec![
            vec![Piece::Link {
                text: row.topic.clone(),
                href: Route::page(around.cluster, page).href(),
                mono: true,
            }],
            vec![words(row.partition.to_string())],
            ids(&row.replicas, "replicas"),
            ids(&row.adding, "brokers that get a replica"),
            ids(&row.removing, "brokers that lose theirs"),
            vec![Piece::Figure(amount(&row.size, "in the leader's copy", ""))],
            copied(&row.copied, &row.left, "in the new copies"),
            vec![Piece::Figure(amount(&row.left, "still to be copied", ""))],
            vec![Piece::Figure(amount(&row.rate, "a second", "/s").tone(tone))],
        ],
        detail: row.copies.iter().map(detail).collect(),
        ..ShownRow::default()
    }
}

/// In the unit that fits, every byte in the card.
fn amount(fact: &Fact<Int64>, about: &'static str, per: &str) -> Figure {
    let exact = fact.value().map(|v| bytes::exact(v.0));
    let text = |v: &Int64| {
        let (number, unit) = bytes::fitting(v.0);
        format!("{number} {unit}{per}")
    };
    Figure::of(fact, about, text).exact(exact)
}

/// How much has come, and its share of what is there and what is left: never "100 %" while something is.
fn copied(bytes: &Fact<Int64>, left: &Fact<Int64>, about: &'static str) -> Cell {
    let mut cell = vec![Piece::Figure(amount(bytes, about, ""))];
    let part = bytes.value().zip(left.value());
    if let Some(share) = part.and_then(|(bytes, left)| share(bytes.0, bytes.0.saturating_add(left.0))) {
        let share = if share < 1.0 { share } else { share.floor() };
        cell.push(toned(percent(share), Tone::Dim));
    }
    cell
}

fn detail(copy: &contract::CopyUnderWay) -> DetailLine {
    let mut pieces = copied(&copy.bytes, &copy.left, "in this copy");
    pieces.push(toned("copied", Tone::Dim));
    pieces.push(Piece::Figure(amount(&copy.left, "still to be copied", "")));
    pieces.push(toned("left", Tone::Dim));
    pieces.push(Piece::Figure(amount(&copy.rate, "a second", "/s")));
    DetailLine { label: format!("To {}", copy.broker), pieces }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64, Provenance, ReassignmentRow};

    use super::{columns, shown};
    use crate::model::{
        cell::{Piece, Tone},
        shown::Around,
    };

    #[test]
    fn a_rate_that_is_not_known_is_no_zero_and_a_copy_that_stands_still_is_marked() {
        let known = |v| Fact::Known { v: Int64(v), s: 0 };
        let ids = |ids: &str| Fact::Known { v: ids.to_owned(), s: 0 };
        let row = |rate: Fact<Int64>| ReassignmentRow {
            topic: "orders".to_owned(),
            partition: 0,
            replicas: ids("1, 2"),
            adding: ids("2"),
            removing: ids(""),
            size: known(4096),
            copied: known(1024),
            left: known(3072),
            rate,
            copies: Vec::new(),
        };
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let rate = |rate| {
            let drawn = shown(&row(rate), &around);
            assert_eq!(drawn.cells.len(), columns().len());
            match &drawn.cells[8][0] {
                Piece::Figure(figure) => (figure.text.clone(), figure.tone),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(rate(Fact::Missing { why: 0 }), ("—".to_owned(), Tone::Plain));
        assert_eq!(rate(known(0)), ("0 B/s".to_owned(), Tone::Amber));
        assert_eq!(rate(known(2048)), ("2.00 KiB/s".to_owned(), Tone::Plain));
    }
}
