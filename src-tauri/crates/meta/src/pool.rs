//! The sockets of one cluster: which endpoints there are, which connection serves a caller, who dials and when not.
//!
//! Two rules hold it together. A dial belongs to a task of its own and callers only wait for its result, so a slow
//! hand-shake stalls nobody else, a thousand callers open one socket, and a caller that goes away takes nothing with
//! it. And what the user typed (the bootstrap addresses) is never forgotten, so that a cluster whose brokers all moved
//! is found again.

mod any;
mod backoff;
mod crowd;
mod dial;
mod endpoint;
mod identity;
mod meant;
mod race;
mod sign_in;
mod slot;
mod states;
mod sweep;
mod unheard;

use std::{
    collections::BTreeMap,
    ops::Deref,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{sync::watch, time::Instant};
use wire::{Address, Connection, Error, Offered, Settings, What};

pub(crate) use backoff::pause;
pub(crate) use endpoint::{Endpoint, Lane, passed_on};

use crate::{Broker, Event, deadline::Deadline, observe::Journal};
use slot::{Found, Slot};

/// How long one endpoint's silence makes the others doubtful.
const LATELY: Duration = Duration::from_secs(5);

/// A connection with where it leads; all that go through it share it.
#[derive(Clone, Debug)]
pub(crate) struct Door(Arc<Way>);

#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) endpoint: Endpoint,
    pub(crate) address: String,
    pub(crate) connection: Connection,
}

impl Deref for Door {
    type Target = Way;

    fn deref(&self) -> &Way {
        &self.0
    }
}

/// A connection that did not come about, with where it would have led.
#[derive(Clone, Debug)]
pub(crate) struct Shut {
    pub(crate) endpoint: Option<Endpoint>,
    pub(crate) address: String,
    pub(crate) error: Error,
}

pub(crate) struct Pool {
    settings: Settings,
    journal: Journal,
    /// Every endpoint that is known, dialled or not. Held for look-ups only, never across a wait.
    slots: Mutex<BTreeMap<Endpoint, Arc<Slot>>>,
    /// What each broker offered when it was last connected; survives the connection.
    offered: Mutex<BTreeMap<i32, Arc<Offered>>>,
    /// The cluster that these addresses are to lead to, once it was told.
    cluster_id: Mutex<Option<Arc<str>>>,
    /// Where a broker was last sought and another one answered.
    mistaken: Mutex<BTreeMap<i32, Address>>,
    /// When an endpoint last took something and said nothing.
    silence: Mutex<Option<Instant>>,
    /// Turns true once; every dial and the sweeper listen.
    closed: watch::Sender<bool>,
    sweeping: AtomicBool,
}

impl Pool {
    pub(crate) fn new(settings: Settings, bootstrap: &[Address], journal: Journal) -> Pool {
        let slots = bootstrap
            .iter()
            .map(|address| {
                let endpoint = Endpoint::Bootstrap(address.clone());
                (endpoint.clone(), Arc::new(Slot::new(endpoint, address.clone(), &settings.reach)))
            })
            .collect();
        Pool {
            settings,
            journal,
            slots: Mutex::new(slots),
            offered: Mutex::new(BTreeMap::new()),
            cluster_id: Mutex::new(None),
            mistaken: Mutex::default(),
            silence: Mutex::new(None),
            closed: watch::Sender::new(false),
            sweeping: AtomicBool::new(false),
        }
    }

    /// Takes the brokers of a new snapshot: one that moved gets a new slot (and so a new socket), one that is gone is
    /// retired, and what is in flight on either still gets its answers.
    pub(crate) fn follow(&self, brokers: &[Broker]) {
        let mut retired = Vec::new();
        {
            let mut slots = self.slots.lock();
            let gone = slots.keys().filter_map(|endpoint| match endpoint {
                Endpoint::Node(id) if !brokers.iter().any(|broker| broker.id == *id) => {
                    Some(endpoint.clone())
                }
                Endpoint::Node(_) | Endpoint::Bootstrap(_) => None,
            });
            for endpoint in gone.collect::<Vec<_>>() {
                retired.extend(slots.remove(&endpoint).map(|slot| (slot, None)));
            }
            for broker in brokers {
                let endpoint = Endpoint::Node(broker.id);
                let address = Address { host: broker.host.to_string(), port: broker.port };
                if slots.get(&endpoint).is_some_and(|slot| slot.address == address) {
                    continue;
                }
                let slot = Arc::new(Slot::new(endpoint.clone(), address.clone(), &self.settings.reach));
                // Of two brokers that are said to be at one address, nobody knows which one is talking; nor where rules lead
                // both to one place.
                let there = |other: &&Broker| slot.leads_to().1 == &self.found_at(other);
                if let Some(bootstrap) = slots.get(&Endpoint::Bootstrap(address.clone()))
                    && slot.is_at(bootstrap)
                    && !self.is_mistaken(&slot)
                    && brokers.iter().filter(there).count() == 1
                {
                    slot.adopt(bootstrap);
                }
                if let Some(connection) = slot.ready(Lane::Quick) {
                    self.offered.lock().insert(broker.id, connection.offered());
                }
                retired.extend(slots.insert(endpoint, slot).map(|old| (old, Some(address))));
            }
        }
        for (slot, moved) in retired {
            if let (Some(to), Some(id)) = (moved, slot.endpoint.broker()) {
                let from = slot.address.to_string();
                self.journal.event(Event::BrokerMoved { id, from, to: to.to_string() });
            }
            slot.retire();
        }
    }

