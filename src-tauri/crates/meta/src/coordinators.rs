//! Who coordinates which group and which transactional id: remembered, looked up once for all who ask, many at a time.
//!
//! An entry leaves when its broker says that it isn't the coordinator, or when its broker is gone; never because some
//! other look-up failed. Otherwise a group that moved would be asked for at its old place for minutes, or every failure
//! would empty the cache for everybody.

mod cache;
mod lookup;
mod standing;

use std::{collections::HashMap, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::sync::watch;
use wire::{Error, What, message::find_coordinator::Kind};

use crate::{Coordinates, deadline::Deadline, shared::Shared};
use cache::Cache;
pub(crate) use standing::{absent, topic_of};

/// A group or a transactional id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) of: Coordinates,
    pub(crate) id: Arc<str>,
}

/// What a look-up ends with; `None` until then.
type Outcome = Option<Result<i32, Error>>;

/// How long ids gather before they are asked for together.
const GATHER: Duration = Duration::from_millis(5);

#[derive(Default)]
pub(crate) struct Coordinators {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: Cache,
    /// Being looked up; who asks for the same id waits for the same result.
    waiting: HashMap<Wanted, watch::Receiver<Outcome>>,
    /// Gathering for the next look-up.
    next: Vec<(Wanted, watch::Sender<Outcome>)>,
}

impl Coordinators {
    pub(crate) fn cached(&self, wanted: &Wanted) -> Option<i32> {
        self.state.lock().known.get(wanted)
    }

    /// This broker is not (or no longer) the coordinator. An entry that names another one by now stays.
    pub(crate) fn forget(&self, wanted: &Wanted, node: i32) {
        self.state.lock().known.remove(wanted, node);
    }

    /// Drops everything that this broker coordinated.
    pub(crate) fn forget_node(&self, node: i32) {
        self.state.lock().known.remove_node(node);
    }
}

impl Shared {
    /// The coordinators of these, each with its own failure; waited for no longer than the deadline.
    pub(crate) async fn coordinators(
        self: &Arc<Self>,
        wanted: Vec<Wanted>,
        deadline: &Deadline,
    ) -> Vec<(Wanted, Result<i32, Error>)> {
        let mut found = Vec::with_capacity(wanted.len());
        let mut pending = Vec::new();
        {
            let mut state = self.coordinators.state.lock();
            for wanted in wanted {
                if let Some(node) = state.known.get(&wanted) {
                    found.push((wanted, Ok(node)));
                    continue;
                }
                let outcome = match state.waiting.get(&wanted) {
                    // One whose look-up died without a word must not be waited for.
                    Some(outcome) if outcome.has_changed().is_ok() => outcome.clone(),
                    _ => {
                        let (report, outcome) = watch::channel(None);
                        if state.next.is_empty() {
                            tokio::spawn(lookup::gathered(Arc::clone(self)));
                        }
                        state.next.push((wanted.clone(), report));
                        state.waiting.insert(wanted.clone(), outcome.clone());
                        outcome
                    }
                };
                pending.push((wanted, outcome));
            }
        }
        for (wanted, mut outcome) in pending {
            let result = match deadline.cap(outcome.wait_for(Option::is_some)).await {
                Some(Ok(result)) => result.clone().unwrap_or_else(|| Err(Error::new(What::Closed))),
                Some(Err(_)) => Err(Error::new(What::Closed)),
                None => Err(Error::new(What::Timeout { sent: false, after: deadline.spent() })),
            };
            found.push((wanted, result));
        }
        found
    }

    /// Ends the wait for one id.
    fn settle(&self, wanted: &Wanted, report: &watch::Sender<Outcome>, result: Result<i32, Error>) {
        let mut state = self.coordinators.state.lock();
        if let Ok(node) = &result {
            state.known.insert(wanted.clone(), *node);
        }
        state.waiting.remove(wanted);
        report.send_replace(Some(result));
    }
}

fn kind(of: Coordinates) -> Kind {
    match of {
        Coordinates::Group => Kind::Group,
        Coordinates::Transaction => Kind::Transaction,
    }
}
