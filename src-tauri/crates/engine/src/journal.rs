//! Every request that the core sent to a cluster, as a ring that is bounded in rows and in bytes: a window that is open for
//! a week over a failing cluster must not grow for a week.

use std::{collections::VecDeque, sync::Arc};

use admin::{Attempt, Entry, Key};
use contract::{Int64, JournalAttempt, JournalRow};
use parking_lot::Mutex;

use crate::{
    class_names,
    clock::millis,
    errors::{api_error, told},
    tables::{Row, SortKey, holds},
};

const ROWS_MOST: usize = 5_000;
const BYTES_MOST: usize = 4 << 20;
/// What an entry takes besides its texts.
const ENTRY_BYTES: usize = 256;
const ATTEMPT_BYTES: usize = 160;

/// The newest requests of a cluster.
#[derive(Default)]
pub(crate) struct Journal(Mutex<Ring>);

#[derive(Default)]
struct Ring {
    /// Oldest first.
    entries: VecDeque<Arc<Logged>>,
    bytes: usize,
    written: u64,
}

/// An entry with its number.
pub(crate) struct Logged {
    seq: u64,
    bytes: usize,
    pub(crate) entry: Entry,
}

impl Journal {
    pub(crate) fn write(&self, entry: Entry) {
        let mut ring = self.0.lock();
        ring.written += 1;
        let logged = Logged { seq: ring.written, bytes: size(&entry), entry };
        ring.bytes += logged.bytes;
        ring.entries.push_back(Arc::new(logged));
        while ring.entries.len() > ROWS_MOST || (ring.bytes > BYTES_MOST && ring.entries.len() > 1) {
            let Some(oldest) = ring.entries.pop_front() else { break };
            ring.bytes -= oldest.bytes;
        }
    }

    /// What is kept, newest first.
    pub(crate) fn newest_first(&self) -> Vec<Arc<Logged>> {
        self.0.lock().entries.iter().rev().map(Arc::clone).collect()
    }

    /// How many were written, kept or not.
    pub(crate) fn written(&self) -> u64 {
        self.0.lock().written
    }
}

fn size(entry: &Entry) -> usize {
    let attempt = |attempt: &Attempt| ATTEMPT_BYTES + attempt.address.len() + attempt.then.len();
    ENTRY_BYTES + entry.key.len() + entry.address.len() + entry.attempts.iter().map(attempt).sum::<usize>()
}

impl Logged {
    pub(crate) fn retried(&self) -> bool {
        self.entry.attempts.len() > 1
    }

    pub(crate) fn failed(&self) -> bool {
        self.entry.outcome.is_err()
    }

    pub(crate) fn row(&self) -> JournalRow {
        let entry = &self.entry;
        let attempt = |attempt: &Attempt| JournalAttempt {
            broker: attempt.broker,
            address: attempt.address.clone(),
            took_us: micros(attempt.took),
            held_us: micros(attempt.held),
            throttle_us: micros(attempt.throttle),
            error: attempt.error.as_ref().map(told),
            then: attempt.then.clone(),
        };
        JournalRow {
            seq: Int64(i64::try_from(self.seq).unwrap_or(i64::MAX)),
            at: millis(entry.at),
            api: entry.api.to_string(),
            version: entry.version,
            class: class_names::class(entry.route),
            key: if entry.key == Key::None.to_string() { String::new() } else { entry.key.clone() },
            broker: entry.broker,
            address: entry.address.clone(),
            attempts: entry.attempts.iter().map(attempt).collect(),
            sent: bytes(entry.sent_bytes),
            received: bytes(entry.received_bytes),
            took_us: micros(entry.took),
            error: entry.outcome.as_ref().err().map(|error| api_error(error, millis(entry.at + entry.took))),
        }
    }
}

fn micros(took: std::time::Duration) -> Int64 {
    Int64(i64::try_from(took.as_micros()).unwrap_or(i64::MAX))
}

