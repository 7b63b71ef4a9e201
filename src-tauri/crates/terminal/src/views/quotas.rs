//! Client quotas, one entity a line. A limit that is not set is empty; keys that have no column stand in the last one.

use contract::{Provenance, QuotaRow};

use crate::{
    cell::{Cell, Mark, maybe, said},
    shown::{Column, number, text},
};

const KEYS: [&str; 5] = [
    "producer_byte_rate",
    "consumer_byte_rate",
    "request_percentage",
    "controller_mutation_rate",
    "connection_creation_rate",
];

pub(crate) const COLUMNS: &[Column] = &[
    text("entity", "entity"),
    number("producer_byte_rate", "producer"),
    number("consumer_byte_rate", "consumer"),
    number("request_percentage", "request time"),
    number("controller_mutation_rate", "mutations"),
    number("connection_creation_rate", "connections"),
    text("other", "other"),
];

pub(crate) fn row(row: &QuotaRow, _: &Provenance) -> Vec<Cell> {
    let part = |(kind, name): &(String, Option<String>)| {
        format!("{kind} {}", name.as_deref().unwrap_or("<default>"))
    };
    let mut cells = vec![said(row.entity.iter().map(part).collect::<Vec<_>>().join(", "))];
    cells.extend(KEYS.map(|key| {
        let limit = row.limits.iter().find(|limit| limit.key == key);
        limit.map_or_else(
            || maybe(None::<&str>),
            |limit| Cell {
                shown: limit.reading.clone().unwrap_or_else(|| limit.value.clone()),
                exact: limit.value.clone(),
                mark: Mark::Known,
                why: None,
            },
        )
    }));
    let other = row.limits.iter().filter(|limit| !KEYS.contains(&limit.key.as_str()));
    cells.push(said(
        other.map(|limit| format!("{}={}", limit.key, limit.value)).collect::<Vec<_>>().join(", "),
    ));
    cells
}
