//! What is said of the pool to people: each endpoint with what it is doing and since when.

use std::{sync::Arc, time::SystemTime};

use wire::{ApiKey, Error, Session};

use super::{
    Endpoint, Lane, Pool,
    slot::{Held, Slot},
};

/// What one endpoint is doing.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) endpoint: Endpoint,
    pub(crate) address: String,
    pub(crate) lane: Lane,
    pub(crate) doing: Doing,
    pub(crate) in_flight: usize,
    /// As whom it is signed in, where it is.
    pub(crate) session: Option<Session>,
    pub(crate) since: SystemTime,
}

#[derive(Clone, Debug)]
pub(crate) enum Doing {
    Nothing,
    Connecting,
    Ready,
    BackingOff(Error),
    /// Tried, failed, and free to be tried again.
    Failed(Error),
}

impl std::fmt::Display for Doing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Doing::Nothing => f.write_str("not connected"),
            Doing::Connecting => f.write_str("connecting"),
            Doing::Ready => f.write_str("ready"),
            // The state stands beside the address, so the cause is told without it.
            Doing::BackingOff(cause) => write!(f, "backing off: {}", Error::new(cause.what().clone())),
            Doing::Failed(cause) => write!(f, "not connected: {}", Error::new(cause.what().clone())),
        }
    }
}

impl Pool {
    /// Every endpoint; the second line of one only when it is in use.
    pub(crate) fn states(&self) -> Vec<State> {
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        let broker_at =
            |typed: &Slot| slots.iter().any(|slot| slot.endpoint.broker().is_some() && slot.is_at(typed));
        let mut states = Vec::new();
        for slot in &slots {
            let quick = state(slot, Lane::Quick);
            // What the user typed is a broker's own address: that broker's line says it all.
            let said = slot.endpoint.broker().is_none() && broker_at(slot);
            if !said || matches!(quick.doing, Doing::Ready | Doing::Connecting) {
                states.push(quick);
            }
            let slow = state(slot, Lane::Slow);
            if matches!(slow.doing, Doing::Ready | Doing::Connecting) {
                states.push(slow);
            }
        }
        states
    }

    /// One endpoint's state in words, for a request of this kind: "connected, v5".
    pub(crate) fn describe(&self, endpoint: &Endpoint, api: ApiKey, lane: Lane) -> Option<(String, String)> {
        let slot = self.slots.lock().get(endpoint).cloned()?;
        let said = match slot.ready(lane).or_else(|| slot.ready(Lane::Quick)) {
            Some(connection) => {
                let offered = connection.offered();
                match offered.ranges.iter().find(|(key, ..)| *key == api) {
                    Some((_, low, high)) if low == high => format!("connected, offers v{high}"),
                    Some((_, low, high)) => format!("connected, offers v{low} to v{high}"),
                    None => "connected, does not offer this request".to_owned(),
                }
            }
            None => state(&slot, lane).doing.to_string(),
        };
        Some((slot.address.to_string(), said))
    }
}

fn state(slot: &Slot, lane: Lane) -> State {
    let berth = slot.berth(lane).lock();
    let backoff = slot.backoff.lock();
    let (mut in_flight, mut session) = (0, None);
    let doing = match &berth.held {
        Held::Ready(door) if !door.connection.has_ended() => {
            in_flight = door.connection.in_flight();
            session = door.connection.session();
            Doing::Ready
        }
        Held::Dialling(_) => Doing::Connecting,
        Held::Ready(_) | Held::Empty | Held::Retired => match backoff.refuses(tokio::time::Instant::now()) {
            Some(cause) => Doing::BackingOff(cause),
            None => backoff.cause().cloned().map_or(Doing::Nothing, Doing::Failed),
        },
    };
    State {
        endpoint: slot.endpoint.clone(),
        address: slot.address.to_string(),
        lane,
        doing,
        in_flight,
        session,
        since: berth.since,
    }
}
