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
    let Held::Ready(door) = &berth.held else { return None };
    let connection = &door.connection;
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

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use mock_cluster::MockCluster;
    use wire::{Address, Settings};

    use super::{Pool, drop_idle};
    use crate::{
        deadline::Deadline,
        observe::Journal,
        pool::{Endpoint, Lane},
    };

    #[tokio::test]
    async fn a_connection_that_nobody_used_is_closed_and_the_next_caller_gets_a_new_one() {
        let mock = MockCluster::builder().brokers(1).start().await.unwrap();
        let address = Address::parse(&mock.bootstrap()).unwrap();
        let endpoint = Endpoint::Bootstrap(address.clone());
        let pool = Arc::new(Pool::new(Settings::default(), &[address], Journal::default()));
        let deadline = Deadline::within(Duration::from_secs(60));
        pool.any(Lane::Quick, &Default::default(), &deadline).await.unwrap();
        let slot = pool.slots.lock().get(&endpoint).cloned().unwrap();
        assert!(drop_idle(&slot, Lane::Quick, Duration::from_secs(60)).is_none(), "it was used just now");
        assert!(drop_idle(&slot, Lane::Quick, Duration::ZERO).is_some());
        assert!(slot.ready(Lane::Quick).is_none());
        mock.until(|mock| mock.connections_open(1) == 0).await;
        pool.any(Lane::Quick, &Default::default(), &deadline).await.unwrap();
        assert_eq!(mock.connections_opened(1), 2);
    }
}
