//! One endpoint's place in the pool: its address, its two connections, and who is dialling.
//!
//! A lane is empty, being dialled, or ready. Whoever finds it empty starts the one dial; everybody else gets the same
//! result. Without this a thousand cold callers would open a thousand sockets.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use parking_lot::Mutex;
use tokio::{sync::watch, time::Instant};
use wire::{Address, Connection, Error, Reach, What};

use super::{Door, Endpoint, Lane, Shut, Way, backoff::Backoff};

/// What becomes of a dial; `None` until it is over.
pub(super) type Outcome = Option<Result<Connection, Error>>;

#[derive(Debug)]
pub(super) enum Held {
    Empty,
    Dialling(watch::Receiver<Outcome>),
    Ready(Door),
    /// The slot is out of the pool: what a late dial brings is closed, and nothing is dialled any more.
    Retired,
}

#[derive(Debug)]
pub(super) struct Berth {
    pub(super) held: Held,
    pub(super) since: SystemTime,
}

impl Berth {
    pub(super) fn set(&mut self, held: Held) {
        self.held = held;
        self.since = SystemTime::now();
    }
}

/// What a caller finds.
pub(super) enum Found {
    Ready(Door),
    Dialling(watch::Receiver<Outcome>),
    /// Not tried now, because of this.
    Refused(Error),
}

#[derive(Debug)]
pub(super) struct Slot {
    pub(super) endpoint: Endpoint,
    pub(super) address: Address,
    /// Where a rule says that this is found; its own address else.
    found_at: Address,
    quick: Mutex<Berth>,
    slow: Mutex<Berth>,
    /// Of the endpoint, not of a lane: a broker that refuses one socket refuses the other.
    pub(super) backoff: Mutex<Backoff>,
    /// When it was last dialled, as a count that only grows; 0 is never.
    pub(super) dialled: AtomicU64,
    /// Whether its last dial failed; also when the pause after it is over or called off.
    pub(super) missed: AtomicBool,
    /// Whether it was ever connected.
    pub(super) led: AtomicBool,
    /// Turns true once. Whoever waits for a dial then has something better to do.
    pub(super) gone: watch::Sender<bool>,
}

impl Slot {
    pub(super) fn new(endpoint: Endpoint, address: Address, reach: &Reach) -> Slot {
        let berth = || Mutex::new(Berth { held: Held::Empty, since: SystemTime::now() });
        let found = reach.rewrites.of(&address, endpoint.broker());
        Slot {
            endpoint,
            found_at: found.map_or_else(|| address.clone(), |found| found.to),
            address,
            quick: berth(),
            slow: berth(),
            backoff: Mutex::new(Backoff::default()),
            dialled: AtomicU64::new(0),
            missed: AtomicBool::new(false),
            led: AtomicBool::new(false),
            gone: watch::Sender::new(false),
        }
    }

    /// Whether one socket could serve both: a rule may lead a broker elsewhere than who typed its address.
    pub(super) fn is_at(&self, other: &Slot) -> bool {
        self.leads_to() == other.leads_to()
    }

    pub(super) fn leads_to(&self) -> (&Address, &Address) {
        (&self.address, &self.found_at)
    }

    pub(super) fn berth(&self, lane: Lane) -> &Mutex<Berth> {
        match lane {
            Lane::Quick => &self.quick,
            Lane::Slow => &self.slow,
        }
    }

    /// The live connection of a lane, when there is one.
    pub(super) fn ready(&self, lane: Lane) -> Option<Connection> {
        self.open(lane).map(|door| door.connection.clone())
    }

    /// The same with where it leads.
    pub(super) fn open(&self, lane: Lane) -> Option<Door> {
        match &self.berth(lane).lock().held {
            Held::Ready(door) if !door.connection.has_ended() => Some(door.clone()),
            _ => None,
        }
    }

    pub(super) fn dialling(&self, lane: Lane) -> bool {
        matches!(self.berth(lane).lock().held, Held::Dialling(_))
    }

    pub(super) fn empty(&self, lane: Lane) -> bool {
        matches!(self.berth(lane).lock().held, Held::Empty)
    }

