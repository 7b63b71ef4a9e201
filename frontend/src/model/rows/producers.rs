//! The producers of a topic's partitions. One with a transaction open says since which offset; a partition that did not tell keeps a row.

use contract::{Fact, ProducerRow};

use super::{brokers::long, quorum::moment};
use crate::model::{
    cell::{Figure, Piece, words},
    column::{Column, number, text},
    shown::{Around, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        number("partition", "Partition", 70, ""),
        number(
            "producer_id",
            "Producer id",
            110,
            "Given out by the cluster to idempotent and transactional producers.",
        ),
        number("epoch", "Epoch", 70, "A newer one fences those before it."),
        number(
            "last_sequence",
            "Last sequence",
            90,
            "Number of its last record, by which repeats are left out.",
        ),
        number(
            "open_since",
            "Open since offset",
            110,
            "First offset of the transaction that it has open here: the last stable offset can't pass it.",
        ),
        number(
            "coordinator_epoch",
            "Coordinator epoch",
            110,
            "Of the coordinator that last wrote a marker here.",
        ),
        text(
            "last_timestamp",
            "Last record",
            150,
            "Time of its last record, by whoever stamps records of this topic.",
        )
        .flexible(),
    ]
}

#[must_use]
pub fn shown(row: &ProducerRow, around: &Around<'_>) -> ShownRow {
    let number = |fact: &Fact<i32>, about| vec![Piece::Figure(Figure::of(fact, about, ToString::to_string))];
    let id = row.producer_id.value().map(ToString::to_string).unwrap_or_default();
    ShownRow {
        key: format!("{}:{id}", row.partition),
        cells: vec![
            vec![words(row.partition.to_string())],
            vec![Piece::Figure(Figure::of(&row.producer_id, "producer id", ToString::to_string))],
            number(&row.epoch, "epoch of the producer"),
            number(&row.last_sequence, "its last sequence number"),
            vec![Piece::Figure(long(&row.open_since, "first offset of its open transaction").strong(true))],
            number(&row.coordinator_epoch, "epoch of the coordinator"),
            moment(&row.last_timestamp, "its last record", around),
        ],
        ..ShownRow::default()
    }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64, ProducerRow, Provenance};

    use super::{columns, shown};
    use crate::model::{cell::Piece, shown::Around};

    #[test]
    fn no_open_transaction_is_not_one_since_offset_zero() {
        let row = |open_since| ProducerRow {
            partition: 3,
            producer_id: Fact::Known { v: Int64(7), s: 0 },
            epoch: Fact::Known { v: 0, s: 0 },
            last_sequence: Fact::Known { v: 0, s: 0 },
            last_timestamp: Fact::Missing { why: 0 },
            coordinator_epoch: Fact::Missing { why: 0 },
            open_since,
        };
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let open = |fact| {
            let drawn = shown(&row(fact), &around);
            assert_eq!(drawn.cells.len(), columns().len());
            match &drawn.cells[4][0] {
                Piece::Figure(figure) => figure.text.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(open(Fact::Missing { why: 0 }), "—");
        assert_eq!(open(Fact::Known { v: Int64(0), s: 0 }), "0");
    }
}
