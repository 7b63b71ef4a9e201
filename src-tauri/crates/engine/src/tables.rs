//! Pages, not worlds: filter, sort and slice, and cut a page by its real size.
//!
//! Rows are arranged by light keys; a row as the window gets it is built only for the slice that was asked for. Each is
//! measured as it is added, so that no page passes the limit whatever stands in it.

use std::{cmp::Ordering, io, sync::Arc};

use contract::{Chip, Freshness, Level, Page, TableQuery, Total};
use serde::Serialize;

use crate::{clock::millis, kept::Cached, provenance::Index};

/// A page stays below this; the reply of 64 KiB has room left for what wraps it.
pub(crate) const PAGE_BYTES: usize = 62 * 1024;

/// At most this many rows in a page, and this many when the window does not say.
const ROWS_MOST: u32 = 500;
const ROWS_UNSAID: u32 = 100;

/// What a row is sorted by in one column. What is not known comes last in both directions: it is neither large nor small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SortKey<'a> {
    Number(i64),
    Fraction(f64),
    Text(&'a str),
    Unknown,
}

impl<'a> SortKey<'a> {
    pub(crate) fn number(value: Option<impl Into<i64>>) -> SortKey<'a> {
        value.map_or(SortKey::Unknown, |value| SortKey::Number(value.into()))
    }

    pub(crate) fn fraction(value: Option<f64>) -> SortKey<'a> {
        value.map_or(SortKey::Unknown, SortKey::Fraction)
    }

    pub(crate) fn text(value: Option<&'a str>) -> SortKey<'a> {
        value.map_or(SortKey::Unknown, SortKey::Text)
    }

    fn compare(&self, other: &SortKey<'_>, descending: bool) -> Ordering {
        let order = match (self, other) {
            (SortKey::Unknown, SortKey::Unknown) => return Ordering::Equal,
            (SortKey::Unknown, _) => return Ordering::Greater,
            (_, SortKey::Unknown) => return Ordering::Less,
            (SortKey::Number(a), SortKey::Number(b)) => a.cmp(b),
            (SortKey::Fraction(a), SortKey::Fraction(b)) => a.total_cmp(b),
            (SortKey::Text(a), SortKey::Text(b)) => a.cmp(b),
            // One column has one kind of key.
            _ => Ordering::Equal,
        };
        if descending { order.reverse() } else { order }
    }
}

/// A row as far as filtering and sorting need it.
pub(crate) trait Row {
    /// Whether one of its names holds this text, which is in lower case and not empty.
    fn matches(&self, needle: &str) -> bool;
    /// Whether it passes this chip, which is not the empty one.
    fn in_chip(&self, chip: &str) -> bool;
    /// `None`: no such column.
    fn key(&self, column: &str) -> Option<SortKey<'_>>;
}

/// The rows of a table that are shown, in order, as places in all rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arranged {
    pub(crate) places: Vec<u32>,
    pub(crate) total: u32,
    /// How many of the shown rows have a known value in the column that they are sorted by.
    pub(crate) sorted_by_known: Option<u32>,
}