    pub(super) fn refuses(&self) -> Option<Error> {
        self.backoff.lock().refuses(Instant::now())
    }

    pub(super) fn rests_until(&self) -> Option<Instant> {
        self.backoff.lock().rests_until(Instant::now())
    }

    pub(super) fn failed(&self, cause: Error) {
        self.backoff.lock().failed(Instant::now(), cause);
    }

    /// Takes the live connection of a bootstrap slot at the same place: the broker that metadata names is the one
    /// that we are talking to already, and a second socket to it would say nothing new.
    pub(super) fn adopt(&self, bootstrap: &Slot) {
        for lane in Lane::BOTH {
            drop(self.share(bootstrap, lane));
        }
        self.dialled.fetch_max(bootstrap.dialled.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// The same for one lane; a dial that is under way there is to be waited for. Both are looked at under one lock: a
    /// dial that came up between two looks would be missed by both, and the broker dialled a second time.
    pub(super) fn share(&self, bootstrap: &Slot, lane: Lane) -> Option<watch::Receiver<Outcome>> {
        let mut from = bootstrap.berth(lane).lock();
        let mut to = self.berth(lane).lock();
        match (&from.held, &to.held) {
            (Held::Ready(door), Held::Empty) if !door.connection.has_ended() => {
                self.came_about();
                to.set(Held::Ready(self.door(door.connection.clone())));
                from.set(Held::Empty);
                None
            }
            (Held::Dialling(outcome), Held::Empty) => Some(outcome.clone()),
            _ => None,
        }
    }

    pub(super) fn came_about(&self) {
        self.led.store(true, Ordering::Relaxed);
        self.missed.store(false, Ordering::Relaxed);
    }

    /// Empties a lane whose connection has ended and says why it ended. Said once: the next look finds it empty.
    pub(super) fn drop_ended(&self, lane: Lane) -> Option<Error> {
        let mut berth = self.berth(lane).lock();
        let Held::Ready(door) = &berth.held else { return None };
        let cause = door.connection.ended()?;
        berth.set(Held::Empty);
        Some(cause)
    }

    /// Out of the pool: no new requests, and what is in flight still gets its answers.
    pub(super) fn retire(&self) {
        self.gone.send_replace(true);
        for lane in Lane::BOTH {
            let mut berth = self.berth(lane).lock();
            if let Held::Ready(door) = &berth.held {
                door.connection.retire();
            }
            berth.set(Held::Retired);
        }
    }

    /// Out of the pool at once, with whatever is in flight.
    pub(super) fn close(&self, why: &Error) {
        self.gone.send_replace(true);
        for lane in Lane::BOTH {
            let mut berth = self.berth(lane).lock();
            if let Held::Ready(door) = &berth.held {
                door.connection.close(why.clone());
            }
            berth.set(Held::Retired);
        }
    }

    /// Why a caller left before the dial was over: the cause of the last failure says more than that it takes long.
    pub(super) fn slow_to_connect(&self, waited: Duration) -> Error {
        let slow = || {
            let waited = waited.as_secs_f64();
            Error::new(What::Connect(format!("the connection was not there within {waited:.1} s")))
        };
        self.backoff.lock().cause().cloned().unwrap_or_else(slow)
    }

    pub(super) fn door(&self, connection: Connection) -> Door {
        let (endpoint, address) = (self.endpoint.clone(), self.address.to_string());
        Door(Arc::new(Way { endpoint, address, connection }))
    }

    pub(super) fn shut(&self, error: Error) -> Shut {
        let address = self.address.to_string();
        let mut error = if error.address().is_some() { error } else { error.at(address.clone()) };
        if let Some(id) = self.endpoint.broker() {
            error = error.on_broker(id);
        }
        Shut { endpoint: Some(self.endpoint.clone()), address, error }
    }
}

/// Waits for a dial's result.
pub(super) async fn outcome(dial: &mut watch::Receiver<Outcome>) -> Result<Connection, Error> {
    match dial.wait_for(Option::is_some).await.map(|outcome| outcome.clone()) {
        Ok(Some(result)) => result,
        Ok(None) | Err(_) => Err(Error::new(What::Closed)),
    }
}
