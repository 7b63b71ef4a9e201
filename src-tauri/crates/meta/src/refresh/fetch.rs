//! One flight: ask some broker for metadata, take the reply in, mark the view when that fails.
//!
//! A broker that accepts and says nothing must not decide how long everybody waits: after a moment a second broker is
//! asked beside it, then what the user typed, and the first good reply wins. Whatever is down, a cluster that is
//! reachable at all is found within one time-out and not one per broker.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};
use wire::{Error, What};

use super::{
    leg::{Asked, Lame, Leg},
    look::Look,
};
use crate::{
    Event, Refresh, RefreshFailure, Snapshot,
    deadline::Deadline,
    pool::Endpoint,
    shared::{Shared, ago},
};

/// Beyond this many brokers that fail, the cluster is said to be unreachable.
const LEGS: usize = 5;
/// A broker that was asked for a listing and of which no byte came for so long, while another one answers, is taken for
/// frozen. A listing that is on its way, however slowly, is not asked for twice.
const UNHEARD: Duration = Duration::from_secs(2);
/// Without metadata for this long, what the user typed is asked beside the first broker and not after it. Longer than the
/// time between two ordinary refreshes.
const LOST: Duration = Duration::from_secs(120);

impl Shared {
    /// Fetches and installs; says whether anything changed.
    pub(super) async fn fetch(self: &Arc<Self>, what: &Refresh) -> Result<(Arc<Snapshot>, bool), Error> {
        let (deadline, asked) = (Deadline::within(self.config.read_timeout), Instant::now().into_std());
        self.fetch_from_any(what, &deadline).await.map_err(|failures| {
            let error = self.reason(&failures);
            let at = SystemTime::now();
            let failure = RefreshFailure { what: what.clone(), at, asked, error: error.clone() };
            let guard = self.refresher.installing.lock();
            let marked = Arc::new(self.snapshot.load().marked(failure));
            // Starting over may have emptied the pool; the old view stays usable, as far as its brokers answer.
            self.pool.follow(marked.brokers());
            let unread = self.replace(marked);
            drop(guard);
            drop(unread);
            // A broker's address can be another's by now. What the user typed is what this cluster is.
            let typed = |lame: &&Lame| matches!(lame.endpoint, Some(Endpoint::Bootstrap(_)));
            let other = |lame: &&Lame| matches!(lame.error.what(), What::OtherCluster { .. });
            if let Some(lame) = failures.iter().filter(typed).find(other) {
                self.stop(lame.error.clone());
            }
            self.journal.event(Event::RefreshFailed { what: what.clone(), error: error.clone() });
            error
        })
    }

    async fn fetch_from_any(
        self: &Arc<Self>,
        what: &Refresh,
        deadline: &Deadline,
    ) -> Result<(Arc<Snapshot>, bool), Vec<Lame>> {
        let asked = Asked::default();
        let lost = self.snapshot.load().brokers_source().is_some_and(|source| ago(source.at) > LOST);
        let (mut hedge, typed_first) = match (what, self.pool.silent_lately(), lost) {
            // A long listing takes its time, and asking for it twice makes it take longer.
            (Refresh::All, ..) => (self.config.attempt_timeout, lost),
            (_, true, _) => (Duration::from_millis(100), true),
            (_, _, true) => (Duration::from_millis(200), true),
            (Refresh::Brokers, ..) => (Duration::from_millis(400), false),
            (Refresh::Topics(_), ..) => (Duration::from_millis(800), false),
        };
        // What the user typed is heard to the last address before the cluster is said to be lost.
        let most = LEGS.max(self.config.bootstrap.len() + 2);
        let mut look = Look::new(what);
        let mut doubt: Option<Instant> = None;
        let mut legs: JoinSet<Leg> = JoinSet::new();
        let mut started = 0;
        let mut next = Instant::now();
        let mut failures: Vec<Lame> = Vec::new();
        loop {
            if started < most && next <= Instant::now() {
                // Every other leg goes to what the user typed, so that a list of dead brokers is never all we ask, and a
                // list of dead typed addresses neither.
                let typed = match started {
                    0 => false,
                    1..LEGS => (started % 2 == 1) == typed_first,
                    _ => true,
                };
                legs.spawn(Arc::clone(self).leg(what.clone(), typed, Arc::clone(&asked), *deadline));
                started += 1;
                next = Instant::now() + hedge;
                // Twice as long each time: a cluster that is slow because it has too much to do is not asked five times.
                hedge = hedge.saturating_mul(2);
            }
            tokio::select! {
                biased;
                Some(leg) = legs.join_next() => {
                    let lame = match leg {
                        Ok(Ok((door, exchange, asked))) => match self.install(what, &door, exchange, asked) {
                            Ok(installed) => return Ok(installed),
                            Err(error) => Lame { endpoint: Some(door.endpoint.clone()), error, nobody: false },
                        },
                        Ok(Err(lame)) => lame,
                        Err(join) => {
                            Lame { endpoint: None, error: Error::new(What::Connect(join.to_string())), nobody: false }
                        }
                    };
                    if !self.worth_another_leg(&lame) {
                        started = most;
                    }
                    failures.push(lame);
                    next = Instant::now();
                    if started >= most && legs.is_empty() {
                        return Err(failures);
                    }
                }
                () = look.around(self) => {
                    // Whom we wait for may not be where we asked any more.
                    if asked.lock().iter().all(|(endpoint, address)| !self.pool.leads(endpoint, address)) {
                        next = Instant::now();
                    }
                    doubt = Some(Instant::now() + UNHEARD);
                }
                () = sleep_until(next), if started < most => {}
                () = sleep_until(doubt.unwrap_or(next)), if doubt.is_some() && started < most => {
                    if asked.lock().keys().all(|endpoint| self.pool.silent(endpoint, UNHEARD)) {
                        next = Instant::now();
                    }
                    doubt = Some(Instant::now() + UNHEARD);
                }
                () = sleep_until(deadline.at()) => return Err(failures),
            }
        }
    }

    /// Whether another broker could give a better answer. A broker that says "start over" or speaks for another cluster
    /// is believed as far as that its kind is dropped: only what the user typed can settle it.
    fn worth_another_leg(&self, lame: &Lame) -> bool {
        let endpoint = lame.endpoint.as_ref();
        let known = matches!(endpoint, Some(Endpoint::Node(_)));
        match lame.error.what() {
            What::Broker(code, _) if code.rebootstrap() => {
                self.start_over(&format!("{} said so", place(endpoint)));
                true
            }
            What::OtherCluster { .. } if known => {
                self.start_over(&format!("{} belongs to another cluster now", place(endpoint)));
                true
            }
            What::Connect(_) => !lame.nobody,
            What::Authorization(_) | What::Closed => false,
            _ => true,
        }
    }

    fn start_over(&self, why: &str) {
        self.pool.rebootstrap();
        self.journal.event(Event::Rebootstrap { why: why.to_owned() });
    }

    /// The most telling of the failures of a flight.
    fn reason(&self, failures: &[Lame]) -> Error {
        let errors = || failures.iter().map(|lame| &lame.error);
        let dull =
            |error: &&Error| matches!(error.what(), What::Connect(why) if why.starts_with("every address"));
        let told = errors().find(|error| matches!(error.what(), What::OtherCluster { .. }));
        let told = told.or_else(|| errors().find(|error| !dull(error)));
        let none = || Error::new(What::Timeout { sent: false, after: self.config.read_timeout });
        told.or(errors().next()).cloned().unwrap_or_else(none)
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
