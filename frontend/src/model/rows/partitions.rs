//! The grid of a topic's partitions: a column for each broker that holds a replica, a mark for what the replica is there.

use contract::{PartitionRow, ReplicaState};

use super::brokers::{long, size};
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, error, strong},
    column::{Align, Column, number, text},
    number::grouped,
    shown::ShownRow,
};

/// The brokers' columns stand between the partition and its offsets.
#[must_use]
pub fn columns(brokers: &[i32], down: &[i32]) -> Vec<Column> {
    let mut columns = vec![number("index", "#", 64, "")];
    let width = if brokers.len() > 8 { 46 } else { 58 };
    for broker in brokers {
        let lost = down.contains(broker);
        let hint = if lost { format!("Broker {broker} is down.") } else { String::new() };
        let column = text(&format!("broker_{broker}"), &broker.to_string(), width, &hint).fixed_order();
        columns.push(Column { align: Align::Center, warns: lost, ..column });
    }
    columns.extend([
        text("error", "", 60, "").fixed_order().flexible(),
        number("epoch", "Epoch", 70, "Leader epoch: counts up with every change of the leader."),
        number("earliest", "Earliest", 90, "First offset that is still there."),
        number("latest", "Latest", 90, "Offset that the next record gets (as far as readers see)."),
        number("span", "Offset span", 90, "Latest less earliest: an upper bound of the records."),
        number("size", "Size GiB", 84, "The leader's copy."),
        number(
            "worst_lag",
            "Follower lag",
            100,
            "Largest offset lag of a follower, as its broker's log dirs tell.",
        ),
    ]);
    columns
}

#[must_use]
pub fn shown(row: &PartitionRow, brokers: &[i32]) -> ShownRow {
    let mut cells: Vec<Cell> = vec![vec![strong(row.index.to_string())]];
    for broker in brokers {
        let replica = row.replicas.iter().find(|replica| replica.broker == *broker);
        cells.push(replica.map(|replica| Piece::Replica(replica.state)).into_iter().collect());
    }
    let mut trouble: Cell = row.error.iter().map(error).collect();
    if row.leader.is_none() && row.error.is_none() {
        let note = "No replica leads this partition now: nothing can be read or written.".to_owned();
        trouble.push(Piece::Tag { text: "no leader".to_owned(), tone: Tone::Red, note: Some(note) });
    }
    let lag = row.worst_lag.value().map_or(0, |v| v.0);
    cells.extend([
        trouble,
        vec![Piece::Figure(Figure::of(&row.epoch, "leader epoch", |v| grouped(i64::from(*v))))],
        vec![Piece::Figure(long(&row.earliest, "earliest offset"))],
        vec![Piece::Figure(long(&row.latest, "latest offset"))],
        vec![Piece::Figure(long(&row.span, "offsets from earliest to latest"))],
        vec![size(&row.size, "in the leader's copy")],
        vec![Piece::Figure(long(&row.worst_lag, "offsets behind, the worst follower").tone(if lag > 0 {
            Tone::Plain
        } else {
            Tone::Dim
        }))],
    ]);
    ShownRow { key: row.index.to_string(), cells, ..ShownRow::default() }
}

/// A replica's mark (None: a tick) and its word.
#[must_use]
pub const fn mark(state: ReplicaState) -> (Option<&'static str>, &'static str) {
    match state {
        ReplicaState::Leader => (Some("L"), "leader"),
        ReplicaState::InSync => (None, "in sync"),
        ReplicaState::OutOfSync => (Some("out"), "out of sync"),
        ReplicaState::Offline => (Some("off"), "offline"),
        ReplicaState::Adding => (Some("+"), "being added"),
        ReplicaState::Removing => (Some("−"), "being removed"),
    }
}

/// The class of its mark.
#[must_use]
pub const fn mark_class(state: ReplicaState) -> &'static str {
    match state {
        ReplicaState::Leader => "mark leader",
        ReplicaState::InSync => "mark in-sync",
        ReplicaState::OutOfSync => "mark out",
        ReplicaState::Offline => "mark offline",
        ReplicaState::Adding => "mark adding",
        ReplicaState::Removing => "mark removing",
    }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, PartitionRow, ReplicaCell, ReplicaState};

    use super::{columns, shown};
    use crate::model::cell::Piece;

    fn row(leader: Option<i32>) -> PartitionRow {
        PartitionRow {
            index: 3,
            error: None,
            replicas: vec![
                ReplicaCell { broker: 5, state: ReplicaState::Leader },
                ReplicaCell { broker: 4, state: ReplicaState::OutOfSync },
            ],
            leader,
            epoch: Fact::Asking,
            earliest: Fact::Asking,
            latest: Fact::Asking,
            span: Fact::Asking,
            size: Fact::Asking,
            worst_lag: Fact::Asking,
        }
    }

    #[test]
    fn each_replica_stands_under_its_broker() {
        let brokers = [1, 4, 5];
        let drawn = shown(&row(Some(5)), &brokers);
        assert_eq!(drawn.cells.len(), columns(&brokers, &[4]).len());
        assert!(drawn.cells[1].is_empty());
        assert_eq!(drawn.cells[2], [Piece::Replica(ReplicaState::OutOfSync)]);
        assert_eq!(drawn.cells[3], [Piece::Replica(ReplicaState::Leader)]);
    }

    #[test]
    fn a_partition_without_leader_says_so() {
        let drawn = shown(&row(None), &[4, 5]);
        assert!(matches!(&drawn.cells[3][..], [Piece::Tag { text, .. }] if text == "no leader"));
    }
}
