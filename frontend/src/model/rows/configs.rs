//! Config tables, of topics and of brokers: the value, where it comes from, and what it would be without. A sensitive value is
//! never told by the broker, and is not shown as if it were empty.

use contract::{ConfigRow, ConfigSource};

use crate::model::{
    cell::{Cell, Piece, Tone, Words, mono, noted, toned, words},
    column::{Column, text},
    shown::{DetailLine, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("name", "Name", 160, "").flexible(),
        text("value", "Value", 160, "").flexible(),
        text("source", "Source", 110, "Where the value comes from; the first that is set wins."),
        text("default", "Default", 110, "What it would be without the override, where the broker told it.")
            .fixed_order(),
        text("flags", "", 60, "").fixed_order(),
    ]
}

/// `raw`: values as the broker sent them, without their reading.
#[must_use]
pub fn shown(row: &ConfigRow, raw: bool) -> ShownRow {
    let set = !matches!(row.source, ConfigSource::Default | ConfigSource::Unknown);
    let mut flags: Cell = Vec::new();
    if row.read_only {
        let note = "Can be changed only in the broker's own file, with a restart.".to_owned();
        flags.push(Piece::Tag { text: "read only".to_owned(), tone: Tone::Plain, note: Some(note) });
    }
    if row.sensitive {
        let note = "The broker never tells this value.".to_owned();
        flags.push(Piece::Tag { text: "sensitive".to_owned(), tone: Tone::Plain, note: Some(note) });
    }
    ShownRow {
        key: row.name.clone(),
        cells: vec![
            vec![Piece::Text(Words { text: row.name.clone(), mono: true, strong: set, ..Words::default() })],
            value(row, raw),
            vec![toned(source(row.source), if set { Tone::Plain } else { Tone::Dim })],
            row.default.iter().filter(|_| set).map(|default| mono(quoted(default), Tone::Dim)).collect(),
            flags,
        ],
        detail: detail(row),
        ..ShownRow::default()
    }
}

fn value(row: &ConfigRow, raw: bool) -> Cell {
    let Some(value) = &row.value else {
        let why =
            if row.sensitive { "Sensitive: the broker never tells it." } else { "The broker told no value." };
        return vec![noted("—", Tone::Dim, why)];
    };
    match &row.reading {
        Some(reading) if !raw => vec![words(reading.clone()), mono(quoted(value), Tone::Dim)],
        _ => vec![mono(quoted(value), Tone::Plain)],
    }
}

/// An empty value is a value, and must be seen.
fn quoted(value: &str) -> String {
    if value.is_empty() { "\"\"".to_owned() } else { value.to_owned() }
}

fn detail(row: &ConfigRow) -> Vec<DetailLine> {
    let mut lines = Vec::new();
    if let Some(doc) = &row.doc {
        lines.push(DetailLine { label: "Meaning".to_owned(), pieces: vec![words(doc.clone())] });
    }
    for (at, (from, name, value)) in row.synonyms.iter().enumerate() {
        let mut pieces = vec![words(source(*from)), mono(name.clone(), Tone::Plain)];
        pieces.push(match value {
            Some(value) => mono(quoted(value), Tone::Plain),
            None => toned("not told", Tone::Dim),
        });
        let label = if at == 0 { "Taken from" } else { "Otherwise" };
        lines.push(DetailLine { label: label.to_owned(), pieces });
    }
    lines
}

/// A source in words.
#[must_use]
pub const fn source(source: ConfigSource) -> &'static str {
    match source {
        ConfigSource::Topic => "topic override",
        ConfigSource::DynamicBroker => "dynamic broker",
        ConfigSource::DynamicDefault => "dynamic default",
        ConfigSource::StaticBroker => "static broker file",
        ConfigSource::Default => "default",
        ConfigSource::DynamicBrokerLogger => "broker logger",
        ConfigSource::ClientMetrics => "client metrics",
        ConfigSource::Group => "group override",
        ConfigSource::Unknown => "not told",
    }
}

#[cfg(test)]
mod tests {
    use contract::{ConfigRow, ConfigSource};

    use super::{columns, shown};
    use crate::model::cell::Piece;

    fn row() -> ConfigRow {
        ConfigRow {
            name: "retention.ms".to_owned(),
            value: Some("604800000".to_owned()),
            reading: Some("7 d".to_owned()),
            source: ConfigSource::Topic,
            default: None,
            read_only: false,
            sensitive: false,
            doc: None,
            synonyms: Vec::new(),
        }
    }

    fn value(row: &ConfigRow, raw: bool) -> Vec<String> {
        let drawn = shown(row, raw);
        assert_eq!(drawn.cells.len(), columns().len());
        let text = |piece: &Piece| match piece {
            Piece::Text(words) => words.text.clone(),
            _ => String::new(),
        };
        drawn.cells[1].iter().map(text).collect()
    }

    #[test]
    fn a_reading_stands_beside_the_raw_value_and_raw_alone_on_demand() {
        assert_eq!(value(&row(), false), ["7 d", "604800000"]);
        assert_eq!(value(&row(), true), ["604800000"]);
    }

    #[test]
    fn an_empty_value_and_a_value_not_told_differ() {
        let empty = ConfigRow { value: Some(String::new()), reading: None, ..row() };
        let secret = ConfigRow { value: None, reading: None, sensitive: true, ..row() };
        assert_eq!(value(&empty, false), ["\"\""]);
        assert_eq!(value(&secret, false), ["—"]);
    }
}
