//! Dialling: one task per dial, whoever waits for it.
//!
//! The task, not a caller, owns the attempt. A caller that is cancelled or runs out of time leaves; the dial goes on and
//! serves the next one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use tokio::{sync::watch, time::Instant};
use wire::{ApiKey, Connection, Error, What};

use super::{
    Lane, Pool,
    slot::{Found, Held, Outcome, Slot},
};
use crate::{Attempt, Entry, Event, routing::route};

/// Numbers the dials of this process, so that the one that was tried longest ago can be told.
static DIALS: AtomicU64 = AtomicU64::new(1);

impl Pool {
    /// The connection of a lane; starts the dial when the lane is empty and the endpoint isn't being left alone.
    pub(super) fn find(self: &Arc<Self>, slot: &Arc<Slot>, lane: Lane) -> Found {
        if self.is_closed() {
            return Found::Refused(Error::new(What::Closed));
        }
        let ended = slot.drop_ended(lane);
        let mut berth = slot.berth(lane).lock();
        let found = match &berth.held {
            Held::Ready(connection) => Found::Ready(connection.clone()),
            Held::Dialling(outcome) => Found::Dialling(outcome.clone()),
            Held::Retired => Found::Refused(Error::new(What::Disconnected {
                sent: false,
                why: "the broker moved or left the cluster".to_owned(),
            })),
            Held::Empty => match slot.refuses() {
                Some(cause) => Found::Refused(cause),
                None => {
                    let (report, outcome) = watch::channel(None);
                    berth.set(Held::Dialling(outcome.clone()));
                    slot.dialled.store(DIALS.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
                    tokio::spawn(Arc::clone(self).dial(Arc::clone(slot), lane, report));
                    Found::Dialling(outcome)
                }
            },
        };
        drop(berth);
        if let Some(cause) = ended {
            self.disconnected(slot, cause);
        }
        self.sweep_from_now_on();
        found
    }

    async fn dial(self: Arc<Self>, slot: Arc<Slot>, lane: Lane, report: watch::Sender<Outcome>) {
        let (at, began) = (SystemTime::now(), Instant::now());
        let mut closed = self.closed.subscribe();
        let mut result = tokio::select! {
            opened = Connection::open(&slot.address, &self.settings) => opened,
            _ = closed.wait_for(|closed| *closed) => Err(Error::new(What::Closed)),
        };
        {
            let mut berth = slot.berth(lane).lock();
            match (&berth.held, &result) {
                (Held::Dialling(_), Ok(connection)) => {
                    slot.backoff.lock().answered();
                    berth.set(Held::Ready(connection.clone()));
                }
                (Held::Dialling(_), Err(cause)) => {
                    slot.failed(cause.clone());
                    berth.set(Held::Empty);
                }
                (_, Ok(connection)) => {
                    // Retired while it was being dialled: the socket leads to where the broker no longer is.
                    connection.close(Error::new(What::Closed));
                    result = Err(Error::new(What::Disconnected {
                        sent: false,
                        why: "the broker moved or left the cluster while it was being dialled".to_owned(),
                    }));
                }
                (_, Err(_)) => {}
            }
        }
        self.tell(&slot, at, began, &result);
        report.send_replace(Some(result));
    }

    fn tell(&self, slot: &Slot, at: SystemTime, began: Instant, result: &Result<Connection, Error>) {
        let (broker, address, took) = (slot.endpoint.broker(), slot.address.to_string(), began.elapsed());
        let error = result.as_ref().err().cloned();
        let offered = result.as_ref().ok().map(Connection::offered);
        if let Ok(connection) = result {
            if let Some(id) = broker {
                self.offered.lock().insert(id, connection.offered());
            }
            self.journal.event(Event::Connected { broker, address: address.clone() });
        }
        let then = if error.is_some() { "left alone for a moment" } else { "connected" };
        self.journal.request(Entry {
            at,
            api: ApiKey::ApiVersions,
            version: offered.as_ref().and_then(|offered| offered.told_in),
            route: route(ApiKey::ApiVersions),
            key: "connection set-up".to_owned(),
            broker,
            address: address.clone(),
            attempts: vec![Attempt { broker, address, took, error: error.clone(), then: then.to_owned() }],
            sent_bytes: offered.as_ref().map_or(0, |offered| offered.bytes.0),
            received_bytes: offered.as_ref().map_or(0, |offered| offered.bytes.1),
            took,
            outcome: error.map_or(Ok(()), Err),
        });
    }
}
