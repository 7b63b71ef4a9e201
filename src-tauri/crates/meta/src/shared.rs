//! What all handles of one cluster share, and the two things that every request does with it: go through a door, and
//! leave an entry.

use std::{
    ops::Deref,
    sync::Arc,
    time::{Duration, SystemTime},
};

use arc_swap::{ArcSwap, ArcSwapOption};
use tokio::time::Instant;
use wire::{ApiKey, Departure, Error, Exchange, Request, Settings, SignIn, What};

use crate::{
    Attempt, Config, Event, Refresh, Snapshot,
    coordinators::Coordinators,
    lasting::Lasting,
    observe::Journal,
    pool::{Door, Lane, Pool},
    refresh::Refresher,
    view::Stamp,
};

/// The largest reply that is read; a listing of 200,000 partitions takes 9 MB.
const MAX_FRAME: usize = 100 << 20;

/// How to connect to each broker of a cluster.
pub(crate) fn settings(config: &Config) -> Settings {
    Settings {
        client_id: config.client_id.clone(),
        setup_timeout: config.setup_timeout,
        read_only: config.read_only,
        max_frame: MAX_FRAME,
        resolver: Arc::clone(&config.resolver),
        tls: config.tls.clone(),
        // What another cluster made of the same credentials means nothing here.
        sign_in: config.sign_in.as_ref().map(SignIn::afresh),
        reach: config.reach.afresh(),
    }
}

/// What is known of an attempt's way there and back, also when the reply as a whole is a failure.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Travel {
    pub(crate) version: Option<i16>,
    pub(crate) sent_bytes: usize,
    pub(crate) received_bytes: usize,
    /// When the answer came, if one did.
    pub(crate) arrived: Option<Instant>,
    /// How long the broker wants to be left alone.
    pub(crate) throttle: Duration,
    /// How long the request stood back because the broker had wanted that.
    pub(crate) held: Duration,
}

impl Travel {
    /// The same in the journal.
    pub(crate) fn as_attempt(
        &self,
        broker: Option<i32>,
        address: String,
        took: Duration,
        error: Option<Error>,
        then: &str,
    ) -> Attempt {
        let (held, throttle) = (self.held, self.throttle);
        Attempt { broker, address, took, held, throttle, error, then: then.to_owned() }
    }
}

pub(crate) struct Attempted<T> {
    pub(crate) travel: Travel,
    pub(crate) result: Result<Exchange<T>, Error>,
}

pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) pool: Arc<Pool>,
    pub(crate) journal: Journal,
    /// Written by the refresh alone.
    pub(crate) snapshot: ArcSwap<Snapshot>,
    /// Which snapshot that is, for views.
    pub(crate) stamp: Stamp,
    pub(crate) coordinators: Coordinators,
    pub(crate) refresher: Refresher,
    /// Why nothing is sent any more: closed here, or another cluster answers at these addresses.
    stopped: ArcSwapOption<Error>,
}

impl Shared {
    pub(crate) fn new(config: Config) -> Shared {
        let settings = settings(&config);
        let journal = Journal::new(config.observer.clone());
        Shared {
            pool: Arc::new(Pool::new(settings, &config.bootstrap, journal.clone())),
            config,
            journal,
            snapshot: ArcSwap::from_pointee(Snapshot::empty()),
            stamp: Stamp::new(),
            coordinators: Coordinators::default(),
            refresher: Refresher::default(),
            stopped: ArcSwapOption::empty(),
        }
    }

    pub(crate) fn stopped(&self) -> Option<Error> {
        self.stopped.load().as_deref().cloned()
    }

    /// Nothing is sent from here on, because of this; the first cause stays.
    pub(crate) fn stop(&self, why: Error) {
        let why = Arc::new(why);
        self.stopped.rcu(|first| Some(first.clone().unwrap_or_else(|| Arc::clone(&why))));
    }

