//! What a table is narrowed to and how it is ordered: the part of an address after its `?`.

use crate::model::percent::{decode, encode};

/// What a table is narrowed to, and its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub search: String,
    pub chip: String,
    pub sort: String,
    pub descending: bool,
    /// Of ACLs: who may do it, and to which topic.
    pub principal: String,
    pub topic: String,
}

impl Filter {
    /// Whether anything is left out.
    #[must_use]
    pub fn narrows(&self) -> bool {
        !self.search.is_empty() || !self.chip.is_empty() || self.asks()
    }

    /// Whether an answer is wanted of the table, and not all of it.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.principal.is_empty() || !self.topic.is_empty()
    }

    /// The next order after a click on a column's header: up, down, the table's own.
    #[must_use]
    pub fn sorted_by(&self, column: &str) -> Filter {
        let (sort, descending) = match (self.sort == column, self.descending) {
            (false, _) => (column.to_owned(), false),
            (true, false) => (column.to_owned(), true),
            (true, true) => (String::new(), false),
        };
        Filter { sort, descending, ..self.clone() }
    }

    /// What a link of a chip leads to.
    #[must_use]
    pub fn chip(chip: &str) -> Filter {
        Filter { chip: chip.to_owned(), ..Filter::default() }
    }

    pub(super) fn href(&self) -> String {
        let mut pairs = Vec::new();
        let named = [
            ("principal", &self.principal),
            ("topic", &self.topic),
            ("q", &self.search),
            ("chip", &self.chip),
            ("sort", &self.sort),
        ];
        for (name, value) in named {
            if !value.is_empty() {
                pairs.push(format!("{name}={}", encode(value)));
            }
        }
        if self.descending {
            pairs.push("desc".to_owned());
        }
        if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
    }

    pub(super) fn parse(query: &str) -> Filter {
        let mut filter = Filter::default();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("q", value)) => filter.search = decode(value),
                Some(("chip", value)) => filter.chip = decode(value),
                Some(("sort", value)) => filter.sort = decode(value),
                Some(("principal", value)) => filter.principal = decode(value),
                Some(("topic", value)) => filter.topic = decode(value),
                None if pair == "desc" => filter.descending = true,
                _ => {}
            }
        }
        filter
    }
}
