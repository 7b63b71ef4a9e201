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
use wire::{ApiKey, Departure, Error, What};

use super::{Call, placing::in_words};
use crate::{
    Ask, Attempt, Entry, Item, Key, Route, find_out,
    observe::Journal,
    pool::{Door, Endpoint},
    retry::Tries,
    shared::{Travel, located},
};

pub(super) struct Trail {
    journal: Journal,
    api: ApiKey,
    route: Route,
    key: String,
    /// What a change is about, in words; empty when the request doesn't say.
    about: String,
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
    /// Where it is to leave for, and whether it has.
    left_for: Option<(Door, Departure)>,
    /// When the last attempt left that did.
    left_at: Option<SystemTime>,
    /// What the last reply told of its way.
    travel: Travel,
    told: bool,
}

impl Trail {
    pub(super) fn new<R: Ask>(call: &Arc<Call<R>>) -> Trail {
        Trail {
            journal: call.shared.journal.clone(),
            api: R::KEY,
            route: call.route,
            key: call.key.to_string(),
            about: about(call),
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
            left_at: None,
            travel: Travel::default(),
            told: false,
        }
    }

    /// The same past, for a part of the piece that goes its own way from here.
    pub(super) fn fork(&self) -> Trail {
        Trail {
            journal: self.journal.clone(),
            key: self.key.clone(),
            about: self.about.clone(),
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
        self.about.clone_from(&key);
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
        self.travel = Travel::default();
        self.attempt_began = Instant::now();
    }

    pub(super) fn leaves(&mut self, door: &Door, departure: &Departure) {
        self.left_for = Some((door.clone(), departure.clone()));
    }

    pub(super) fn came_back(&mut self, travel: &Travel) {
        self.version = travel.version.or(self.version);
        self.bytes.0 += travel.sent_bytes;
        self.bytes.1 += travel.received_bytes;
        self.travel = *travel;
    }

    /// Ends an attempt.
    pub(super) fn attempt(&mut self, broker: Option<i32>, address: &str, error: Option<Error>, then: String) {
        let left = self.left_for.take().and_then(|(_, departure)| departure.at());
        self.left_at = left.or(self.left_at);
        let took = self.attempt_took();
        self.attempts.push(self.travel.as_attempt(broker, address.to_owned(), took, error, &then));
    }

    /// What was tried for this item: as for the piece, except that each is asked for again for itself.
    pub(super) fn tries_of(&self, item: &Item) -> Tries {
        Tries { confirmed: self.tries.confirmed || self.confirmed.contains(item), ..self.tries }
    }

    /// When the present attempt began.
    pub(super) fn asked(&self) -> std::time::Instant {
        self.attempt_began.into_std()
    }

    /// How long the present attempt takes so far, its dial included.
    pub(super) fn attempt_took(&self) -> Duration {
        self.attempt_began.elapsed()
    }

    /// Makes the entry of a failure, and gives it back with what is known of its past: how often and how long it was
    /// tried, and of a change with an unknown outcome when it left and what to read to find out.
    pub(super) fn fail(&mut self, error: Error) -> Error {
        let mut error = error.after(self.count(), self.took());
        if matches!(error.what(), What::OutcomeUnknown(_)) {
            error = self.left_at.into_iter().fold(error, Error::left);
            error = find_out::sentence(self.api, &self.about).into_iter().fold(error, Error::to_find_out);
        }
        self.finish(Err(error.clone()));
        error
    }

    /// Makes the entry.
    pub(super) fn finish(&mut self, outcome: Result<(), Error>) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        if self.journal.is_read_by_nobody() {
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
        // Taken back while nothing of it has left; from then on it is the broker's.
        let left = self.left_for.take().map(|(door, departure)| {
            let gone = !door.connection.withdraw(&departure);
            self.left_at = departure.at().or(self.left_at);
            (door, gone)
        });
        let error = match &left {
            Some((_, true)) if self.write => {
                Error::new(What::OutcomeUnknown("the caller no longer waits for the answer".to_owned()))
            }
            _ => Error::new(What::Cancelled),
        };
        let error = error.asking(self.api);
        let Some((door, gone)) = left else {
            self.fail(error);
            return;
        };
        let error = located(error, &door);
        let then = if gone { "the caller went away" } else { "the caller went away; nothing was sent" };
        self.attempt(door.endpoint.broker(), &door.address, Some(error.clone()), then.to_owned());
        self.fail(error);
    }
}

/// What a change is about. Of a request that only looks nobody asks.
fn about<R: Ask>(call: &Call<R>) -> String {
    let items = if call.write { call.request.items() } else { Vec::new() };
    match (items.as_slice(), &call.key) {
        ([], Key::None) => String::new(),
        ([], key) => key.to_string(),
        (items, _) => in_words(items),
    }
}