fn bytes(count: usize) -> Int64 {
    Int64(i64::try_from(count).unwrap_or(i64::MAX))
}

impl Row for Arc<Logged> {
    fn matches(&self, needle: &str) -> bool {
        let entry = &self.entry;
        holds(entry.api.name(), needle)
            || holds(&entry.key, needle)
            || holds(&entry.address, needle)
            || entry.broker.is_some_and(|broker| holds(&format!("broker {broker}"), needle))
            || entry.outcome.as_ref().is_err_and(|error| holds(&error.to_string(), needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "failed" => self.failed(),
            "retried" => self.retried(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let entry = &self.entry;
        Some(match column {
            "seq" | "at" => SortKey::number(i64::try_from(self.seq).ok()),
            "api" => SortKey::Text(entry.api.name()),
            "version" => SortKey::number(entry.version),
            "class" => SortKey::Number(class_names::rank(entry.route)),
            "outcome" => SortKey::Number(i64::from(self.failed())),
            "key" => SortKey::Text(&entry.key),
            "broker" => SortKey::number(entry.broker),
            "address" => SortKey::Text(&entry.address),
            "attempts" => SortKey::number(i64::try_from(entry.attempts.len()).ok()),
            "sent" => SortKey::number(i64::try_from(entry.sent_bytes).ok()),
            "received" => SortKey::number(i64::try_from(entry.received_bytes).ok()),
            "took_us" | "took" => SortKey::Number(micros(entry.took).0),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use admin::{ApiKey, Attempt, Entry, Error, What, route};

    use super::{BYTES_MOST, Journal, ROWS_MOST};

    fn entry(then: &str) -> Entry {
        let attempt = Attempt {
            broker: Some(1),
            address: "b1:9092".into(),
            took: Duration::from_millis(1),
            held: Duration::ZERO,
            throttle: Duration::from_millis(2500),
            error: Some(Error::new(What::Connect("refused".into()))),
            then: then.to_owned(),
        };
        Entry {
            at: SystemTime::UNIX_EPOCH,
            api: ApiKey::ListGroups,
            version: None,
            route: route(ApiKey::ListGroups),
            key: "broker 1".into(),
            broker: Some(1),
            address: "b1:9092".into(),
            attempts: vec![attempt],
            sent_bytes: 0,
            received_bytes: 0,
            took: Duration::from_millis(1),
            outcome: Err(Error::new(What::Connect("refused".into()))),
        }
    }

    #[test]
    fn the_journal_keeps_the_newest_and_forgets_the_rest() {
        let journal = Journal::default();
        for _ in 0..ROWS_MOST + 10 {
            journal.write(entry("gave up"));
        }
        let kept = journal.newest_first();
        assert_eq!(kept.len(), ROWS_MOST);
        assert_eq!(kept[0].row().seq.0, (ROWS_MOST + 10) as i64);
        assert_eq!(kept.last().unwrap().row().seq.0, 11);
    }

    #[test]
    fn large_entries_are_bounded_by_their_bytes() {
        let journal = Journal::default();
        for _ in 0..50 {
            journal.write(entry(&"x".repeat(1 << 20)));
        }
        assert!(journal.newest_first().len() <= BYTES_MOST >> 20);
        assert!(!journal.newest_first().is_empty());
        assert!(journal.0.lock().bytes <= BYTES_MOST);
    }

    #[test]
    fn a_row_says_what_failed_and_what_was_done_then() {
        let journal = Journal::default();
        journal.write(entry("gave up: no time left"));
        let row = journal.newest_first()[0].row();
        assert!(row.error.is_some());
        assert_eq!(row.attempts[0].then, "gave up: no time left");
        assert_eq!(row.attempts[0].throttle_us.0, 2_500_000, "a throttle can be seen");
        assert!(row.attempts[0].error.as_deref().unwrap().contains("refused"));
    }
}
