//! What the core itself reports of each request: counted, and searched for the one thing that must not be, a write that was
//! sent again after an attempt nobody answered.

use std::collections::BTreeMap;

use meta::{Entry, Error, Event, Observer, What, could_write};
use parking_lot::Mutex;

/// What the core itself reports of each request.
#[derive(Default)]
pub(crate) struct Journal {
    counts: Mutex<BTreeMap<String, u64>>,
    sent_again: Mutex<Vec<String>>,
}

impl Journal {
    pub(crate) fn counts(&self) -> BTreeMap<String, u64> {
        self.counts.lock().clone()
    }

    /// In words, each write that was.
    pub(crate) fn sent_again(&self) -> Vec<String> {
        self.sent_again.lock().clone()
    }

    fn count(&self, what: &str, more: u64) {
        *self.counts.lock().entry(what.to_owned()).or_default() += more;
    }
}

impl Observer for Journal {
    fn request(&self, entry: Entry) {
        self.count("journal: requests", 1);
        self.count("journal: attempts", entry.attempts.len() as u64);
        if !could_write(entry.api) {
            return;
        }
        self.count("journal: writes", 1);
        if entry.attempts.len() > 1 {
            self.count("journal: writes with more than one attempt", 1);
        }
        let unanswered = |error: &Error| {
            matches!(error.what(), What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. })
        };
        let last = entry.attempts.len().saturating_sub(1);
        let before = entry.attempts.iter().take(last);
        if before.filter_map(|attempt| attempt.error.as_ref()).any(unanswered) {
            self.sent_again.lock().push(format!("a write was sent again without an answer: {entry:?}"));
        }
    }

    fn event(&self, event: Event) {
        let text = format!("{event:?}");
        let name = text.split([' ', '(']).next().unwrap_or_default().to_owned();
        self.count(&format!("event: {name}"), 1);
        if let Event::Rebootstrap { why } = event {
            println!("started over: {why}");
        }
    }
}
