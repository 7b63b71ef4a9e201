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
use wire::{ApiKey, Error, Exchange, What};

use crate::{
    Attempt, Entry, Event, Metadata, MetadataReply, Refresh, RefreshFailure, Snapshot, Source,
    deadline::Deadline,
    pool::{Door, Endpoint, Lane, Shut},
    routing::route,
    shared::{Shared, ago},
};

/// Beyond this many brokers that fail, the cluster is said to be unreachable.
const LEGS: usize = 5;
/// Without metadata for this long, what the user typed is asked beside the first broker and not after it.
const LOST: Duration = Duration::from_secs(30);

type Leg = Result<(Door, Exchange<MetadataReply>), (Option<Endpoint>, Error)>;

impl Shared {
    /// Fetches and installs; says whether anything changed.
    pub(super) async fn fetch(self: &Arc<Self>, what: &Refresh) -> Result<(Arc<Snapshot>, bool), Error> {
        let deadline = Deadline::within(self.config.read_timeout);
        let result = self.fetch_from_any(what, &deadline).await;
        if let Err(error) = &result {
            let failure = RefreshFailure { what: what.clone(), at: SystemTime::now(), error: error.clone() };
            let guard = self.refresher.installing.lock();
            let marked = Arc::new(self.snapshot.load().marked(failure));
            self.replace(marked);
            drop(guard);
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
                // Every second leg goes to what the user typed, so that a list of dead brokers is never all we ask.
                let typed = started % 2 == 1 || (lost && started > 0);
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

    /// Asks one broker that this flight hasn't asked.
    async fn leg(
        self: Arc<Self>,
        what: Refresh,
        typed: bool,
        asked: Arc<Mutex<BTreeSet<Endpoint>>>,
        deadline: Deadline,
    ) -> Leg {
        let avoid = asked.lock().clone();
        let door = match typed {
            true => self.pool.bootstrap(Lane::Quick, &avoid, &deadline).await,
            false => self.pool.any(Lane::Quick, &avoid, &deadline).await,
        };
        let door = door.map_err(|Shut { endpoint, error, .. }| (endpoint, error.asking(ApiKey::Metadata)))?;
        if !asked.lock().insert(door.endpoint.clone()) {
            let error = Error::new(What::Connect("every address was asked already".to_owned()));
            return Err((Some(door.endpoint), error));
        }
        let until = match what {
            Refresh::All => deadline.at(),
            Refresh::Brokers | Refresh::Topics(_) => deadline.attempt(self.config.attempt_timeout),
        };
        let (at, began) = (SystemTime::now(), Instant::now());
        let request = Metadata { what: what.clone() };
        let result = self.attempt(&request, &door, Lane::Quick, until).await;
        self.journal_leg(&what, &door, at, began.elapsed(), &result);
        match result {
            Ok(exchange) => Ok((door, exchange)),
            Err(error) => Err((Some(door.endpoint), error)),
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
            What::OtherCluster { .. } => {
                self.stop(error.clone());
                false
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

    fn install(
        self: &Arc<Self>,
        what: &Refresh,
        door: &Door,
        exchange: Exchange<MetadataReply>,
    ) -> Result<(Arc<Snapshot>, bool), Error> {
        let (took, bytes) = (exchange.took, exchange.received_bytes);
        let source = Source {
            broker: door.endpoint.broker(),
            address: door.address.clone(),
            api: ApiKey::Metadata,
            version: exchange.version,
            at: exchange.received_at,
            took,
            attempts: 1,
            bytes,
        };
        let guard = self.refresher.installing.lock();
        let before = self.snapshot.load_full();
        let installed = before
            .install(exchange.reply, what, source)
            .map_err(|error| crate::shared::located(error, door).asking(ApiKey::Metadata))?;
        let snapshot = Arc::new(installed.snapshot);
        self.replace(Arc::clone(&snapshot));
        self.pool.follow(snapshot.brokers());
        drop(guard);
        let gone = before.brokers().iter().filter(|broker| snapshot.broker(broker.id).is_none());
        for broker in gone {
            self.coordinators.forget_node(broker.id);
        }
        if door.endpoint.broker().is_none() && !before.brokers().is_empty() {
            let why = format!("no known broker answered; {} did", door.endpoint);
            self.journal.event(Event::Rebootstrap { why });
        }
        if let Some((from, to)) = installed.controller {
            self.journal.event(Event::ControllerMoved { from, to });
        }
        if installed.leaders_moved > 0 {
            self.journal.event(Event::LeadersMoved { partitions: installed.leaders_moved });
        }
        let changed = installed.changed;
        self.journal.event(Event::Refreshed { what: what.clone(), took, bytes, changed });
        Ok((snapshot, changed))
    }

    /// Swaps the snapshot. The old one is freed here once nobody reads it, also when that is only at a later refresh.
    fn replace(&self, snapshot: Arc<Snapshot>) {
        let old = self.snapshot.swap(snapshot);
        let mut replaced = self.refresher.replaced.lock();
        replaced.push(old);
        replaced.retain(|snapshot| Arc::strong_count(snapshot) > 1);
    }

    fn journal_leg(
        &self,
        what: &Refresh,
        door: &Door,
        at: SystemTime,
        took: Duration,
        result: &Result<Exchange<MetadataReply>, Error>,
    ) {
        let (broker, address) = (door.endpoint.broker(), door.address.clone());
        let error = result.as_ref().err().cloned();
        let then = if error.is_some() { "another broker is asked" } else { "answered" };
        let exchange = result.as_ref().ok();
        self.journal.request(Entry {
            at,
            api: ApiKey::Metadata,
            version: exchange.map(|exchange| exchange.version),
            route: route(ApiKey::Metadata),
            key: in_words(what),
            broker,
            address: address.clone(),
            attempts: vec![Attempt { broker, address, took, error: error.clone(), then: then.to_owned() }],
            sent_bytes: exchange.map_or(0, |exchange| exchange.sent_bytes),
            received_bytes: exchange.map_or(0, |exchange| exchange.received_bytes),
            took,
            outcome: error.map_or(Ok(()), Err),
        });
    }
}

fn place(endpoint: Option<&Endpoint>) -> String {
    endpoint.map_or_else(|| "a broker".to_owned(), Endpoint::to_string)
}

fn in_words(what: &Refresh) -> String {
    match what {
        Refresh::Brokers => "brokers only".to_owned(),
        Refresh::All => "brokers and all topics".to_owned(),
        Refresh::Topics(names) => match names.as_slice() {
            [name] => format!("topic {name}"),
            [name, ..] => format!("topic {name} and {} more", names.len() - 1),
            [] => "no topic".to_owned(),
        },
    }
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
