//! One cell of a table, in the two ways in which it is read: by people, who want units, and by programs, which want the number.
//!
//! A cell that isn't known carries its reason. An empty one that looked like a zero would be believed.

use contract::{Fact, Int64, Provenance};
use humansize::{BINARY, format_size};

/// How well a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Known,
    /// From before: the last asking failed.
    Old,
    /// Not told within the time.
    Late,
    Missing,
}

#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) shown: String,
    /// Empty where nothing is known.
    pub(crate) exact: String,
    pub(crate) mark: Mark,
    pub(crate) why: Option<String>,
}

/// What has no value, on paper.
pub(crate) const NONE: &str = "—";
const OLD: &str = "*";

/// A cell that is no fact of a broker's: a name, a number of ours.
pub(crate) fn said(text: impl ToString) -> Cell {
    let text = text.to_string();
    Cell { shown: text.clone(), exact: text, mark: Mark::Known, why: None }
}

/// The same for what need not be there, and is not missing where it isn't.
pub(crate) fn maybe(text: Option<impl ToString>) -> Cell {
    said(text.map(|text| text.to_string()).unwrap_or_default())
}

pub(crate) fn fact<T: ToString>(fact: &Fact<T>, from: &Provenance) -> Cell {
    of(fact, from, T::to_string, T::to_string)
}

pub(crate) fn yes(fact: &Fact<bool>, from: &Provenance) -> Cell {
    let word = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
    of(fact, from, word, word)
}

pub(crate) fn bytes(fact: &Fact<Int64>, from: &Provenance) -> Cell {
    let shown = |bytes: &Int64| match u64::try_from(bytes.0) {
        Ok(bytes) => format_size(bytes, BINARY),
        Err(_) => bytes.to_string(),
    };
    of(fact, from, shown, Int64::to_string)
}

pub(crate) fn decimal(fact: &Fact<f64>, from: &Provenance) -> Cell {
    of(fact, from, |value| format!("{value:.1}"), f64::to_string)
}

fn of<T>(
    fact: &Fact<T>,
    from: &Provenance,
    shown: impl Fn(&T) -> String,
    exact: impl Fn(&T) -> String,
) -> Cell {
    let reason = |why: u32| from.reasons.get(why as usize).map(|reason| reason.message.clone());
    match fact {
        Fact::Known { v, .. } => Cell { shown: shown(v), exact: exact(v), mark: Mark::Known, why: None },
        Fact::Stale { v, why, .. } => {
            Cell { shown: format!("{}{OLD}", shown(v)), exact: exact(v), mark: Mark::Old, why: reason(*why) }
        }
        Fact::Asking => {
            let why = Some("not told within the time".to_owned());
            Cell { shown: "…".to_owned(), exact: String::new(), mark: Mark::Late, why }
        }
        Fact::Missing { why } => {
            Cell { shown: NONE.to_owned(), exact: String::new(), mark: Mark::Missing, why: reason(*why) }
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::{ApiError, ErrorKind};

    use super::*;

    #[test]
    fn nothing_that_is_not_known_looks_like_a_number() {
        let why = ApiError::plain(ErrorKind::Timeout, "Broker 4 did not answer.", Int64(0));
        let from = Provenance { sources: Vec::new(), reasons: vec![why] };
        let zero = bytes(&Fact::Known { v: Int64(0), s: 0 }, &from);
        assert_eq!((zero.shown.as_str(), zero.exact.as_str(), zero.mark), ("0 B", "0", Mark::Known));
        let old = bytes(&Fact::Stale { v: Int64(3 << 30), s: 0, why: 0 }, &from);
        assert_eq!((old.shown.as_str(), old.exact.as_str()), ("3 GiB*", "3221225472"));
        assert_eq!(old.why.as_deref(), Some("Broker 4 did not answer."));
        for fact in [Fact::Asking, Fact::Missing { why: 0 }] {
            let cell = bytes(&fact, &from);
            assert!(cell.exact.is_empty() && !cell.shown.contains('0') && cell.why.is_some(), "{cell:?}");
        }
        let beyond = bytes(&Fact::Known { v: Int64(i64::MAX), s: 0 }, &from);
        assert_eq!(beyond.exact, i64::MAX.to_string());
    }
}
