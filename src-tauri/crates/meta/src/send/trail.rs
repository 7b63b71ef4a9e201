//! What happened to one piece so far, and its entry in the journal, which is made exactly once.
//!
//! Also when the caller goes away: then the entry says so, and of a write that had left it says that its outcome is
//! unknown.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::Instant;
use wire::{Departure, Error, What};

use super::{
    Call,
    placing::first_and_more,
    told::{Told, Tried, Whither},
};
use crate::{
    Ask, Entry, Item, find_out,
    pool::{Door, Endpoint},
    retry::Tries,
    shared::{Travel, located},
};

pub(super) struct Trail {
    call: Arc<dyn Told>,
    /// The items that this is about, as the first of them and how many more, where they are not the call's own.
    subject: Option<(Item, usize)>,
    began: Instant,
    attempts: Vec<Tried>,
    pub(super) tries: Tries,
    /// Items that do not exist by the one answer and were asked for again. Their next answer is believed.
    pub(super) confirmed: BTreeSet<Item>,
    /// How often in a row a place was looked for without an attempt between.
    pub(super) looked: u32,
    /// Where this call failed already, for a request that any broker can answer.
    pub(super) avoid: BTreeSet<Endpoint>,
    version: Option<i16>,
    bytes: (usize, usize),
    /// When the present attempt began, or the first one is to begin if nothing is waited for before it.
    attempt_began: Instant,
    /// Whether that is just now.
    just_now: bool,
    /// Where it is to leave for, and whether it has.
    left_for: Option<(Door, Departure)>,
    /// When the last attempt left that did.
    left_at: Option<SystemTime>,
    /// What the last reply told of its way.
    travel: Travel,
    told: bool,
}

impl Trail {
    /// Of a piece that begins its way at this moment.
    pub(super) fn new<R: Ask>(call: &Arc<Call<R>>, began: Instant) -> Trail {
        Trail {
            call: Arc::clone(call) as Arc<dyn Told>,
            subject: None,
            began,
            attempts: Vec::new(),
            tries: Tries::default(),
            confirmed: BTreeSet::new(),
            looked: 0,
            avoid: BTreeSet::new(),
            version: None,
            bytes: (0, 0),
            attempt_began: began,
            just_now: false,
            left_for: None,
            left_at: None,
            travel: Travel::default(),
            told: false,
        }
    }

    /// The same past, for a part of the piece that goes its own way from here.
    pub(super) fn fork(&self) -> Trail {
        Trail {
            call: Arc::clone(&self.call),
            subject: self.subject.clone(),
            attempts: self.attempts.clone(),
            confirmed: self.confirmed.clone(),
            avoid: self.avoid.clone(),
            left_for: None,
            told: false,
            just_now: false,
            ..*self
        }
    }

    /// This piece is about these items.
    pub(super) fn about(&mut self, items: &[Item]) {
        self.subject = items.split_first().map(|(first, rest)| (first.clone(), rest.len()));
    }

    /// Nothing is waited for between the beginning and the first attempt, so one look at the clock does for both.
    pub(super) fn attempted_at_once(mut self) -> Trail {
        self.just_now = true;
        self
    }

    /// Why the last attempt failed, if it did.
    pub(super) fn last_error(&self) -> Option<&Error> {
        self.attempts.last().and_then(|last| last.error.as_ref())
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
        if !std::mem::take(&mut self.just_now) {
            self.attempt_began = Instant::now();
        }
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
    pub(super) fn attempt(
        &mut self,
        whither: Whither,
        error: Option<Error>,
        then: impl Into<Cow<'static, str>>,
    ) {
        let left = self.left_for.take().and_then(|(_, departure)| departure.at());
        self.left_at = left.or(self.left_at);
        let took = match self.travel.arrived {
            Some(arrived) => arrived.saturating_duration_since(self.attempt_began),
            None => self.attempt_took(),
        };
        // Nearly always the only one.
        self.attempts.reserve_exact(1);
        self.attempts.push(Tried { whither, travel: self.travel, took, error, then: then.into() });
    }

    /// What was tried for this item: as for the piece, except that each is asked for again for itself.
    pub(super) fn tries_of(&self, item: &Item) -> Tries {
        Tries { confirmed: self.tries.confirmed || self.confirmed.contains(item), ..self.tries }
    }

    /// When the present attempt began.
    pub(super) fn asked(&self) -> Instant {
        self.attempt_began
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
            let about = self.subject().unwrap_or_else(|| self.call.about());
            error = find_out::sentence(self.call.api(), &about).into_iter().fold(error, Error::to_find_out);
        }
        self.finish(Err(error.clone()));
        error
    }

    /// Makes the entry.
    pub(super) fn finish(&mut self, outcome: Result<(), Error>) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let journal = self.call.journal();
        if journal.is_read_by_nobody() {
            return;
        }
        let whither = self.attempts.last().map(|last| last.whither.words());
        let (broker, address) = whither.unwrap_or_default();
        let took = self.took();
        let now = SystemTime::now();
        journal.request(Entry {
            at: now.checked_sub(took).unwrap_or(now),
            api: self.call.api(),
            version: self.version,
            route: self.call.route(),
            key: self.subject().unwrap_or_else(|| self.call.key()),
            broker,
            address,
            attempts: self.attempts.iter().map(Tried::entry).collect(),
            sent_bytes: self.bytes.0,
            received_bytes: self.bytes.1,
            took,
            outcome,
        });
    }

    /// The items that this is about, in words.
    fn subject(&self) -> Option<String> {
        self.subject.as_ref().map(|(first, more)| first_and_more(first, *more))
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
            Some((_, true)) if self.call.write() => {
                Error::new(What::OutcomeUnknown("the caller no longer waits for the answer".to_owned()))
            }
            _ => Error::new(What::Cancelled),
        };
        let error = error.asking(self.call.api());
        let Some((door, gone)) = left else {
            self.fail(error);
            return;
        };
        let error = located(error, &door);
        let then = if gone { "the caller went away" } else { "the caller went away; nothing was sent" };
        self.attempt(Whither::Through(door), Some(error.clone()), then);
        self.fail(error);
    }
}
