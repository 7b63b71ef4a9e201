//! The topics table. Each topic's own failure stands in its own row; the others live.

use contract::{TopicRow, TopicTab};

use super::brokers::{long, size};
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, age_of, error, toned, words},
    column::{Column, number, text},
    number::{count, of},
    route::{Page, Route},
    shown::{Around, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("name", "Topic", 200, "").flexible(),
        number("partitions", "Partitions", 70, ""),
        number(
            "replication",
            "RF",
            50,
            "Replication factor: the smallest replica count over its partitions.",
        ),
        number("out_of_sync", "Out of sync", 60, "Replicas that are not in the ISR."),
        number(
            "offset_span",
            "Offset span",
            90,
            "Latest less earliest over all partitions: an upper bound of the records.",
        ),
        number(
            "size",
            "Size GiB",
            70,
            "All replicas on the brokers that answered, not the leaders' copies alone.",
        ),
        text("cleanup", "Cleanup", 90, "cleanup.policy"),
        number("retention", "Retention", 60, "retention.ms, read with its unit."),
        number("age", "Age", 50, "How long ago this topic's metadata was told.").fixed_order(),
    ]
}

#[must_use]
pub fn shown(row: &TopicRow, around: &Around<'_>) -> ShownRow {
    let route =
        Route::page(around.cluster, Page::Topic { name: row.name.clone(), tab: TopicTab::Partitions });
    let mut name = vec![Piece::Link { text: row.name.clone(), href: route.href(), mono: true }];
    if row.internal {
        name.push(Piece::Tag { text: "internal".to_owned(), tone: Tone::Plain, note: None });
    }
    if let Some(failed) = &row.error {
        name.push(error(failed));
    }
    let counted = |number: u32, tone: Tone| -> Cell {
        if let Some(untold) = untold(row) {
            return vec![untold];
        }
        vec![toned(count(number), tone)]
    };
    let mut partitions = counted(row.partitions, Tone::Plain);
    if row.leaderless > 0 {
        let note = "Nothing can be read from or written to a partition without a leader.".to_owned();
        let text = format!("{} leaderless", count(row.leaderless));
        partitions.insert(0, Piece::Tag { text, tone: Tone::Red, note: Some(note) });
    }
    let behind = if row.out_of_sync > 0 { Tone::Amber } else { Tone::Dim };
    ShownRow {
        key: row.name.clone(),
        cells: vec![
            name,
            partitions,
            counted(row.replication, Tone::Plain),
            counted(row.out_of_sync, behind),
            vec![Piece::Figure(long(&row.offset_span, "offsets from earliest to latest, all partitions"))],
            vec![size(&row.size, "in all replicas of this topic")],
            vec![Piece::Figure(Figure::of(&row.cleanup, "cleanup.policy", Clone::clone))],
            vec![Piece::Figure(Figure::of(&row.retention, "retention.ms", Clone::clone))],
            age_of(row.source, around.provenance),
        ],
        target: Some(route),
        ..ShownRow::default()
    }
}

/// No topic has no partitions: without any, its counts are not zero but not told (yet, or for the error in their place).
#[must_use]
pub fn untold(row: &TopicRow) -> Option<Piece> {
    (row.partitions == 0).then(|| toned(if row.error.is_some() { "—" } else { "·" }, Tone::Dim))
}

/// The header line of a topic's page.
#[must_use]
pub fn headline(row: &TopicRow) -> Vec<Piece> {
    if untold(row).is_some() {
        let told = row.error.as_ref().map_or_else(|| toned("asking", Tone::Dim), error);
        return vec![told];
    }
    vec![
        words(of(row.partitions, "partition", "partitions")),
        toned("·", Tone::Dim),
        words(format!("RF {}", row.replication)),
        toned("·", Tone::Dim),
        Piece::Figure(Figure::of(&row.cleanup, "cleanup.policy", Clone::clone)),
        toned("·", Tone::Dim),
        words("retention"),
        Piece::Figure(Figure::of(&row.retention, "retention.ms", Clone::clone)),
    ]
}

#[cfg(test)]
mod tests {
    use contract::{ApiError, ErrorKind, Fact, Int64, Provenance, TopicRow};

    use super::{columns, headline, shown};
    use crate::model::{
        cell::{Piece, Tone, toned},
        shown::Around,
    };

    fn row() -> TopicRow {
        TopicRow {
            name: "orders".to_owned(),
            internal: false,
            error: None,
            partitions: 24,
            leaderless: 0,
            replication: 3,
            out_of_sync: 0,
            offset_span: Fact::Asking,
            size: Fact::Asking,
            cleanup: Fact::Asking,
            retention: Fact::Asking,
            source: None,
        }
    }

    fn texts(row: &TopicRow) -> Vec<String> {
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let drawn = shown(row, &around);
        assert_eq!(drawn.cells.len(), columns().len());
        let text = |piece: &Piece| match piece {
            Piece::Text(words) => Some(words.text.clone()),
            Piece::Figure(figure) => Some(figure.text.clone()),
            Piece::Tag { text, .. } | Piece::Link { text, .. } => Some(text.clone()),
            _ => None,
        };
        drawn.cells.iter().map(|cell| cell.iter().filter_map(text).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn what_is_still_asked_for_is_a_dot() {
        assert_eq!(texts(&row())[4..8], ["·", "·", "·", "·"]);
    }

    #[test]
    fn a_topic_that_may_not_be_read_shows_its_error_and_no_zero() {
        let mut error = ApiError::plain(ErrorKind::Authorization, "not authorized", Int64(0));
        error.code_name = Some("TOPIC_AUTHORIZATION_FAILED".to_owned());
        let texts = texts(&TopicRow { error: Some(error), partitions: 0, replication: 0, ..row() });
        assert_eq!(texts[0], "orders TOPIC_AUTHORIZATION_FAILED");
        assert_eq!(texts[1..4], ["—", "—", "—"]);
    }

    #[test]
    fn an_unknown_topic_has_no_zero_in_its_head() {
        let unknown = TopicRow { partitions: 0, replication: 0, ..row() };
        assert_eq!(headline(&unknown), [toned("asking", Tone::Dim)]);
        assert_eq!(texts(&unknown)[1], "·");
    }

    #[test]
    fn a_partition_without_leader_is_named() {
        assert_eq!(texts(&TopicRow { leaderless: 2, ..row() })[1], "2 leaderless 24");
    }
}
