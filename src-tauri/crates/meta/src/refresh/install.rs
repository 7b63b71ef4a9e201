//! Taking a reply in: the only writer of the snapshot.

use std::sync::Arc;

use tokio::time::Instant;
use wire::{ApiKey, Error, Exchange};

use crate::{
    Event, MetadataReply, Refresh, Snapshot, Source,
    pool::Door,
    shared::{Shared, located},
};

impl Shared {
    pub(super) fn install(
        self: &Arc<Self>,
        what: &Refresh,
        door: &Door,
        exchange: Exchange<MetadataReply>,
        asked: Instant,
    ) -> Result<(Arc<Snapshot>, bool), Error> {
        let (took, bytes) = (exchange.took, exchange.received_bytes);
        let source = Source {
            broker: door.endpoint.broker(),
            address: door.address.clone(),
            api: ApiKey::Metadata,
            version: exchange.version,
            at: exchange.received_at,
            asked: asked.into_std(),
            took,
            attempts: 1,
            bytes,
        };
        // Before the pool follows the reply: what it knows now is what was tried.
        let typed = door.endpoint.broker().is_none();
        let unheard = if typed { self.pool.unheard() } else { None };
        let guard = self.refresher.installing.lock();
        let before = self.snapshot.load_full();
        let installed = before
            .install(exchange.reply, what, source)
            .map_err(|error| located(error, door).asking(ApiKey::Metadata))?;
        let snapshot = Arc::new(installed.snapshot);
        let unread = self.replace(Arc::clone(&snapshot));
        self.pool.belongs_to(snapshot.cluster_id());
        self.pool.follow(snapshot.brokers());
        drop(guard);
        drop(unread);
        self.resume();
        let gone = before.brokers().iter().filter(|broker| snapshot.broker(broker.id).is_none());
        for broker in gone {
            self.coordinators.forget_node(broker.id);
        }
        // An address that was only faster than the brokers beside it is no news.
        if let Some(unheard) = unheard {
            let why = format!("{unheard} and no other is connected; {} answered", door.endpoint);
            self.journal.event(Event::Rebootstrap { why });
        }
        // With KRaft each reply names some broker that would forward, and which one says nothing.
        let kraft = door.connection.offered().range(ApiKey::DescribeQuorum).is_some();
        let controller = installed.controller.filter(|_| !kraft);
        if let Some((from, to)) = controller {
            self.journal.event(Event::ControllerMoved { from, to });
        }
        if installed.leaders_moved > 0 {
            self.journal.event(Event::LeadersMoved { partitions: installed.leaders_moved });
        }
        let changed = installed.changed || controller.is_some();
        self.journal.event(Event::Refreshed { what: what.clone(), took, bytes, changed });
        Ok((snapshot, changed))
    }

    /// Swaps the snapshot. What is given back is read by nobody any more and is for the caller to free, once it holds no
    /// lock; the old snapshot may be among that at a later refresh only.
    pub(super) fn replace(&self, snapshot: Arc<Snapshot>) -> Vec<Arc<Snapshot>> {
        self.stamp.withdraw();
        let old = self.snapshot.swap(Arc::clone(&snapshot));
        let mut replaced = self.refresher.replaced.lock();
        replaced.push(old);
        let unread = replaced.extract_if(.., |snapshot| Arc::strong_count(snapshot) == 1).collect();
        self.stamp.renew(&snapshot, &replaced);
        unread
    }
}
