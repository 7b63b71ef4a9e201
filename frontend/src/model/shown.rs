//! A row as the table draws it, whatever it is a row of. All tables share one component because of this; what is particular to
//! a kind of row is decided in `rows`, where it can be tested.

use contract::{Provenance, Total};

use super::{
    cell::{Cell, Piece},
    route::Route,
};

/// A row, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownRow {
    /// What stays the same across refreshes: the selection holds on to it.
    pub key: String,
    /// One for each column, in the columns' order.
    pub cells: Vec<Cell>,
    /// Nothing live is known of it: the whole row is greyed.
    pub lost: bool,
    /// Rows with the same group follow each other under one heading.
    pub group: Option<Group>,
    /// Where Enter leads.
    pub target: Option<Route>,
    /// Lines that open beneath the row.
    pub detail: Vec<DetailLine>,
}

/// A heading between rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub key: String,
    pub pieces: Vec<Piece>,
}

/// A line of a row's detail.
#[derive(Clone, Debug, PartialEq)]
pub struct DetailLine {
    pub label: String,
    pub pieces: Vec<Piece>,
}

/// Pixels of a detail line, and of the air around all of them; the styles know the same numbers.
pub const DETAIL_LINE: f64 = 22.0;
pub const DETAIL_AIR: f64 = 17.0;

/// Pixels that an open row adds.
#[must_use]
pub fn detail_height(lines: usize) -> f64 {
    if lines == 0 {
        return 0.0;
    }
    f64::from(u32::try_from(lines).unwrap_or(u32::MAX)) * DETAIL_LINE + DETAIL_AIR
}

/// What rows need to know beside themselves.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    pub cluster: &'a str,
    pub provenance: &'a Provenance,
    /// Minutes that the local zone is behind UTC.
    pub west_min: i32,
}

/// An item of a table with headings: a heading (above the row of that number) or the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Heading(u32),
    Row(u32),
}

/// Rows with a heading wherever the group changes.
#[must_use]
pub fn with_headings<'a>(groups: impl Iterator<Item = Option<&'a str>>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut last: Option<&str> = None;
    for (row, group) in (0_u32..).zip(groups) {
        if group.is_some() && group != last {
            items.push(Item::Heading(row));
        }
        last = group;
        items.push(Item::Row(row));
    }
    items
}

/// A figure of the status line that the page itself knows.
#[must_use]
pub fn total(label: &str, value: impl Into<String>, note: &str) -> Total {
    Total { label: label.to_owned(), value: value.into(), note: note.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Item, with_headings};

    #[test]
    fn a_heading_stands_wherever_the_group_changes() {
        let items = with_headings([Some("1"), Some("1"), Some("2"), None].into_iter());
        let expected =
            [Item::Heading(0), Item::Row(0), Item::Row(1), Item::Heading(2), Item::Row(2), Item::Row(3)];
        assert_eq!(items, expected);
    }
}
