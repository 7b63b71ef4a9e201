//! `Cluster::send` from the table to the answers: where a request goes, in how many pieces, and how they come together.
//!
//! A request is a set of pieces of work. Each piece runs in a task of its own, so that a slow broker holds up nobody
//! else's piece; a piece that must go elsewhere becomes new pieces. What one broker answered is kept whatever the others
//! do, and what one did not answer is kept as its failure: never an answer with holes.

mod asking;
mod attempt;
mod door;
mod learn;
mod parts;
mod piece;
mod placing;
mod settling;
mod told;
mod trail;

pub(crate) use door::{controller, leader};
pub use parts::Parts;

use std::{sync::Arc, time::Duration};

use tokio::{sync::Semaphore, time::Instant};
use wire::{Error, What, gate};

use crate::{
    Answers, Ask, By, Class, Coordinates, Failed, Key, Part, Refresh, Route, Spread,
    coordinators::Wanted,
    deadline::Deadline,
    pool::Lane,
    refresh::Cause,
    routing::route,
    shared::{Shared, ago},
};
use piece::{Piece, Place, Work};
use trail::Trail;

/// Brokers that are asked at the same time by one call.
const AT_ONCE: usize = 16;
/// A list of brokers that is older is fetched again before each broker is asked.
const FRESH: Duration = Duration::from_secs(5);

/// One call of `Cluster::send`, as its pieces see it.
pub(crate) struct Call<R> {
    pub(crate) shared: Arc<Shared>,
    pub(crate) request: R,
    pub(crate) key: Key,
    pub(crate) route: Route,
    pub(crate) deadline: Deadline,
    pub(crate) lane: Lane,
    /// Whether this very request could change the cluster.
    pub(crate) write: bool,
    permits: Semaphore,
}

impl<R> Call<R> {
    /// Whether items have places of their own. Those of a request whose broker the caller names have not: the body does
    /// not tell brokers.
    fn splits(&self) -> bool {
        self.route.spread == Spread::PerItem && self.route.class != Class::Specific(By::Caller)
    }
}

impl<R> Call<R> {
    /// Whether all brokers are asked, and not one that the caller named.
    fn each(&self) -> bool {
        self.route.spread == Spread::EachBroker && self.key == Key::None
    }
}

/// What a piece of work ended with.
struct Step<T> {
    part: Option<Part<T>>,
    failed: Vec<Failed>,
    next: Vec<Work>,
}

impl<T> Step<T> {
    fn nothing() -> Step<T> {
        Step { part: None, failed: Vec::new(), next: Vec::new() }
    }
}

impl Shared {
    pub(crate) async fn send<R: Ask>(
        self: &Arc<Self>,
        request: R,
        key: Key,
        limit: Option<Duration>,
    ) -> Result<Answers<R::Reply>, Error> {
        let call = self.call(request, key, limit)?;
        let mut works = first(&call).await?;
        let mut answers = Answers { parts: Vec::new(), failed: Vec::new() };
        // A piece that is alone runs where its caller waits: in a task of its own each small request would change threads
        // twice.
        while works.len() < 2
            && let Some(work) = works.pop()
        {
            let Step { part, failed, next } = work.alone(&call).await;
            if let Some(part) = part {
                // Mostly the only one.
                answers.parts.reserve_exact(1);
                answers.parts.push(part);
            }
            answers.failed.extend(failed);
            works = next;
        }
        if !works.is_empty() {
            let mut parts = Parts::begin(call, works);
            while let Some(part) = parts.next().await {
                match part {
                    Ok(part) => answers.parts.push(part),
                    Err(failed) => answers.failed.push(failed),
                }
            }
        }
        answers.parts.sort_by_key(|part| part.source.broker);
        answers.failed.sort_by_key(|failed| failed.broker);
        match (route(R::KEY).spread, answers.failed.first()) {
            (Spread::One, Some(failed)) if answers.parts.is_empty() => Err(failed.error.clone()),
            _ => Ok(answers),
        }
    }

    /// The same, begun: what comes of it is taken as it comes.
    pub(crate) async fn parts<R: Ask>(
        self: &Arc<Self>,
        request: R,
        key: Key,
        limit: Option<Duration>,
    ) -> Result<Parts<R>, Error> {
        let call = self.call(request, key, limit)?;
        let first = first(&call).await?;
        Ok(Parts::begin(call, first))
    }

