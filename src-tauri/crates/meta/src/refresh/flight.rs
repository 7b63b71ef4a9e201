//! Who waits for which flight, and how close two flights may follow each other. No I/O.

use std::{collections::BTreeSet, time::Duration};

use tokio::{sync::watch, time::Instant};

use super::{Cause, Outcome};

/// Between two flights that failures ask for.
const LEAST: Duration = Duration::from_millis(100);
/// The same when replies keep saying what is known.
const MOST: Duration = Duration::from_secs(1);

/// The callers of one flight.
pub(super) struct Batch {
    pub(super) names: BTreeSet<String>,
    pub(super) cause: Cause,
    pub(super) outcome: watch::Sender<Outcome>,
}

/// The flights of one kind.
pub(super) struct Line {
    /// The flight that has not started: who comes now joins it.
    next: Option<Batch>,
    /// Whether a task flies for this line.
    flying: bool,
    departed: Option<Instant>,
    interval: Duration,
    /// Stretches or shrinks the interval, so that many clients that failed together don't ask together again.
    luck: f64,
}

impl Default for Line {
    fn default() -> Line {
        Line { next: None, flying: false, departed: None, interval: LEAST, luck: 1.0 }
    }
}

impl Line {
    /// Joins the flight that starts next.
    pub(super) fn join(&mut self, names: BTreeSet<String>, cause: Cause) -> watch::Receiver<Outcome> {
        let batch = self.next.get_or_insert_with(|| Batch {
            names: BTreeSet::new(),
            cause,
            outcome: watch::Sender::new(None),
        });
        batch.names.extend(names);
        if cause == Cause::Asked {
            batch.cause = Cause::Asked;
        }
        batch.outcome.subscribe()
    }

    /// Whether the caller has to start a task for this line; said once until the line is empty.
    pub(super) fn start(&mut self) -> bool {
        !std::mem::replace(&mut self.flying, true)
    }

    /// Until when the next flight is held back: until its names are gathered and the last one is long enough ago. `None`: it
    /// goes now, as one does that somebody asked for.
    pub(super) fn held_until(&self, gathered: Instant) -> Option<Instant> {
        let batch = self.next.as_ref()?;
        let apart = self.departed.map(|departed| departed + self.interval.mul_f64(self.luck));
        let until = apart.map_or(gathered, |apart| apart.max(gathered));
        (batch.cause == Cause::Failure && until > Instant::now()).then_some(until)
    }

    /// The next flight, closed for joining from now on; `None` when nobody waits, and then the task ends.
    pub(super) fn depart(&mut self) -> Option<Batch> {
        let batch = self.next.take();
        if batch.is_some() {
            self.departed = Some(Instant::now());
            self.luck = rand::random_range(0.8..1.2);
        } else {
            self.flying = false;
        }
        batch
    }

    /// A flight that failures asked for and that taught nothing makes the next one wait longer.
    pub(super) fn arrived(&mut self, cause: Cause, changed: bool) {
        self.interval = match cause {
            Cause::Failure if !changed => (self.interval * 2).min(MOST),
            Cause::Failure | Cause::Asked => LEAST,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tokio::time::Instant;

    use super::{Cause, LEAST, Line, MOST};

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn who_comes_after_the_start_waits_for_the_next_flight() {
        let mut line = Line::default();
        let first = line.join(names(&["a"]), Cause::Failure);
        assert!(line.start());
        let flying = line.depart().unwrap();
        let second = line.join(names(&["b"]), Cause::Failure);
        assert!(!line.start(), "one task flies for the line");
        flying.outcome.send_replace(Some(Err(wire::Error::new(wire::What::Closed))));
        assert!(first.borrow().is_some());
        assert!(second.borrow().is_none());
        assert_eq!(line.depart().unwrap().names, names(&["b"]));
        assert!(line.depart().is_none());
        assert!(line.start(), "the task ended with the empty line");
    }

    #[test]
    fn names_of_all_waiting_callers_go_in_one_flight() {
        let mut line = Line::default();
        for name in ["b", "a", "b"] {
            drop(line.join(names(&[name]), Cause::Failure));
        }
        assert_eq!(line.depart().unwrap().names, names(&["a", "b"]));
    }

    #[test]
    fn a_failure_is_held_back_and_a_person_is_not() {
        let mut line = Line::default();
        let now = Instant::now();
        drop(line.join(BTreeSet::new(), Cause::Failure));
        assert!(line.held_until(now).is_none(), "the first goes at once");
        assert!(line.held_until(now + MOST).is_some(), "unless more names may come");
        drop(line.depart());
        drop(line.join(BTreeSet::new(), Cause::Failure));
        assert!(line.held_until(now).is_some());
        drop(line.join(BTreeSet::new(), Cause::Asked));
        assert!(line.held_until(now + MOST).is_none());
    }

    #[test]
    fn the_interval_grows_while_nothing_changes_and_not_beyond_a_second() {
        let mut line = Line::default();
        for _ in 0..10 {
            line.arrived(Cause::Failure, false);
        }
        assert_eq!(line.interval, MOST);
        line.arrived(Cause::Failure, true);
        assert_eq!(line.interval, LEAST);
    }
}
