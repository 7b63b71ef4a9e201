//! Which of the known brokers give no answer at the moment, and whether any does: the reason for asking what the user typed
//! is told from what was seen and not from who happened to be faster.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use super::{Endpoint, Lane, Pool, any::SILENT, slot::Slot};
use crate::shared::ago;

/// A dial that takes longer has met silence.
const SLOW: Duration = Duration::from_secs(1);

/// What is seen of one broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// Connected or just being dialled, and not in a long silence.
    Alive,
    /// It can't be connected to, or takes what it is asked and says nothing.
    Unheard,
    /// Nobody asked it lately.
    Untried,
}

impl Pool {
    /// Whether nothing at all came from there for so long, though it was asked; so it is without a connection.
    pub(crate) fn silent(&self, endpoint: &Endpoint, long: Duration) -> bool {
        let connection = self.slots.lock().get(endpoint).and_then(|slot| slot.ready(Lane::Quick));
        connection.is_none_or(|connection| connection.silent_for() >= long)
    }

    /// The known brokers that were tried and gave no answer, in words; `None` while another one is alive or none was tried.
    pub(crate) fn unheard(&self) -> Option<String> {
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        let seen = slots.iter().filter_map(|slot| Some((slot.endpoint.broker()?, slot.seen())));
        let seen: Vec<(i32, Seen)> = seen.collect();
        if seen.iter().any(|(_, seen)| *seen == Seen::Alive) {
            return None;
        }
        let unheard = seen.iter().filter(|(_, seen)| *seen == Seen::Unheard);
        let unheard: Vec<String> = unheard.map(|(id, _)| id.to_string()).collect();
        match unheard.as_slice() {
            [] => None,
            [one] => Some(format!("broker {one} gave no answer")),
            many => Some(format!("brokers {} gave no answer", many.join(", "))),
        }
    }
}

impl Slot {
    /// Whether this lane is connected and not in a long silence, or is being dialled.
    pub(super) fn alive(&self, lane: Lane) -> bool {
        match self.ready(lane) {
            Some(connection) => connection.silent_for() < SILENT && self.refuses().is_none(),
            None => self.dialling(lane),
        }
    }

    fn seen(&self) -> Seen {
        if self.refuses().is_some() {
            return Seen::Unheard;
        }
        let of = |lane| match self.ready(lane) {
            Some(connection) if connection.silent_for() < SILENT => Seen::Alive,
            Some(_) => Seen::Unheard,
            None if self.dialling(lane) && ago(self.berth(lane).lock().since) < SLOW => Seen::Alive,
            None if self.dialling(lane) || self.missed.load(Ordering::Relaxed) => Seen::Unheard,
            None => Seen::Untried,
        };
        match Lane::BOTH.map(of) {
            lanes if lanes.contains(&Seen::Alive) => Seen::Alive,
            lanes if lanes.contains(&Seen::Unheard) => Seen::Unheard,
            _ => Seen::Untried,
        }
    }
}
