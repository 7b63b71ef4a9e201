//! Dialling: one task per dial, whoever waits for it.
//!
//! The task, not a caller, owns the attempt. A caller that is cancelled or runs out of time leaves; the dial goes on and
//! serves the next one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use tokio::{sync::watch, time::Instant};
use wire::{ApiKey, Connection, Error, What};

use super::{
    Endpoint, Lane, Pool,
    slot::{Found, Held, Outcome, Slot},
};
use crate::{Entry, Event, routing::route, shared::Travel};

/// Numbers the dials of this process, so that the one that was tried longest ago can be told.
static DIALS: AtomicU64 = AtomicU64::new(1);

/// A dial that fails after this long was not refused, it met silence.
const SLOW: Duration = Duration::from_secs(1);

impl Pool {
    /// The connection of a lane; starts the dial when the lane is empty and the endpoint isn't being left alone.
    pub(super) fn find(self: &Arc<Self>, slot: &Arc<Slot>, lane: Lane) -> Found {
        if self.is_closed() {
            return Found::Refused(Error::new(What::Closed));
        }
        let ended = slot.drop_ended(lane);
        if let Some(outcome) = self.typed_too(slot, lane) {
            return Found::Dialling(outcome);
        }
        let mut berth = slot.berth(lane).lock();
        let found = match &berth.held {
            Held::Ready(door) => Found::Ready(door.clone()),
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

    /// The same address may stand in the list that the user typed: its connection is taken over, its dial is waited for.
    ///
    /// That connection was dialled before we knew whom we mean, and nobody told it. It is taken none the less as long as the
    /// broker was never connected: then what we know of it came from there or from its cluster, and a second socket to each
    /// typed broker would be the price. Later the address may be another's, and only a dial of the broker's own will do,
    /// since that one says whose it is. Nor is it taken where two brokers are said to be at that address, or where what
    /// answered there said that it is another.
    pub(super) fn typed_too(&self, slot: &Slot, lane: Lane) -> Option<watch::Receiver<Outcome>> {
        slot.endpoint.broker().filter(|_| slot.empty(lane) && !slot.led.load(Ordering::Relaxed))?;
        let typed = {
            let slots = self.slots.lock();
            let another = |(endpoint, other): (&Endpoint, &Arc<Slot>)| {
                endpoint.broker().is_some() && *endpoint != slot.endpoint && slot.is_at(other)
            };
            if self.is_mistaken(slot) || slots.iter().any(another) {
                return None;
            }
            slots.get(&Endpoint::Bootstrap(slot.address.clone())).cloned()?
        };
        let typed = Some(typed).filter(|typed| slot.is_at(typed) && self.crowded(slot).is_none())?;
        slot.dialled.fetch_max(typed.dialled.load(Ordering::Relaxed), Ordering::Relaxed);
        slot.share(&typed, lane)
    }

    async fn dial(self: Arc<Self>, slot: Arc<Slot>, lane: Lane, report: watch::Sender<Outcome>) {
        let (at, began) = (SystemTime::now(), Instant::now());
        let (mut closed, mut gone) = (self.closed.subscribe(), slot.gone.subscribe());
        let mut entered = false;
        let opened = async {
            let meant = self.meant(&slot);
            // A rule may be about the broker's id, which is known before its cluster is.
            let broker = slot.endpoint.broker();
            let opened = Connection::open_to(&slot.address, broker, &self.settings, meant.as_ref()).await;
            let offered = opened.as_ref().ok().map(Connection::offered);
            let (version, bytes) = offered.map_or((None, (0, 0)), |offered| (offered.told_in, offered.bytes));
            let outcome = opened.as_ref().map(|_| ()).map_err(Clone::clone);
            let signing = opened.as_ref().err().and_then(Error::api);
            let api = signing.unwrap_or(ApiKey::ApiVersions);
            self.enter(&slot, api, "connection set-up", at, began, version, bytes, outcome);
            entered = true;
            match opened {
                // One that was told whom we mean has said so already.
                Ok(connection) if !connection.offered().confirmed => {
                    if let Some(why) = self.crowded(&slot) {
                        connection.close(why.clone());
                        return Err(why);
                    }
                    self.vouched(&slot, connection, began + self.settings.setup_timeout).await
                }
                opened => opened.map_err(|why| self.not_reached(&slot, why)),
            }
        };
        let mut result = tokio::select! {
            opened = opened => opened,
            _ = closed.wait_for(|closed| *closed) => Err(Error::new(What::Closed)),
            // Whoever waits finds the broker at its new place instead of waiting for the old one's time-out.
            _ = gone.wait_for(|gone| *gone) => Err(Error::new(What::Disconnected {
                sent: false,
                why: "the broker moved or left the cluster while it was being dialled".to_owned(),
            })),
        };
        if let (false, Err(error)) = (entered, &result) {
            let (api, key) = (ApiKey::ApiVersions, "connection set-up");
            self.enter(&slot, api, key, at, began, None, (0, 0), Err(error.clone()));
        }
        match &result {
            Ok(connection) => self.came_up(&slot, connection),
            Err(_) if began.elapsed() > SLOW => self.heard_nothing(),
            Err(_) => {}
        }
        {
            let mut berth = slot.berth(lane).lock();
            match (&berth.held, &result) {
                (Held::Dialling(_), Ok(connection)) => {
                    slot.backoff.lock().answered();
                    slot.came_about();
                    berth.set(Held::Ready(slot.door(connection.clone())));
                }
                (Held::Dialling(_), Err(cause)) => {
                    slot.missed.store(true, Ordering::Relaxed);
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
        if let Ok(connection) = &result {
            let (broker, address) = (slot.endpoint.broker(), slot.address.to_string());
            self.journal.event(Event::Connected { broker, address });
            self.signed_in(&slot, connection);
        }
        report.send_replace(Some(result));
    }

    /// What a new connection means for the rest. Where there was none at all before, it was the network or the whole cluster
    /// that was away: then nobody's pause means anything any more.
    fn came_up(&self, slot: &Slot, connection: &Connection) {
        if let Some(id) = slot.endpoint.broker() {
            self.offered.lock().insert(id, connection.offered());
            self.mistaken.lock().remove(&id);
        }
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        let alone = slots.iter().all(|slot| Lane::BOTH.iter().all(|lane| slot.ready(*lane).is_none()));
        for slot in slots.iter().filter(|_| alone) {
            slot.backoff.lock().answered();
        }
    }

    /// The entry of a request that the pool makes for itself.
    #[expect(clippy::too_many_arguments, reason = "one line of the journal, told once")]
    pub(super) fn enter(
        &self,
        slot: &Slot,
        api: ApiKey,
        key: &str,
        at: SystemTime,
        began: Instant,
        version: Option<i16>,
        bytes: (usize, usize),
        outcome: Result<(), Error>,
    ) {
        let (broker, address, took) = (slot.endpoint.broker(), slot.address.to_string(), began.elapsed());
        let error = outcome.as_ref().err().cloned();
        let then = if error.is_some() { "left alone for a moment" } else { "connected" };
        self.journal.request(Entry {
            at,
            api,
            version,
            route: route(api),
            key: key.to_owned(),
            broker,
            address: address.clone(),
            attempts: vec![Travel::default().as_attempt(broker, address, took, error, then)],
            sent_bytes: bytes.0,
            received_bytes: bytes.1,
            took,
            outcome,
        });
    }
}
