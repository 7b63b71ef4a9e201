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
use wire::{ApiKey, Error, Exchange, What};

use super::Call;
use crate::{
    Ask, Attempt, Entry, Route,
    observe::Journal,
    pool::{Door, Endpoint},
    retry::Tries,
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
    /// Where this call failed already, for a request that any broker can answer.
    pub(super) avoid: BTreeSet<Endpoint>,
    version: Option<i16>,
    bytes: (usize, usize),
    /// Where an attempt is on its way to, while it is.
    under_way: Option<(Option<i32>, String, Instant)>,
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
            avoid: BTreeSet::new(),
            version: None,
            bytes: (0, 0),
            under_way: None,
            told: false,
        }
    }

    /// The same past, for a part of the piece that goes its own way from here.
    pub(super) fn fork(&self) -> Trail {
        Trail {
            journal: self.journal.clone(),
            key: self.key.clone(),
            attempts: self.attempts.clone(),
            avoid: self.avoid.clone(),
            under_way: None,
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

    pub(super) fn leaves(&mut self, door: &Door) {
        self.under_way = Some((door.endpoint.broker(), door.address.clone(), Instant::now()));
    }

    pub(super) fn came_back<T>(&mut self, exchange: &Exchange<T>) {
        self.version = Some(exchange.version);
        self.bytes.0 += exchange.sent_bytes;
        self.bytes.1 += exchange.received_bytes;
    }

    /// Ends an attempt.
    pub(super) fn attempt(&mut self, broker: Option<i32>, address: &str, error: Option<Error>, then: String) {
        let took = self.under_way.take().map_or(Duration::ZERO, |(_, _, left)| left.elapsed());
        self.attempts.push(Attempt { broker, address: address.to_owned(), took, error, then });
    }

    /// How long the present attempt has been under way.
    pub(super) fn attempt_took(&self) -> Duration {
        self.under_way.as_ref().map_or(Duration::ZERO, |(_, _, left)| left.elapsed())
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
        let error = match &self.under_way {
            Some((_, address, _)) if self.write => {
                Error::new(What::OutcomeUnknown(left.to_owned())).at(address.clone())
            }
            _ => Error::new(What::Cancelled),
        };
        let error = error.asking(self.api);
        if let Some((broker, address, _)) = self.under_way.clone() {
            self.attempt(broker, &address, Some(error.clone()), left.to_owned());
        }
        self.finish(Err(error));
    }
}
