//! Client quotas. A limit that is not set is said to be unset: it is neither unknown nor zero, which would stop a client.

use contract::QuotaRow;

use crate::model::{
    cell::{Cell, Tone, mono, noted, toned},
    column::{Column, number, text},
    shown::ShownRow,
};

const KEYS: [(&str, &str, &str); 5] = [
    ("producer_byte_rate", "Producer", "producer_byte_rate, of each broker"),
    ("consumer_byte_rate", "Consumer", "consumer_byte_rate, of each broker"),
    (
        "request_percentage",
        "Request time",
        "request_percentage: of the time of one thread of a broker; two threads have 200 %",
    ),
    (
        "controller_mutation_rate",
        "Mutations",
        "controller_mutation_rate: partitions created or deleted each second, of the cluster",
    ),
    (
        "connection_creation_rate",
        "Connections",
        "connection_creation_rate, of each broker; of addresses only",
    ),
];

#[must_use]
pub fn columns() -> Vec<Column> {
    let mut columns = vec![
        text("entity", "Entity", 200, "Of several quotas that fit a client the most exact one counts.")
            .flexible(),
    ];
    columns.extend(KEYS.map(|(key, label, hint)| number(key, label, 80, hint)));
    columns.push(
        text("other", "Other", 80, "Keys that this version does not know, as they came.").fixed_order(),
    );
    columns
}

#[must_use]
pub fn shown(row: &QuotaRow) -> ShownRow {
    let mut entity: Cell = Vec::new();
    for (kind, name) in &row.entity {
        entity.push(toned(kind.clone(), Tone::Dim));
        entity.push(match name {
            Some(name) => mono(name.clone(), Tone::Plain),
            None => noted("default", Tone::Plain, format!("Each {kind} without a quota of its own.")),
        });
    }
    let of = |key: &str| row.limits.iter().find(|limit| limit.key == key);
    let limit = |key: &str| -> Cell {
        vec![of(key).map_or_else(
            || toned("unset", Tone::Dim),
            |limit| {
                let text = limit.reading.clone().unwrap_or_else(|| limit.value.clone());
                noted(text, Tone::Plain, format!("{key} = {}", limit.value))
            },
        )]
    };
    let known = |key: &str| KEYS.iter().any(|(known, ..)| *known == key);
    let other = row.limits.iter().filter(|limit| !known(&limit.key));
    let mut cells = vec![entity];
    cells.extend(KEYS.map(|(key, ..)| limit(key)));
    cells.push(other.map(|limit| mono(format!("{}={}", limit.key, limit.value), Tone::Plain)).collect());
    ShownRow { key: format!("{:?}", row.entity), cells, ..ShownRow::default() }
}

#[cfg(test)]
mod tests {
    use contract::{QuotaLimit, QuotaRow};

    use super::{columns, shown};
    use crate::model::cell::{Cell, Piece};

    fn texts(cell: &Cell) -> Vec<&str> {
        let text = cell.iter().map(|piece: &Piece| match piece {
            Piece::Text(words) => words.text.as_str(),
            _ => "",
        });
        text.collect()
    }

    #[test]
    fn unset_zero_and_a_key_without_a_name_differ() {
        let limit = |key: &str, value: &str, reading: Option<&str>| QuotaLimit {
            key: key.to_owned(),
            value: value.to_owned(),
            reading: reading.map(str::to_owned),
        };
        let row = QuotaRow {
            entity: vec![("user".to_owned(), Some("a".to_owned())), ("client-id".to_owned(), None)],
            limits: vec![limit("producer_byte_rate", "0", Some("0 B/s")), limit("new_rate", "7", None)],
        };
        let shown = shown(&row);
        assert_eq!(shown.cells.len(), columns().len());
        assert_eq!(texts(&shown.cells[0]), ["user", "a", "client-id", "default"]);
        assert_eq!(texts(&shown.cells[1]), ["0 B/s"]);
        assert_eq!(texts(&shown.cells[2]), ["unset"]);
        assert_eq!(texts(&shown.cells[6]), ["new_rate=7"]);
    }
}
