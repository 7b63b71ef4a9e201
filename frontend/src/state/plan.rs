//! What stands at each place of a table. Headings take places of their own, so a row's number and its place differ; mixing them up
//! would choose and open the wrong row.

use std::sync::Arc;

use crate::model::shown::Item;

/// What stands at each place: rows alone, or headings between them.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    Flat(u32),
    Headed(Arc<Vec<Item>>),
}

impl Plan {
    #[must_use]
    pub fn len(&self) -> u32 {
        match self {
            Plan::Flat(rows) => *rows,
            Plan::Headed(items) => u32::try_from(items.len()).unwrap_or(u32::MAX),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn item(&self, at: u32) -> Option<Item> {
        match self {
            Plan::Flat(rows) => (at < *rows).then_some(Item::Row(at)),
            Plan::Headed(items) => items.get(at as usize).copied(),
        }
    }

    /// Where a row stands.
    #[must_use]
    pub fn place_of(&self, row: u32) -> Option<u32> {
        match self {
            Plan::Flat(_) => Some(row),
            Plan::Headed(items) => {
                items.iter().position(|item| *item == Item::Row(row)).and_then(|at| u32::try_from(at).ok())
            }
        }
    }
}
