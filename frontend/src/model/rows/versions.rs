//! The matrix of request versions: a row for each request, a column for each broker. Where brokers differ, the row says so; that
//! is what one looks for in the middle of an upgrade.

use contract::{Fact, VersionMatrix, VersionRow};

use crate::model::{
    cell::{Cell, Figure, Piece, Tone, toned, words},
    column::{Align, Column, number, text},
    route::Filter,
    shown::ShownRow,
};

/// Chips of the page, by id.
pub const DIFFERS: &str = "differs";
pub const OURS: &str = "ours";

#[must_use]
pub fn columns(matrix: &VersionMatrix) -> Vec<Column> {
    let mut columns = vec![
        number("key", "Key", 64, "The number that names this request on the wire."),
        text("name", "Request", 170, "").flexible(),
        text(
            "ours",
            "Spoken here",
            110,
            "Versions that this program can speak; a dash: it never sends this request.",
        )
        .fixed_order(),
    ];
    for broker in &matrix.brokers {
        let hint = match broker.kafka_version.value() {
            Some(version) => format!("Kafka {version}, by what it offers."),
            None => "Its version can't be told.".to_owned(),
        };
        let label = format!("Broker {}", broker.broker);
        let column = text(&format!("broker_{}", broker.broker), &label, 88, &hint).fixed_order();
        columns.push(Column { align: Align::Center, ..column });
    }
    columns.push(text("differs", "", 90, "").fixed_order());
    columns
}

/// Search, chip and order, here because the whole matrix is one reply.
#[must_use]
pub fn filtered<'a>(matrix: &'a VersionMatrix, filter: &Filter) -> Vec<&'a VersionRow> {
    let search = filter.search.to_lowercase();
    let mut rows: Vec<&VersionRow> = matrix
        .rows
        .iter()
        .filter(|row| {
            search.is_empty() || row.name.to_lowercase().contains(&search) || row.key.to_string() == search
        })
        .filter(|row| filter.chip != DIFFERS || row.differs)
        .filter(|row| filter.chip != OURS || row.ours.is_some())
        .collect();
    if filter.sort == "name" {
        rows.sort_by(|a, b| a.name.cmp(&b.name));
    } else {
        rows.sort_by_key(|row| row.key);
    }
    if filter.descending {
        rows.reverse();
    }
    rows
}

#[must_use]
pub fn shown(row: &VersionRow) -> ShownRow {
    let mut cells: Vec<Cell> = vec![
        vec![toned(row.key.to_string(), Tone::Dim)],
        vec![words(row.name.clone())],
        vec![row.ours.map_or_else(|| toned("—", Tone::Dim), |range| toned(span(range), Tone::Dim))],
    ];
    cells.extend(row.ranges.iter().map(|range| vec![Piece::Figure(offered(range, row))]));
    let differs = "The brokers do not offer the same versions of this request.".to_owned();
    cells.push(
        row.differs
            .then(|| Piece::Tag { text: "differs".to_owned(), tone: Tone::Amber, note: Some(differs) })
            .into_iter()
            .collect(),
    );
    ShownRow { key: row.key.to_string(), cells, ..ShownRow::default() }
}

fn offered(range: &Fact<Option<(i16, i16)>>, row: &VersionRow) -> Figure {
    let read = |range: &Option<(i16, i16)>| range.map_or_else(|| "no".to_owned(), span);
    let tone = match range.value() {
        Some(None) => Tone::Dim,
        Some(Some(_)) if row.differs => Tone::Amber,
        _ => Tone::Plain,
    };
    Figure::of(range, "versions offered", read).tone(tone)
}

fn span((low, high): (i16, i16)) -> String {
    if low == high { format!("v{low}") } else { format!("v{low}–{high}") }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, VersionColumn, VersionMatrix, VersionRow};

    use super::{DIFFERS, columns, filtered, shown};
    use crate::model::{cell::Piece, route::Filter};

    fn matrix() -> VersionMatrix {
        let column = |broker| VersionColumn { broker, kafka_version: Fact::Asking };
        let row = |key, name: &str, differs| VersionRow {
            key,
            name: name.to_owned(),
            ours: None,
            ranges: vec![Fact::Known { v: Some((0, 3)), s: 0 }, Fact::Known { v: None, s: 0 }],
            differs,
        };
        VersionMatrix {
            left_out: 0,
            brokers: vec![column(1), column(2)],
            rows: vec![row(3, "Metadata", false), row(35, "DescribeLogDirs", true)],
        }
    }

    #[test]
    fn not_offered_is_a_word_and_not_a_dash() {
        let matrix = matrix();
        let drawn = shown(&matrix.rows[0]);
        assert_eq!(drawn.cells.len(), columns(&matrix).len());
        assert!(matches!(&drawn.cells[4][..], [Piece::Figure(figure)] if figure.text == "no"));
        assert!(matches!(&drawn.cells[3][..], [Piece::Figure(figure)] if figure.text == "v0–3"));
    }

    #[test]
    fn search_chip_and_order_narrow_the_rows() {
        let matrix = matrix();
        let keys = |filter: &Filter| filtered(&matrix, filter).iter().map(|row| row.key).collect::<Vec<_>>();
        assert_eq!(keys(&Filter { search: "logdirs".to_owned(), ..Filter::default() }), [35]);
        assert_eq!(keys(&Filter::chip(DIFFERS)), [35]);
        assert_eq!(keys(&Filter { sort: "name".to_owned(), ..Filter::default() }), [35, 3]);
    }
}
