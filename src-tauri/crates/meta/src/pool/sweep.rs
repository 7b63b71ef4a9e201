//! Looks over the connections once a second: says which have ended, and closes those that nobody used for a while.
//!
//! A broker closes an idle connection after nine or ten minutes; a request that leaves at that very moment is lost
//! half-way, and a write lost half-way has an unknown outcome. So we close first, when nothing is in flight.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::Duration,
};

use wire::{Error, What};

use super::{
    Lane, Pool,
    slot::{Held, Slot},
};

const TURN: Duration = Duration::from_secs(1);

/// Well below `connections.max.idle.ms` of a broker (10 minutes) and of the proxies that stand before some.
const IDLE: Duration = Duration::from_secs(4 * 60);

impl Pool {
    /// Starts the sweeper with the first dial; it ends with the pool.
    pub(super) fn sweep_from_now_on(self: &Arc<Self>) {
        if !self.sweeping.swap(true, Ordering::Relaxed) {
            tokio::spawn(sweep(Arc::downgrade(self)));
        }
    }

    fn sweep_once(&self) {
        let slots: Vec<Arc<Slot>> = self.slots.lock().values().cloned().collect();
        for slot in slots {
            for lane in Lane::BOTH {
                if let Some(cause) = slot.drop_ended(lane).or_else(|| drop_idle(&slot, lane, IDLE)) {
                    self.disconnected(&slot, cause);
                }
            }
        }
    }
}

fn drop_idle(slot: &Slot, lane: Lane, limit: Duration) -> Option<Error> {
    let mut berth = slot.berth(lane).lock();
    let Held::Ready(connection) = &berth.held else { return None };
    if connection.in_flight() > 0 || connection.last_used().elapsed() < limit {
        return None;
    }
    connection.retire();
    berth.set(Held::Empty);
    Some(Error::new(What::Disconnected {
        sent: false,
        why: "nobody used it, so it was closed here".to_owned(),
    }))
}

async fn sweep(pool: Weak<Pool>) {
    loop {
        tokio::time::sleep(TURN).await;
        match pool.upgrade() {
            Some(pool) if !pool.is_closed() => pool.sweep_once(),
            _ => break,
        }
    }
}
