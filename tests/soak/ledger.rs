//! What came of every call: answers with their times, errors by kind with the weather they came in, and what was wrong. It
//! keeps counts and one sample of each kind, so that it doesn't grow itself while it watches others for growing.

mod explained;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use meta::{ApiKey, Error, Item, What};
use parking_lot::Mutex;

use crate::{journal::Journal, weather::Weather};

/// Wrong answers that are kept in words; more would say the same.
const KEPT: usize = 40;

/// What was asked, as far as it decides whether a failure is to be expected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// The broker that the caller named.
    pub(crate) of: Option<i32>,
    /// What failed of it; none: all of it.
    pub(crate) items: &'a [Item],
    /// Each broker was asked for what it alone knows.
    pub(crate) each: bool,
    /// The cluster names nobody who could lead them: whoever was in sync is away.
    pub(crate) stranded: bool,
    /// How long the call went on.
    pub(crate) took: Duration,
}

/// Calls of one class.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Served {
    pub(crate) answers: u64,
    pub(crate) failures: u64,
    /// How many answers took up to 2^n ms.
    pub(crate) times: [u64; 18],
}

/// One kind of error.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kind {
    pub(crate) count: u64,
    /// Of these, those for which there is no reason.
    pub(crate) unexplained: u64,
    pub(crate) why: BTreeSet<&'static str>,
    pub(crate) sample: String,
}

#[derive(Default)]
pub(crate) struct Ledger {
    classes: Mutex<BTreeMap<&'static str, Served>>,
    kinds: Mutex<BTreeMap<(ApiKey, String), Kind>>,
    wrong: Mutex<Vec<String>>,
    wrongs: AtomicU64,
    notes: Mutex<BTreeMap<String, u64>>,
    journal: Arc<Journal>,
}

impl Ledger {
    pub(crate) fn new(journal: Arc<Journal>) -> Ledger {
        Ledger { journal, ..Ledger::default() }
    }

    pub(crate) fn answered(&self, class: &'static str, took: Duration) {
        let mut classes = self.classes.lock();
        let served = classes.entry(class).or_default();
        served.answers += 1;
        let place = (took.as_millis().max(1).ilog2() as usize + 1).min(served.times.len() - 1);
        served.times[place] += 1;
    }

    /// A call, or a part of it, that failed.
    pub(crate) fn failed(
        &self,
        class: &'static str,
        api: ApiKey,
        error: &Error,
        asked: &Asked<'_>,
        then: &Weather,
    ) {
        self.classes.lock().entry(class).or_default().failures += 1;
        self.count(api, kind(error), error, &error.to_string(), asked, then);
    }

    /// A code inside a reply that came.
    pub(crate) fn item_failed(
        &self,
        api: ApiKey,
        item: &Item,
        error: &Error,
        took: Duration,
        then: &Weather,
    ) {
        let items = std::slice::from_ref(item);
        let asked = Asked { of: None, items, each: false, stranded: false, took };
        self.count(api, format!("item: {}", kind(error)), error, &format!("{item:?}: {error}"), &asked, then);
    }

    pub(crate) fn is_answer(api: ApiKey, code: meta::ErrorCode) -> bool {
        code.is_none() || explained::is_answer(api, code)
    }

    fn count(
        &self,
        api: ApiKey,
        kind: String,
        error: &Error,
        words: &str,
        asked: &Asked<'_>,
        then: &Weather,
    ) {
        let why = explained::reason(api, error, asked, then);
        let mut kinds = self.kinds.lock();
        let kind = kinds.entry((api, kind)).or_default();
        kind.count += 1;
        match why {
            Some(why) => drop(kind.why.insert(why)),
            None => kind.unexplained += 1,
        }
        // An unexplained one is worth more as a sample than the first.
        if kind.sample.is_empty() || (why.is_none() && kind.unexplained == 1) {
            let weather = if then.calm() { "in calm".to_owned() } else { then.troubles.join(", ") };
            kind.sample = format!("{words} ({weather})");
        }
        drop(kinds);
        if why.is_none() {
            println!("STRANGE: {words} {:?} {:?}", asked.items.first(), then.troubles);
        }
    }

    pub(crate) fn wrong(&self, what: String) {
        self.wrongs.fetch_add(1, Ordering::Relaxed);
        println!("WRONG: {what}");
        let mut wrong = self.wrong.lock();
        if wrong.len() < KEPT {
            wrong.push(what);
        }
    }

    /// Something to count that is no error.
    pub(crate) fn note(&self, what: impl Into<String>) {
        *self.notes.lock().entry(what.into()).or_default() += 1;
    }

    pub(crate) fn classes(&self) -> BTreeMap<&'static str, Served> {
        self.classes.lock().clone()
    }

    pub(crate) fn kinds(&self) -> BTreeMap<(ApiKey, String), Kind> {
        self.kinds.lock().clone()
    }

    pub(crate) fn notes(&self) -> BTreeMap<String, u64> {
        let mut notes = self.notes.lock().clone();
        notes.extend(self.journal.counts());
        notes
    }

    /// What was wrong, and how often in all. A write that was sent again is wrong whatever came of it.
    pub(crate) fn wrongs(&self) -> (Vec<String>, u64) {
        let mut all = self.wrong.lock().clone();
        let again = self.journal.sent_again();
        let count = self.wrongs.load(Ordering::Relaxed) + again.len() as u64;
        all.extend(again);
        (all, count)
    }
}

/// The kind of an error without what is particular to one.
pub(crate) fn kind(error: &Error) -> String {
    match error.what() {
        What::Broker(code, _) | What::Authorization(code) => code.to_string(),
        What::Disconnected { sent, .. } => format!("disconnected (sent: {sent})"),
        What::Timeout { sent, .. } => format!("timeout (sent: {sent})"),
        What::Connect(_) => "can't connect".to_owned(),
        What::OutcomeUnknown(_) => "outcome unknown".to_owned(),
        What::NoTarget(_) => "no broker to ask".to_owned(),
        other => format!("{other:?}").chars().take(40).collect(),
    }
}
