//! What happened to one piece so far, and its entry in the journal, which is made exactly once.
//!
//! Also when the caller goes away: then the entry says so, and of a write that had left it says that its outcome is
//! unknown.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::Instant;
use wire::{ApiKey, Error, What};

use super::Call;
use crate::{
    Ask, Attempt, Entry, Item, Route,
    observe::Journal,
    pool::{Door, Endpoint},
    retry::Tries,
    shared::Travel,
};

pub(super) struct Trail {
    journal: Journal,
    api: ApiKey,
    route: Route,
    key: String,
    write: bool,
    at: SystemTime,
    began: Instant,
    pub(super) attempts: Vec<Attempt>,
    pub(super) tries: Tries,
    /// Items that do not exist by the one answer and were asked for again. Their next answer is believed.
    pub(super) confirmed: BTreeSet<Item>,
    /// How often in a row a place was looked for without an attempt between.
    pub(super) looked: u32,
    /// Where this call failed already, for a request that any broker can answer.
    pub(super) avoid: BTreeSet<Endpoint>,
    version: Option<i16>,
    bytes: (usize, usize),
    /// When the present attempt began.
    attempt_began: Instant,
    /// Where it has left to, once it has.
    left_for: Option<(Option<i32>, String)>,
    told: bool,
}

impl Trail {
    pub(super) fn new<R: Ask>(call: &Arc<Call<R>>) -> Trail {
        Trail {
            journal: call.shared.journal.clone(),
            api: R::KEY,
            route: call.route,
            key: call.key.to_string(),
            write: call.write,
            at: SystemTime::now(),
            began: Instant::now(),
            attempts: Vec::new(),
            tries: Tries::default(),
            confirmed: BTreeSet::new(),
            looked: 0,
            avoid: BTreeSet::new(),
            version: None,
            bytes: (0, 0),
            attempt_began: Instant::now(),
            left_for: None,
            told: false,
        }
    }

    /// The same past, for a part of the piece that goes its own way from here.
    pub(super) fn fork(&self) -> Trail {
        Trail {
            journal: self.journal.clone(),
            key: self.key.clone(),
            attempts: self.attempts.clone(),
            confirmed: self.confirmed.clone(),
            avoid: self.avoid.clone(),
            left_for: None,
            told: false,
            ..*self
        }
    }

    /// What this piece is about, in words.
    pub(super) fn about(&mut self, key: String) {
        self.key = key;
    }

    pub(super) fn took(&self) -> Duration {
        self.began.elapsed()
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.attempts.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn begins(&mut self) {
        self.looked = 0;
        self.attempt_began = Instant::now();
    }

    pub(super) fn leaves(&mut self, door: &Door) {
        self.left_for = Some((door.endpoint.broker(), door.address.clone()));
    }

    pub(super) fn came_back(&mut self, travel: &Travel) {
        self.version = travel.version.or(self.version);
        self.bytes.0 += travel.sent_bytes;
        self.bytes.1 += travel.received_bytes;
    }

    /// Ends an attempt.
    pub(super) fn attempt(&mut self, broker: Option<i32>, address: &str, error: Option<Error>, then: String) {
        self.left_for = None;
        let took = self.attempt_took();
        self.attempts.push(Attempt { broker, address: address.to_owned(), took, error, then });
    }

    /// What was tried for this item: as for the piece, except that each is asked for again for itself.
    pub(super) fn tries_of(&self, item: &Item) -> Tries {
        Tries { confirmed: self.tries.confirmed || self.confirmed.contains(item), ..self.tries }
    }

    /// How long the present attempt takes so far, its dial included.
    pub(super) fn attempt_took(&self) -> Duration {
        self.attempt_began.elapsed()
    }

    /// Makes the entry.
    pub(super) fn finish(&mut self, outcome: Result<(), Error>) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let (broker, address) = match self.attempts.last() {
            Some(last) => (last.broker, last.address.clone()),
            None => (None, String::new()),
        };
        self.journal.request(Entry {
            at: self.at,
            api: self.api,
            version: self.version,
            route: self.route,
            key: self.key.clone(),
            broker,
            address,
            attempts: self.attempts.clone(),
            sent_bytes: self.bytes.0,
            received_bytes: self.bytes.1,
            took: self.took(),
            outcome,
        });
    }

    /// The past goes on under another trail; this one makes no entry.
    pub(super) fn hand_over(mut self) {
        self.told = true;
    }
}

impl Drop for Trail {
    fn drop(&mut self) {
        if self.told {
            return;
        }
        let left = "the caller no longer waits for the answer";
        let error = match &self.left_for {
            Some((_, address)) if self.write => {
                Error::new(What::OutcomeUnknown(left.to_owned())).at(address.clone())
            }
            _ => Error::new(What::Cancelled),
        };
        let error = error.asking(self.api);
        if let Some((broker, address)) = self.left_for.clone() {
            self.attempt(broker, &address, Some(error.clone()), left.to_owned());
        }
        self.finish(Err(error));
    }
}