    fn call<R: Ask>(
        self: &Arc<Self>,
        request: R,
        key: Key,
        limit: Option<Duration>,
    ) -> Result<Arc<Call<R>>, Error> {
        let write = request.could_write();
        self.admit(R::KEY, write, &key).inspect_err(|why| {
            // The cluster that was here may be back: whoever asks next is told.
            if matches!(why.what(), What::OtherCluster { .. }) {
                self.refresh_behind(Refresh::Brokers);
            }
        })?;
        let limit = limit.unwrap_or(match write {
            true => self.config.write_timeout,
            false => self.config.read_timeout,
        });
        Ok(Arc::new(Call {
            shared: Arc::clone(self),
            request,
            key,
            route: route(R::KEY),
            deadline: Deadline::within(limit),
            lane: Lane::of(R::KEY),
            write,
            permits: Semaphore::new(AT_ONCE),
        }))
    }

    /// Refuses before any wait what must not or can't be sent.
    pub(crate) fn admit(&self, api: wire::ApiKey, write: bool, key: &Key) -> Result<(), Error> {
        // The gate holds for every request that is sent at all; what is never sent is a bad key whatever the lock.
        // A request can say that it writes although its key need not; it can't say the opposite.
        let write = write || gate::could_write(api);
        if self.config.read_only && write && route(api).sent {
            return Err(Error::new(What::ReadOnly).asking(api));
        }
        key.check(api)?;
        match self.stopped() {
            Some(why) => Err(why.asking(api)),
            None => Ok(()),
        }
    }
}

/// The pieces that a call starts with.
async fn first<R: Ask>(call: &Arc<Call<R>>) -> Result<Vec<Work>, Error> {
    // What is seldom waited for stands apart, so that the others don't carry its room along.
    if let Some(of) = call.request.looks_up() {
        Box::pin(call.shared.may_look_up(of, &call.deadline)).await?;
    }
    let piece = |place, trail| Work::Ask(Box::new(Piece { place, items: None, all: false, trail }));
    let trail = || Trail::new(call, call.deadline.began());
    let whole = |place| vec![piece(place, trail())];
    let by_key = match &call.key {
        Key::None => None,
        Key::Broker(id) => Some(Place::Broker(*id)),
        Key::Group(id) => Some(Place::coordinator(Coordinates::Group, id)),
        Key::Transaction(id) => Some(Place::coordinator(Coordinates::Transaction, id)),
        Key::Partition(topic, index) => Some(Place::Leader(topic.as_str().into(), *index)),
    };
    if call.route.spread == Spread::EachBroker && by_key.is_none() {
        let brokers = Box::pin(brokers(call)).await?;
        let now = Instant::now();
        return Ok(brokers.into_iter().map(|id| piece(Place::Broker(id), Trail::new(call, now))).collect());
    }
    if call.splits() {
        let items = call.request.items();
        if !items.is_empty() && (by_key.is_none() || items.len() > 1) {
            return Ok(vec![placing::begin(call, items, trail())]);
        }
    }
    match (by_key, call.route.class) {
        (Some(place), _) => Ok(whole(place)),
        (None, Class::Any) => Ok(whole(Place::Any)),
        (None, Class::Controller) => Ok(whole(Place::Controller)),
        // Nothing to ask for: a list of no groups, no partitions.
        (None, Class::Coordinator(_) | Class::Specific(_)) => Ok(Vec::new()),
    }
}

/// The brokers to ask, from a list that is not older than a few seconds. When it can't be fetched but one is known,
/// that one is used: each broker then answers or fails for itself.
async fn brokers<R: Ask>(call: &Arc<Call<R>>) -> Result<Vec<i32>, Error> {
    let shared = &call.shared;
    let known = shared.snapshot.load_full();
    let fresh =
        known.brokers_source().is_some_and(|source| ago(source.at) <= FRESH) && known.failure().is_none();
    let snapshot = match fresh {
        true => known,
        false => match shared.refresh(Refresh::Brokers, Cause::Asked, &call.deadline).await {
            Ok(snapshot) => snapshot,
            Err(error) if known.brokers().is_empty() => return Err(error.asking(R::KEY)),
            Err(_) => known,
        },
    };
    Ok(snapshot.brokers().iter().map(|broker| broker.id).collect())
}

impl Place {
    fn coordinator(of: Coordinates, id: &str) -> Place {
        Place::Coordinator(Wanted { of, id: id.into() })
    }
}