/// Filters and sorts. Rows with equal keys keep the table's own order.
pub(crate) fn arrange<R: Row>(rows: &[R], query: &TableQuery) -> Arranged {
    let needle = query.search.trim().to_lowercase();
    let places: Vec<u32> = (0_u32..)
        .zip(rows)
        .filter(|(_, row)| {
            (needle.is_empty() || row.matches(&needle)) && (query.chip.is_empty() || row.in_chip(&query.chip))
        })
        .map(|(place, _)| place)
        .collect();
    let total = count(rows.len());
    if query.sort.is_empty() {
        return unsorted(places, total, query);
    }
    let mut keyed: Vec<(SortKey<'_>, u32)> = Vec::with_capacity(places.len());
    for place in &places {
        match rows.get(*place as usize).and_then(|row| row.key(&query.sort)) {
            Some(key) => keyed.push((key, *place)),
            None => return unsorted(places, total, query),
        }
    }
    sorted(keyed, total, query)
}

/// Rows in the table's own order, where no column or none that exists was named.
pub(crate) fn unsorted(mut places: Vec<u32>, total: u32, query: &TableQuery) -> Arranged {
    if query.sort.is_empty() && query.descending {
        places.reverse();
    }
    Arranged { places, total, sorted_by_known: None }
}

/// Rows sorted by their keys. Rows with equal keys keep the table's own order.
pub(crate) fn sorted(mut keyed: Vec<(SortKey<'_>, u32)>, total: u32, query: &TableQuery) -> Arranged {
    let known = count(keyed.iter().filter(|(key, _)| *key != SortKey::Unknown).count());
    keyed.sort_by(|a, b| a.0.compare(&b.0, query.descending));
    Arranged {
        places: keyed.into_iter().map(|(_, place)| place).collect(),
        total,
        sorted_by_known: Some(known),
    }
}

/// An arrangement that is kept while the data and the question stay the same, so that scrolling sorts nothing again.
#[derive(Debug, Default)]
pub(crate) struct KeptOrder(Cached<(Vec<u64>, TableQuery, String), Arranged>);

impl KeptOrder {
    /// `versions` are those of all data that the arrangement depends on; `of` names the table among those that share this
    /// place (a topic, a directory).
    pub(crate) fn arrange<R: Row>(
        &self,
        versions: Vec<u64>,
        of: &str,
        query: &TableQuery,
        rows: impl FnOnce() -> Vec<R>,
    ) -> Arc<Arranged> {
        self.arrange_by(versions, of, query, || arrange(&rows(), query))
    }

    /// The same for a table that arranges its rows in a way of its own.
    pub(crate) fn arrange_by(
        &self,
        versions: Vec<u64>,
        of: &str,
        query: &TableQuery,
        make: impl FnOnce() -> Arranged,
    ) -> Arc<Arranged> {
        let question = TableQuery { offset: 0, limit: 0, ..query.clone() };
        self.0.get_or((versions, question, of.to_owned()), make)
    }

    /// The same over rows that are there already.
    pub(crate) fn arrange_ready<R: Row>(
        &self,
        versions: Vec<u64>,
        of: &str,
        query: &TableQuery,
        rows: &[R],
    ) -> Arc<Arranged> {
        self.arrange_by(versions, of, query, || arrange(rows, query))
    }
}

/// Everything of a page but its rows.
pub(crate) struct Head {
    pub(crate) chips: Vec<Chip>,
    pub(crate) totals: Vec<Total>,
    pub(crate) freshness: Freshness,
}

/// Where the slice begins: a table that became shorter does not leave the window looking at nothing.
pub(crate) fn slice<'a>(arranged: &'a Arranged, query: &TableQuery) -> (u32, &'a [u32]) {
    let limit = if query.limit == 0 { ROWS_UNSAID } else { query.limit.min(ROWS_MOST) };
    let shown = count(arranged.places.len());
    let offset = query.offset.min(shown);
    let end = offset.saturating_add(limit).min(shown);
    (offset, arranged.places.get(offset as usize..end as usize).unwrap_or(&[]))
}

/// Builds the rows of the slice until the page is full.
pub(crate) fn page<T: Serialize>(
    arranged: &Arranged,
    query: &TableQuery,
    mut head: Head,
    mut index: Index,
    mut build: impl FnMut(&mut Index, u32) -> Option<T>,
) -> Page<T> {
    let (offset, places) = slice(arranged, query);
    if let Some(known) = arranged.sorted_by_known
        && (known as usize) < arranged.places.len()
    {
        head.totals.push(Total {
            label: "Sorted by what is known".to_owned(),
            value: grouped(i64::from(known)),
            note: format!("of {} rows; the others come last", grouped_usize(arranged.places.len())),
        });
    }
    let mut used = json_len(&head.chips) + json_len(&head.totals) + json_len(&head.freshness);
    let mut rows = Vec::with_capacity(places.len());
    for place in places {
        let mark = index.mark();
        let Some(row) = build(&mut index, *place) else { continue };
        used += json_len(&row) + 1;
        if !rows.is_empty() && used + index.bytes() > PAGE_BYTES {
            index.back_to(&mark);
            break;
        }
        rows.push(row);
    }
    if let Some(oldest) = index.oldest().map(millis) {
        head.freshness.oldest = Some(head.freshness.oldest.map_or(oldest, |known| known.min(oldest)));
    }
    Page {
        rows,
        offset,
        shown: count(arranged.places.len()),
        total: arranged.total,
        chips: head.chips,
        totals: head.totals,
        freshness: head.freshness,
        provenance: index.finish(),
    }
}

/// A chip over all rows.
pub(crate) fn all_chip(rows: usize) -> Chip {
    Chip { id: String::new(), label: "All".to_owned(), count: Some(count(rows)), level: Level::Plain }
}

/// A chip whose colour says whether there is anything in it.
pub(crate) fn chip(id: &str, label: &str, rows: Option<usize>, level: Level) -> Chip {
    let level = if rows.is_some_and(|rows| rows > 0) { level } else { Level::Plain };
    Chip { id: id.to_owned(), label: label.to_owned(), count: rows.map(count), level }
}

pub(crate) fn total(label: &str, value: impl Into<String>, note: impl Into<String>) -> Total {
    Total { label: label.to_owned(), value: value.into(), note: note.into() }
}

pub(crate) fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// "1,204,551"
pub(crate) fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if value < 0 {
        text.push('\u{2212}');
    }
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn grouped_usize(value: usize) -> String {
    grouped(i64::try_from(value).unwrap_or(i64::MAX))
}

/// Whether a name holds a text that is in lower case, without regard to case.
pub(crate) fn holds(name: &str, needle: &str) -> bool {
    if !needle.is_ascii() || !name.is_ascii() {
        return name.to_lowercase().contains(needle);
    }
    let needle = needle.as_bytes();
    let Some(first) = needle.first() else { return true };
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    // Where its first letter is not, it does not begin: that is nearly everywhere, and one comparison.
    name.as_bytes().windows(needle.len()).any(|window| {
        window.first().is_some_and(|at| *at == lower || *at == upper) && window.eq_ignore_ascii_case(needle)
    })
}

/// How many bytes it takes as JSON, without writing it anywhere.
pub(crate) fn json_len<T: Serialize>(value: &T) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counted = Count(0);
    // The shapes of contract always serialise; were one not to, the shell could not send it either.
    let _ = serde_json::to_writer(&mut counted, value);
    counted.0
}

#[cfg(test)]
mod tests;
