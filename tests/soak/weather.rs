//! What is being done to the brokers, and what a call met of it: an error is excused by trouble that the call went through and
//! by no other.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// Once every broker serves and is in sync, the core may take this long to notice.
pub(crate) const SETTLE: Duration = Duration::from_secs(5);

/// One thing that was done to a broker.
#[derive(Clone, Debug)]
struct Trouble {
    what: String,
    broker: i32,
    /// `None`: it goes on.
    to: Option<Instant>,
}

/// What was going on from a call's start to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weather {
    /// What was done, and to which brokers; none in calm.
    pub(crate) troubles: Vec<String>,
    pub(crate) hurt: BTreeSet<i32>,
}

impl Weather {
    pub(crate) fn calm(&self) -> bool {
        self.troubles.is_empty()
    }
}

/// All that was done.
#[derive(Default)]
pub(crate) struct Troubles(Mutex<Vec<Trouble>>);

impl Troubles {
    /// From now on this is done to a broker.
    pub(crate) fn begin(&self, what: String, broker: i32) {
        self.0.lock().push(Trouble { what, broker, to: None });
    }

    /// From now on all brokers are well.
    pub(crate) fn end(&self) {
        if let Some(last) = self.0.lock().last_mut() {
            last.to = Some(Instant::now());
        }
    }

    /// The broker that is away now.
    pub(crate) fn hurt(&self) -> Option<i32> {
        self.0.lock().last().filter(|last| last.to.is_none()).map(|last| last.broker)
    }

    /// What a call that began then, and ends now, has gone through. Trouble is over once it had time to be noticed.
    pub(crate) fn weather(&self, began: Instant) -> Weather {
        let all = self.0.lock();
        let met = all.iter().rev().take_while(|one| one.to.is_none_or(|to| to + SETTLE >= began));
        let (troubles, hurt) = met.map(|one| (one.what.clone(), one.broker)).unzip();
        Weather { troubles, hurt }
    }
}
