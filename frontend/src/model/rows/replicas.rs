//! A directory's replicas, one by one and summed by topic.

use contract::{ReplicaRollup, ReplicaRow, TopicTab};

use super::brokers::{long, plain, size};
use crate::model::{
    cell::{Figure, Piece, Tone, toned, words},
    column::{Column, number, text},
    number::count,
    route::{Page, Route},
    shown::{Around, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("topic", "Topic", 240, "").flexible(),
        number("partition", "Partition", 90, ""),
        text("role", "Role", 110, "Whether this replica leads its partition, by the cluster's metadata."),
        number("bytes", "Size GiB", 110, "As the broker's log dirs tell; every byte in the card."),
        number(
            "lag",
            "Offset lag",
            120,
            "How far behind the high watermark; of a future replica, behind the current one.",
        ),
        text("future", "Moving", 110, "Being moved here from another directory."),
    ]
}

#[must_use]
pub fn shown(row: &ReplicaRow, around: &Around<'_>) -> ShownRow {
    let moving = if row.future {
        Piece::Tag { text: "moving here".to_owned(), tone: Tone::Amber, note: None }
    } else {
        toned("no", Tone::Dim)
    };
    ShownRow {
        key: format!("{}-{}{}", row.topic, row.partition, if row.future { "+" } else { "" }),
        cells: vec![
            vec![topic(&row.topic, around)],
            vec![words(row.partition.to_string())],
            vec![Piece::Figure(Figure::of(&row.role, "role of this replica", Clone::clone))],
            vec![size(&row.bytes, "in this replica")],
            vec![Piece::Figure(long(&row.lag, "offsets behind"))],
            vec![moving],
        ],
        target: Some(route(&row.topic, around)),
        ..ShownRow::default()
    }
}

#[must_use]
pub fn rollup_columns() -> Vec<Column> {
    vec![
        text("topic", "Topic", 240, "").flexible(),
        number("replicas", "Replicas", 100, "Partitions of this topic with a replica here."),
        number("leaders", "Leaders", 100, "Of them, those that lead their partition."),
        number("future", "Moving", 90, "Being moved here from another directory."),
        number("bytes", "Size GiB", 120, "Sum of its replicas here."),
        number("worst_lag", "Worst lag", 120, "Largest offset lag of its replicas here."),
    ]
}

#[must_use]
pub fn rollup_shown(row: &ReplicaRollup, around: &Around<'_>) -> ShownRow {
    let moving = if row.future > 0 { Tone::Amber } else { Tone::Dim };
    ShownRow {
        key: row.topic.clone(),
        cells: vec![
            vec![topic(&row.topic, around)],
            vec![words(count(row.replicas))],
            vec![plain(&row.leaders, "of them lead their partition")],
            vec![toned(count(row.future), moving)],
            vec![size(&row.bytes, "in the replicas of this topic here")],
            vec![Piece::Figure(long(&row.worst_lag, "offsets behind, the worst replica"))],
        ],
        target: Some(route(&row.topic, around)),
        ..ShownRow::default()
    }
}

fn route(topic: &str, around: &Around<'_>) -> Route {
    Route::page(around.cluster, Page::Topic { name: topic.to_owned(), tab: TopicTab::Partitions })
}

fn topic(name: &str, around: &Around<'_>) -> Piece {
    Piece::Link { text: name.to_owned(), href: route(name, around).href(), mono: true }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Provenance, ReplicaRollup, ReplicaRow};

    use super::{columns, rollup_columns, rollup_shown, shown};
    use crate::model::shown::Around;

    #[test]
    fn a_future_replica_is_another_row_than_the_current_one() {
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let row = |future| ReplicaRow {
            topic: "orders".to_owned(),
            partition: 1,
            role: Fact::Asking,
            bytes: Fact::Asking,
            lag: Fact::Asking,
            future,
        };
        assert_ne!(shown(&row(true), &around).key, shown(&row(false), &around).key);
        assert_eq!(shown(&row(true), &around).cells.len(), columns().len());
    }

    #[test]
    fn the_rollup_fills_its_columns() {
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let row = ReplicaRollup {
            topic: "orders".to_owned(),
            replicas: 3,
            leaders: Fact::Asking,
            future: 0,
            bytes: Fact::Asking,
            worst_lag: Fact::Asking,
        };
        assert_eq!(rollup_shown(&row, &around).cells.len(), rollup_columns().len());
    }
}