    pub(crate) fn close(&self) {
        self.stopped.store(Some(Arc::new(Error::new(What::Closed))));
        self.pool.close();
    }

    /// Sends again after another cluster had answered: the first one does now.
    pub(crate) fn resume(&self) {
        let other = |why: &Arc<Error>| matches!(why.what(), What::OtherCluster { .. });
        self.stopped.rcu(|why| why.clone().filter(|why| !other(why)));
    }

    /// One attempt: the request through this door, until then. An error code for the reply as a whole is a failure, and
    /// each failure says where it happened.
    ///
    /// The attempt outlives its caller. One whose own time is up leaves, and the answer that comes later is still read; only
    /// a broker that is silent for the whole attempt loses its connection, never one whose caller was in a hurry.
    pub(crate) async fn attempt<R: Request>(
        self: &Arc<Self>,
        request: R,
        door: &Door,
        lane: Lane,
        until: Instant,
    ) -> Attempted<R::Reply> {
        let now = Instant::now();
        self.attempt_as(Box::new(request), door, lane, (now, until), &Departure::default()).await
    }

    /// The same from now on and under a departure, by which it can be taken back as long as nothing of it has left.
    pub(crate) fn attempt_as<R: Request, B: Deref<Target = R> + Send + Sync + 'static>(
        self: &Arc<Self>,
        request: B,
        door: &Door,
        lane: Lane,
        when: (Instant, Instant),
        departure: &Departure,
    ) -> impl Future<Output = Attempted<R::Reply>> + Send + use<R, B> {
        let (shared, through, departure) = (Arc::clone(self), door.clone(), departure.clone());
        Lasting::new(async move {
            let attempted = shared.go(&*request, &through, lane, when, &departure).await;
            let silent = matches!(&attempted.result, Err(error) if unanswered(error));
            // Somebody is frozen; who took over is for another broker to say. A refresh looks elsewhere by itself.
            if silent && R::KEY != ApiKey::Metadata {
                shared.refresh_behind(Refresh::Brokers);
            }
            attempted
        })
    }

    async fn go<R: Request>(
        &self,
        request: &R,
        door: &Door,
        lane: Lane,
        (now, until): (Instant, Instant),
        departure: &Departure,
    ) -> Attempted<R::Reply> {
        let (travel, result) = match door.connection.call_as(request, now, until, departure).await {
            Ok(exchange) => {
                let travel = Travel {
                    version: Some(exchange.version),
                    sent_bytes: exchange.sent_bytes,
                    received_bytes: exchange.received_bytes,
                    arrived: Some(exchange.arrived),
                    throttle: exchange.throttle,
                    held: exchange.held,
                };
                if !exchange.throttle.is_zero() {
                    let (broker, address) = (door.endpoint.broker(), door.address.clone());
                    self.journal.event(Event::Throttled { broker, address, pause: exchange.throttle });
                }
                match R::top_code(&exchange.reply) {
                    code if code.is_none() => (travel, Ok(exchange)),
                    code => (travel, Err(Error::from_code(code, R::top_words(&exchange.reply)))),
                }
            }
            Err(error) => (Travel::default(), Err(error)),
        };
        let result = result.map_err(|error| {
            let error = located(error, door).asking(R::KEY);
            self.pool.note(door, lane, &error);
            error
        });
        Attempted { travel, result }
    }
}

fn unanswered(error: &Error) -> bool {
    matches!(error.what(), What::Timeout { sent: true, .. })
}

/// The error with where it happened, as far as it does not say so itself.
pub(crate) fn located(mut error: Error, door: &Door) -> Error {
    if error.address().is_none() {
        error = error.at(door.address.clone());
    }
    match door.endpoint.broker() {
        Some(id) if error.broker().is_none() => error.on_broker(id),
        _ => error,
    }
}

/// How long ago a wall-clock time was; a clock that was set back makes it "now".
pub(crate) fn ago(at: SystemTime) -> Duration {
    SystemTime::now().duration_since(at).unwrap_or_default()
}
