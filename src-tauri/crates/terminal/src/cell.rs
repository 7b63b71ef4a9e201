//! One cell of a table, in the two ways in which it is read: by people, who want units, and by programs, which want the number.
//!
//! A cell that isn't known carries its reason. An empty one that looked like a zero would be believed.

use contract::{ApiError, ErrorKind, Fact, Int64, LagSum, Provenance};
use humansize::{BINARY, format_size};

/// How well a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Known,
    /// From before: the last asking failed.
    Old,
    /// A sum that leaves brokers out.
    Part,
    /// Not told within the time.
    Late,
    /// Not told: somebody who was asked failed.
    Missing,
    /// There is no such figure, and that is what was told: the brokers are too old for it, or have nothing that it could be of.
    None,
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

/// How long something is kept, which is told as it reads best: in milliseconds for programs, -1 without a limit.
pub(crate) fn milliseconds(fact: &Fact<String>, from: &Provenance) -> Cell {
    let exact = |read: &String| milliseconds_of(read).map_or_else(String::new, |exact| exact.to_string());
    of(fact, from, String::clone, exact)
}

/// "1 h 30 min" of the engine's, which is always exact.
fn milliseconds_of(read: &str) -> Option<i64> {
    if read == "\u{221e}" {
        return Some(-1);
    }
    let words: Vec<&str> = read.split(' ').collect();
    let mut sum = 0_i64;
    for pair in words.chunks(2) {
        let [number, unit] = pair else { return None };
        let unit = match *unit {
            "ms" => 1,
            "s" => 1_000,
            "min" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => return None,
        };
        sum = sum.checked_add(number.parse::<i64>().ok()?.checked_mul(unit)?)?;
    }
    Some(sum)
}

/// A sum of lags. One that leaves partitions out whose lag is not known says so; those without a commit have none to leave out.
pub(crate) fn lag(fact: &Fact<LagSum>, from: &Provenance) -> Cell {
    let shown = |sum: &LagSum| sum.offsets.map_or_else(|| NONE.to_owned(), |offsets| offsets.to_string());
    let exact = |sum: &LagSum| sum.offsets.map_or_else(String::new, |offsets| offsets.to_string());
    let cell = of(fact, from, shown, exact);
    match fact.value() {
        Some(sum) if cell.mark == Mark::Known && sum.known + sum.no_commit < sum.of => Cell {
            mark: Mark::Part,
            why: Some(format!("the lag of {} of {} partitions is known", sum.known, sum.of)),
            ..cell
        },
        _ => cell,
    }
}

/// The same cell, as a sum of fewer than there are.
pub(crate) fn of_some(cell: Cell, summed: u32, known: u32) -> Cell {
    if summed >= known || cell.mark != Mark::Known {
        return cell;
    }
    Cell { mark: Mark::Part, why: Some(format!("from {summed} of {known} brokers")), ..cell }
}

/// A reason that is no failure: it says what those who answered have not.
fn is_an_answer(why: &ApiError) -> bool {
    match why.kind {
        ErrorKind::Unsupported => true,
        // Said by our own program of what it was told; where a request had nobody to go to, something can be tried.
        ErrorKind::NoTarget => why.advice.is_none(),
        ErrorKind::BadInput
        | ErrorKind::Connect
        | ErrorKind::NotKafka
        | ErrorKind::Timeout
        | ErrorKind::Disconnected
        | ErrorKind::Tls
        | ErrorKind::Token
        | ErrorKind::Authentication
        | ErrorKind::Authorization
        | ErrorKind::Broker
        | ErrorKind::Decode
        | ErrorKind::ReadOnly
        | ErrorKind::OutcomeUnknown
        | ErrorKind::OtherCluster
        | ErrorKind::NotOpen
        | ErrorKind::NotFound
        | ErrorKind::Storage
        | ErrorKind::SecretNeeded
        | ErrorKind::SecretsLocked => false,
    }
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
            let none = from.reasons.get(*why as usize).is_some_and(is_an_answer);
            let mark = if none { Mark::None } else { Mark::Missing };
            Cell { shown: NONE.to_owned(), exact: String::new(), mark, why: reason(*why) }
        }
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn only_a_failure_is_a_part_that_was_not_told() {
        let of = |why: ApiError| {
            let from = Provenance { sources: Vec::new(), reasons: vec![why] };
            bytes(&Fact::Missing { why: 0 }, &from).mark
        };
        let plain = |kind| ApiError::plain(kind, "Why.", Int64(0));
        assert_eq!(of(plain(ErrorKind::Unsupported)), Mark::None);
        assert_eq!(of(plain(ErrorKind::NoTarget)), Mark::None);
        for kind in [ErrorKind::Timeout, ErrorKind::Connect, ErrorKind::Authorization, ErrorKind::Broker] {
            assert_eq!(of(plain(kind)), Mark::Missing);
        }
        let nobody = ApiError { advice: Some("Refresh.".to_owned()), ..plain(ErrorKind::NoTarget) };
        assert_eq!(of(nobody), Mark::Missing);
    }

    #[test]
    fn a_time_that_reads_well_is_exact_milliseconds() {
        for (read, exact) in [
            ("7 d", Some(604_800_000)),
            ("1 h 30 min", Some(5_400_000)),
            ("1500 ms", Some(1_500)),
            ("-1 ms", Some(-1)),
            ("\u{221e}", Some(-1)),
            ("soon", None),
            ("7", None),
            ("7 weeks", None),
        ] {
            assert_eq!(milliseconds_of(read), exact, "{read}");
        }
    }
}
