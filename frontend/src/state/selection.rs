//! Which row is chosen. By its key, so that it survives a refresh and a new order; by its place as long as its row is still on
//! its way.

/// The chosen row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub key: Option<String>,
    /// Its place among the items when it was chosen.
    pub item: Option<u32>,
}

impl Selection {
    /// Whether this row is it.
    #[must_use]
    pub fn is(&self, key: Option<&str>, item: u32) -> bool {
        match (&self.key, key) {
            (Some(chosen), Some(key)) => chosen == key,
            (None, _) => self.item == Some(item),
            (Some(_), None) => false,
        }
    }
}

/// The next place in a direction, over what can't be chosen; the first or last one if there is no place yet.
#[must_use]
pub fn step(from: Option<u32>, down: bool, items: u32, choosable: impl Fn(u32) -> bool) -> Option<u32> {
    let found = match (from, down) {
        (None, true) => (0..items).find(|at| choosable(*at)),
        (None, false) => (0..items).rev().find(|at| choosable(*at)),
        (Some(from), true) => (from.saturating_add(1)..items).find(|at| choosable(*at)),
        (Some(from), false) => (0..from.min(items)).rev().find(|at| choosable(*at)),
    };
    found.or(from.filter(|from| *from < items))
}

#[cfg(test)]
mod tests {
    use super::{Selection, step};

    #[test]
    fn headings_are_stepped_over_and_the_ends_hold() {
        let row = |at: u32| at != 0 && at != 3;
        assert_eq!(step(None, true, 6, row), Some(1));
        assert_eq!(step(Some(2), true, 6, row), Some(4));
        assert_eq!(step(Some(5), true, 6, row), Some(5));
        assert_eq!(step(Some(1), false, 6, row), Some(1));
        assert_eq!(step(Some(4), false, 6, row), Some(2));
        assert_eq!(step(None, true, 0, row), None);
    }

    #[test]
    fn the_key_holds_when_the_order_changes() {
        let chosen = Selection { key: Some("orders".to_owned()), item: Some(4) };
        assert!(chosen.is(Some("orders"), 17));
        assert!(!chosen.is(Some("payments"), 4));
        assert!(!chosen.is(None, 4));
    }
}
