//! The partitions of a topic, one a line.

use contract::{PartitionRow, Provenance, ReplicaCell, ReplicaState};

use crate::{
    cell::{Cell, bytes, fact, maybe, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    number("partition", "partition"),
    number("leader", "leader"),
    text("replicas", "replicas"),
    text("out_of_sync", "out of sync"),
    number("epoch", "epoch"),
    number("earliest", "earliest"),
    number("latest", "latest"),
    number("span", "span"),
    number("size", "size"),
    number("worst_lag", "worst lag"),
];

pub(crate) fn row(row: &PartitionRow, from: &Provenance) -> Vec<Cell> {
    let ids = |which: &dyn Fn(&ReplicaCell) -> bool| {
        let ids: Vec<String> =
            row.replicas.iter().filter(|one| which(one)).map(|one| one.broker.to_string()).collect();
        said(ids.join(" "))
    };
    let behind = |one: &ReplicaCell| matches!(one.state, ReplicaState::OutOfSync | ReplicaState::Offline);
    vec![
        said(row.index),
        maybe(row.leader),
        ids(&|_| true),
        ids(&behind),
        fact(&row.epoch, from),
        fact(&row.earliest, from),
        fact(&row.latest, from),
        fact(&row.span, from),
        bytes(&row.size, from),
        fact(&row.worst_lag, from),
    ]
}
