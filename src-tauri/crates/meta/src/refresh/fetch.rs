//! One flight: ask some broker for metadata, take the reply in, mark the view when that fails.
//!
//! A broker that accepts and says nothing must not decide how long everybody waits: after a moment a second broker is
//! asked beside it, then what the user typed, and the first good reply wins. Whatever is down, a cluster that is
//! reachable at all is found within one time-out and not one per broker.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, SystemTime},
};

use parking_lot::Mutex;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};
use wire::{Error, What};

use super::leg::Leg;
use crate::{
    Event, Refresh, RefreshFailure, Snapshot,
    deadline::Deadline,
    pool::Endpoint,
    shared::{Shared, ago},
};

/// Beyond this many brokers that fail, the cluster is said to be unreachable.
const LEGS: usize = 5;
/// Without metadata for this long, what the user typed is asked beside the first broker and not after it.
const LOST: Duration = Duration::from_secs(30);

impl Shared {
    /// Fetches and installs; says whether anything changed.
    pub(super) async fn fetch(self: &Arc<Self>, what: &Refresh) -> Result<(Arc<Snapshot>, bool), Error> {
        let deadline = Deadline::within(self.config.read_timeout);
        let result = self.fetch_from_any(what, &deadline).await;
        if let Err(error) = &result {
            let failure = RefreshFailure { what: what.clone(), at: SystemTime::now(), error: error.clone() };
            let guard = self.refresher.installing.lock();
            let marked = Arc::new(self.snapshot.load().marked(failure));
            // Starting over may have emptied the pool; the old view stays usable, as far as its brokers answer.
            self.pool.follow(marked.brokers());
            self.replace(marked);
            drop(guard);
            if matches!(error.what(), What::OtherCluster { .. }) {
                self.stop(error.clone());
            }
            self.journal.event(Event::RefreshFailed { what: what.clone(), error: error.clone() });
        }
        result
    }

    async fn fetch_from_any(
        self: &Arc<Self>,
        what: &Refresh,
        deadline: &Deadline,
    ) -> Result<(Arc<Snapshot>, bool), Error> {
        let asked: Arc<Mutex<BTreeSet<Endpoint>>> = Arc::default();
        let hedge = match what {
            Refresh::Brokers => Duration::from_millis(800),
            Refresh::Topics(_) => Duration::from_secs(2),
            // A long listing takes its time, and asking for it twice makes it take longer.
            Refresh::All => self.config.attempt_timeout,
        };
        let lost = self.snapshot.load().brokers_source().is_some_and(|source| ago(source.at) > LOST);
        let mut legs: JoinSet<Leg> = JoinSet::new();
        let mut started = 0;
        let mut next = Instant::now();
        let mut failures: Vec<Error> = Vec::new();
        loop {
            if started < LEGS && next <= Instant::now() {
                // Every other leg goes to what the user typed, so that a list of dead brokers is never all we ask.
                let typed = matches!(started, 2 | 4) || (lost && started > 0);
                legs.spawn(Arc::clone(self).leg(what.clone(), typed, Arc::clone(&asked), *deadline));
                started += 1;
                next = Instant::now() + if lost { hedge / 4 } else { hedge };
            }
            tokio::select! {
                biased;
                Some(leg) = legs.join_next() => {
                    let failed = match leg {
                        Ok(Ok((door, exchange))) => match self.install(what, &door, exchange) {
                            Ok(installed) => return Ok(installed),
                            Err(error) => (Some(door.endpoint), error),
                        },
                        Ok(Err(failed)) => failed,
                        Err(join) => (None, Error::new(What::Connect(join.to_string()))),
                    };
                    let (endpoint, error) = failed;
                    if !self.worth_another_leg(endpoint.as_ref(), &error) {
                        started = LEGS;
                    }
                    failures.push(error);
                    next = Instant::now();
                    if started >= LEGS && legs.is_empty() {
                        return Err(self.reason(failures));
                    }
                }
                () = sleep_until(next), if started < LEGS => {}
                () = sleep_until(deadline.at()) => return Err(self.reason(failures)),
            }
        }
    }

    /// Whether another broker could give a better answer. A broker that says "start over" or speaks for another cluster
    /// is believed as far as that its kind is dropped: only what the user typed can settle it.
    fn worth_another_leg(&self, endpoint: Option<&Endpoint>, error: &Error) -> bool {
        let known = matches!(endpoint, Some(Endpoint::Node(_)));
        match error.what() {
            What::Broker(code, _) if code.rebootstrap() => {
                self.start_over(&format!("{} said so", place(endpoint)));
                true
            }
            What::OtherCluster { .. } if known => {
                self.start_over(&format!("{} belongs to another cluster now", place(endpoint)));
                true
            }
            What::Connect(_) if endpoint.is_none() => false,
            What::Authorization(_) | What::Closed => false,
            _ => true,
        }
    }

    fn start_over(&self, why: &str) {
        self.pool.rebootstrap();
        self.journal.event(Event::Rebootstrap { why: why.to_owned() });
    }

    /// The most telling of the failures of a flight.
    fn reason(&self, failures: Vec<Error>) -> Error {
        let dull =
            |error: &Error| matches!(error.what(), What::Connect(why) if why.starts_with("every address"));
        let told = failures.iter().find(|error| matches!(error.what(), What::OtherCluster { .. }));
        let told = told.or_else(|| failures.iter().find(|error| !dull(error)));
        let none = || Error::new(What::Timeout { sent: false, after: self.config.read_timeout });
        told.or(failures.first()).cloned().unwrap_or_else(none)
    }
}

fn place(endpoint: Option<&Endpoint>) -> String {
    endpoint.map_or_else(|| "a broker".to_owned(), Endpoint::to_string)
}

#[cfg(test)]
mod tests {
    use wire::ErrorCode;

    #[test]
    fn exactly_one_code_starts_over() {
        let codes: Vec<ErrorCode> = ErrorCode::all().filter(|code| code.rebootstrap()).collect();
        assert_eq!(codes, [ErrorCode(129)]);
    }
}
