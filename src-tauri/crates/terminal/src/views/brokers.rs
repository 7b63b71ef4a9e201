//! Brokers, one a line.

use contract::{BrokerRow, BrokerState, Provenance};

use crate::{
    cell::{Cell, bytes, decimal, fact, maybe, said},
    shown::{Column, number, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    number("id", "broker"),
    text("state", "state"),
    text("controller", "controller"),
    text("host", "host"),
    number("port", "port"),
    text("rack", "rack"),
    number("leads", "leads"),
    number("replicas", "replicas"),
    number("in_sync", "in sync"),
    number("kafka", "kafka"),
    number("volume", "volume"),
    number("usable", "usable"),
    number("round_trip_ms", "round trip ms"),
];

pub(crate) fn row(row: &BrokerRow, from: &Provenance) -> Vec<Cell> {
    vec![
        said(row.id),
        state(&row.state),
        said(if row.controller { "yes" } else { "" }),
        said(&row.host),
        maybe(row.port),
        maybe(row.rack.as_ref()),
        fact(&row.leads, from),
        fact(&row.replicas, from),
        fact(&row.in_sync, from),
        bytes(&row.kafka, from),
        bytes(&row.volume, from),
        bytes(&row.usable, from),
        decimal(&row.round_trip_ms, from),
    ]
}

fn state(state: &BrokerState) -> Cell {
    said(match state {
        BrokerState::Up => "up",
        BrokerState::NotAnswering { .. } => "not answering",
        BrokerState::Down { .. } => "down",
        BrokerState::Fenced { .. } => "fenced",
    })
}
