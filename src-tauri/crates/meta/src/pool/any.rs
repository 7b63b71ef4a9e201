//! The connection for a request that any broker can answer.
//!
//! One that is ready is taken before one that must be dialled, and when there is none, several are dialled in a
//! staggered race. Walking the brokers one after another would make each dead one cost its whole time-out.

use std::{
    cmp::Reverse,
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::time::Instant;

use super::{Door, Endpoint, Lane, Pool, Shut, slot::Slot};
use crate::deadline::Deadline;

/// A connection that answered nothing for so long, although asked, is not the first choice for anybody else.
pub(super) const SILENT: Duration = Duration::from_millis(500);

impl Pool {
    /// A connection to any broker. `avoid` names where this call failed already; they come last, and never while
    /// another is ready.
    pub(crate) async fn any(
        self: &Arc<Self>,
        lane: Lane,
        avoid: &BTreeSet<Endpoint>,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        // A typed address that came up after the brokers were told is a broker's connection, and its answers that broker's.
        if slots.iter().any(|slot| slot.endpoint.broker().is_none() && slot.ready(lane).is_some()) {
            for slot in &slots {
                drop(self.typed_too(slot, lane));
            }
        }
        let Some(door) = idlest(&slots, lane, avoid) else {
            return self.race(&order(&slots, lane, avoid), lane, deadline).await;
        };
        match door.connection.held_until() {
            None => Ok(door),
            Some(until) => {
                Ok(self.beside(&slots, lane, avoid, until.min(deadline.at())).await.unwrap_or(door))
            }
        }
    }

    /// Another broker than those that are connected, which all want to be left alone until then: a throttle is one
    /// broker's own. `None` when there is none that comes about sooner.
    async fn beside(
        self: &Arc<Self>,
        slots: &[Arc<Slot>],
        lane: Lane,
        avoid: &BTreeSet<Endpoint>,
        until: Instant,
    ) -> Option<Door> {
        let free = |slot: &Arc<Slot>| {
            !avoid.contains(&slot.endpoint) && slot.ready(lane).is_none() && slot.refuses().is_none()
        };
        let others: Vec<Arc<Slot>> = order(slots, lane, avoid).into_iter().filter(free).collect();
        if others.is_empty() {
            return None;
        }
        let within = Deadline::within(until.saturating_duration_since(Instant::now()));
        let door = self.race(&others, lane, &within).await.ok()?;
        door.connection.held_until().is_none().then_some(door)
    }

    /// A connection to one of the addresses that the user gave.
    ///
    /// One that is a broker's own is asked through that broker's connection, or its dial, as long as it is not known to be
    /// silent: on a slow machine a second socket to the same place would be the only difference. Where the broker was asked
    /// already, is silent or can't be reached, the address is dialled anew, since its name may lead elsewhere by now.
    pub(crate) async fn bootstrap(
        self: &Arc<Self>,
        lane: Lane,
        avoid: &BTreeSet<Endpoint>,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let all: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        let (slots, brokers): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|slot| slot.endpoint.broker().is_none());
        let typed = |slot: &&Arc<Slot>| slots.iter().any(|typed| typed.is_at(slot));
        let own: Vec<Arc<Slot>> = brokers
            .iter()
            .filter(typed)
            .filter(|slot| !avoid.contains(&slot.endpoint) && slot.alive(lane))
            .cloned()
            .collect();
        if let Some(door) = idlest(&slots, lane, avoid).or_else(|| idlest(&own, lane, avoid)) {
            return Ok(door);
        }
        // What is being dialled already comes first, be it as a broker or as an address.
        let asked = |typed: &Arc<Slot>| {
            let there = |slot: &&Arc<Slot>| slot.is_at(typed) && slot.alive(lane);
            brokers.iter().filter(there).any(|slot| avoid.contains(&slot.endpoint))
        };
        let mut order = order(&slots, lane, avoid);
        order.retain(|slot| !own.iter().any(|own| own.is_at(slot)));
        // A broker that was asked and may still answer is not dialled again while there is anybody else.
        if !own.is_empty() || order.iter().any(|slot| !asked(slot)) {
            order.retain(|slot| !asked(slot));
        }
        order.splice(0..0, own);
        self.race(&order, lane, deadline).await
    }

    /// Where `any` would go now: what is ready first, then in the order of the race. Dials nothing.
    pub(crate) fn preferred(&self, lane: Lane) -> Vec<Endpoint> {
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        let first = idlest(&slots, lane, &BTreeSet::new()).map(|door| door.endpoint.clone());
        let rest = order(&slots, lane, &BTreeSet::new());
        let rest =
            rest.iter().map(|slot| slot.endpoint.clone()).filter(|endpoint| first.as_ref() != Some(endpoint));
        first.clone().into_iter().chain(rest).collect()
    }
}

/// The ready connection with the least in flight, unless it is in a long silence; a broker before a bootstrap address, a
/// throttled one last.
fn idlest(slots: &[Arc<Slot>], lane: Lane, avoid: &BTreeSet<Endpoint>) -> Option<Door> {
    let ready = slots.iter().filter(|slot| !avoid.contains(&slot.endpoint));
    // Left alone means that it let a request run out of time a moment ago.
    let ready = ready.filter(|slot| slot.refuses().is_none());
    let ready = ready.filter_map(|slot| slot.open(lane));
    ready.filter(|door| door.connection.silent_for() < SILENT).min_by_key(|door| {
        let bootstrap = door.endpoint.broker().is_none();
        // One that the broker wants to be left alone would make the request wait.
        let held = door.connection.held_until().is_some();
        (held, bootstrap, door.connection.in_flight(), Reverse(door.connection.last_used()))
    })
}

/// The order of the race: what is being dialled already, then what was tried longest ago; two brokers, then brokers and
/// bootstrap addresses in turn, so that a cluster of fifty dead brokers still reaches what the user typed at once.
fn order(slots: &[Arc<Slot>], lane: Lane, avoid: &BTreeSet<Endpoint>) -> Vec<Arc<Slot>> {
    // An address that the user typed and that is a broker's own would only be dialled twice.
    let brokers = || slots.iter().filter(|slot| slot.endpoint.broker().is_some());
    let at: BTreeSet<_> = brokers().map(|slot| slot.leads_to()).collect();
    let typed_only = |slot: &&Arc<Slot>| slot.endpoint.broker().is_some() || !at.contains(&slot.leads_to());
    let mut ranked: Vec<&Arc<Slot>> = slots.iter().filter(typed_only).collect();
    let luck: u64 = rand::random();
    ranked.sort_by_cached_key(|slot| {
        let spread = match slot.endpoint {
            Endpoint::Node(id) => u64::from(id.unsigned_abs()).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ luck,
            Endpoint::Bootstrap(_) => 0,
        };
        let dialled = slot.dialled.load(Ordering::Relaxed);
        let silent = slot.ready(lane).is_some_and(|connection| connection.silent_for() >= SILENT);
        (avoid.contains(&slot.endpoint) || silent, !slot.dialling(lane), dialled, spread)
    });
    let (nodes, bootstraps): (Vec<_>, Vec<_>) =
        ranked.into_iter().partition(|slot| slot.endpoint.broker().is_some());
    let (mut nodes, mut bootstraps) = (nodes.into_iter(), bootstraps.into_iter());
    let mut order: Vec<Arc<Slot>> = nodes.by_ref().take(2).cloned().collect();
    loop {
        let before = order.len();
        order.extend(bootstraps.next().cloned());
        order.extend(nodes.next().cloned());
        if order.len() == before {
            break order;
        }
    }
}