    fn found_at(&self, broker: &Broker) -> Address {
        let address = Address { host: broker.host.to_string(), port: broker.port };
        self.settings.reach.rewrites.of(&address, Some(broker.id)).map_or(address, |found| found.to)
    }

    /// Forgets every broker that metadata told of; only what the user typed is left.
    pub(crate) fn rebootstrap(&self) {
        self.follow(&[]);
    }

    /// The connection to this broker, when it is there already.
    pub(crate) fn open(&self, id: i32, lane: Lane) -> Option<Door> {
        self.slots.lock().get(&Endpoint::Node(id))?.open(lane)
    }

    /// The connection to this broker, dialled when there is none.
    pub(crate) async fn node(
        self: &Arc<Self>,
        id: i32,
        lane: Lane,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let endpoint = Endpoint::Node(id);
        let slot = {
            let slots = self.slots.lock();
            slots.get(&endpoint).cloned().ok_or_else(|| unlisted(&slots, id))
        };
        let slot = match slot {
            Ok(slot) => slot,
            Err(what) => {
                let error = Error::new(what).on_broker(id);
                return Err(Shut { endpoint: Some(endpoint), address: String::new(), error });
            }
        };
        self.through(&slot, lane, deadline).await
    }

    /// The connection of a slot, dialled when there is none, waited for with the caller's own deadline.
    async fn through(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        lane: Lane,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let connection = match self.find(slot, lane) {
            Found::Ready(door) => return Ok(door),
            Found::Refused(cause) => Err(cause),
            Found::Dialling(mut outcome) => match deadline.cap(slot::outcome(&mut outcome)).await {
                Some(result) => result,
                None => Err(slot.slow_to_connect(deadline.spent())),
            },
        };
        match connection {
            Ok(connection) => Ok(slot.door(connection)),
            Err(error) => Err(slot.shut(error)),
        }
    }

    /// Looks at the connection that a call just failed on: one that ended leaves its slot, and an endpoint that let a
    /// request run out of time is left alone for a moment.
    pub(crate) fn note(&self, door: &Door, lane: Lane, error: &Error) {
        let slot = self.slots.lock().get(&door.endpoint).cloned();
        let Some(slot) = slot else { return };
        if let Some(cause) = slot.drop_ended(lane) {
            self.disconnected(&slot, cause);
        }
        if let What::Timeout { sent: true, after } = error.what() {
            self.heard_nothing();
            // Told to others, of whose requests nothing was sent: it must not read as if theirs had left.
            let unanswered = error.api().map_or_else(|| "a request".to_owned(), |api| api.to_string());
            let after = after.as_secs_f64();
            let why =
                format!("it left {unanswered} unanswered for {after:.1} s and is left alone for a moment");
            slot.failed(Error::new(What::Connect(why)).at(door.address.clone()));
        }
    }

    fn heard_nothing(&self) {
        *self.silence.lock() = Some(Instant::now());
    }

    /// Whether somebody was silent just now: who else is silent is not known yet, and nobody is waited for long.
    pub(crate) fn silent_lately(&self) -> bool {
        self.silence.lock().is_some_and(|when| when.elapsed() < LATELY)
    }

    /// Whether this endpoint still has the address at which it was asked.
    pub(crate) fn leads(&self, endpoint: &Endpoint, address: &str) -> bool {
        self.slots.lock().get(endpoint).is_some_and(|slot| slot.address.to_string() == address)
    }

    fn disconnected(&self, slot: &Slot, error: Error) {
        let (broker, address) = (slot.endpoint.broker(), slot.address.to_string());
        self.journal.event(Event::Disconnected { broker, address, error });
    }

    pub(crate) fn offered(&self, broker: i32) -> Option<Arc<Offered>> {
        let live = self.slots.lock().get(&Endpoint::Node(broker)).and_then(|slot| slot.ready(Lane::Quick));
        live.map(|connection| connection.offered()).or_else(|| self.offered.lock().get(&broker).cloned())
    }

    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
        let slots: Vec<_> = self.slots.lock().values().cloned().collect();
        for slot in slots {
            slot.close(&Error::new(What::Closed));
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }
}

/// Why no address is known for this broker. Where the list as a whole was given up, which takes no more than one broker that
/// says "I am another", it doesn't follow that the others are gone: their callers wait for the new list.
fn unlisted(slots: &BTreeMap<Endpoint, Arc<Slot>>, id: i32) -> What {
    if slots.keys().any(|endpoint| endpoint.broker().is_some()) {
        return What::NoTarget(format!("Broker {id} is not in the cluster's list of brokers"));
    }
    What::Disconnected { sent: false, why: "the list of brokers is being learnt anew".to_owned() }
}
