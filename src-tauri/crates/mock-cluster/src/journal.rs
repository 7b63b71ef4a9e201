//! What arrived: each request with its broker, version and time, and the connections that were opened. Tests count here
//! instead of guessing from the outside; the record is bounded, the counters are exact.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::watch;

/// One request as it arrived.
#[derive(Debug, Clone)]
pub struct Seen {
    pub key: i16,
    pub version: i16,
    pub broker: i32,
    pub client_id: Option<String>,
    pub correlation: i32,
    /// Numbers the connections of the whole cluster in the order in which they were accepted.
    pub connection: u64,
    pub at: Instant,
    /// The body without its header, as it came.
    pub body: Bytes,
}

#[derive(Debug)]
pub(crate) struct Journal {
    entries: Mutex<Entries>,
    /// Counts everything that was recorded, so that a test can wait for the next thing instead of sleeping.
    changed: watch::Sender<u64>,
    kept: usize,
}

#[derive(Debug, Default)]
struct Entries {
    seen: VecDeque<Seen>,
    counts: BTreeMap<i16, u64>,
    opened: BTreeMap<i32, u64>,
    open: BTreeMap<i32, u64>,
    connections: u64,
}

impl Journal {
    pub(crate) fn keeping(kept: usize) -> Self {
        Self { entries: Mutex::default(), changed: watch::Sender::new(0), kept }
    }

    pub(crate) fn request(&self, seen: Seen) {
        let mut entries = self.entries.lock();
        *entries.counts.entry(seen.key).or_default() += 1;
        if entries.seen.len() >= self.kept {
            entries.seen.pop_front();
        }
        if self.kept > 0 {
            entries.seen.push_back(seen);
        }
        drop(entries);
        self.tick();
    }

    pub(crate) fn opened(&self, broker: i32) -> u64 {
        let mut entries = self.entries.lock();
        *entries.opened.entry(broker).or_default() += 1;
        *entries.open.entry(broker).or_default() += 1;
        entries.connections += 1;
        let number = entries.connections;
        drop(entries);
        self.tick();
        number
    }

    pub(crate) fn closed(&self, broker: i32) {
        if let Some(open) = self.entries.lock().open.get_mut(&broker) {
            *open = open.saturating_sub(1);
        }
        self.tick();
    }

    fn tick(&self) {
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
    }

    pub(crate) fn requests(&self, key: i16) -> Vec<Seen> {
        self.entries.lock().seen.iter().filter(|seen| seen.key == key).cloned().collect()
    }

    pub(crate) fn all(&self) -> Vec<Seen> {
        self.entries.lock().seen.iter().cloned().collect()
    }

    pub(crate) fn count(&self, key: i16) -> u64 {
        self.entries.lock().counts.get(&key).copied().unwrap_or_default()
    }

    pub(crate) fn connections_opened(&self, broker: i32) -> u64 {
        self.entries.lock().opened.get(&broker).copied().unwrap_or_default()
    }

    pub(crate) fn connections_open(&self, broker: i32) -> u64 {
        self.entries.lock().open.get(&broker).copied().unwrap_or_default()
    }

    /// Forgets requests and totals; connections that are open stay counted as open.
    pub(crate) fn forget(&self) {
        let mut entries = self.entries.lock();
        entries.seen.clear();
        entries.counts.clear();
        entries.opened.clear();
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}
