//! What is told of signing in: an entry for the first time on each connection, and an event for that and each renewal.
//!
//! The conversation itself is the connection's; what it said is nowhere kept.

use std::{sync::Arc, time::SystemTime};

use tokio::time::Instant;
use wire::{ApiKey, Connection, Session};

use super::{Pool, slot::Slot};
use crate::Event;

impl Pool {
    /// Tells of this connection's sign-in now, and of its renewals as long as it lives.
    pub(super) fn signed_in(self: &Arc<Self>, slot: &Arc<Slot>, connection: &Connection) {
        let Some(mut sessions) = connection.sessions() else { return };
        let first = sessions.borrow_and_update().clone();
        let began = Instant::now().checked_sub(first.took).unwrap_or_else(Instant::now);
        let at = SystemTime::now().checked_sub(first.took).unwrap_or_else(SystemTime::now);
        let key = format!("{} by {}", first.user, first.mechanism);
        self.enter(slot, ApiKey::SaslAuthenticate, &key, at, began, None, first.bytes, Ok(()));
        self.journal.event(told(slot, first));
        let (pool, slot) = (Arc::downgrade(self), Arc::clone(slot));
        tokio::spawn(async move {
            while sessions.changed().await.is_ok() {
                let Some(pool) = pool.upgrade() else { return };
                let session = sessions.borrow_and_update().clone();
                pool.journal.event(told(&slot, session));
            }
        });
    }
}

fn told(slot: &Slot, session: Session) -> Event {
    Event::SignedIn {
        broker: slot.endpoint.broker(),
        address: slot.address.to_string(),
        user: session.user,
        mechanism: session.mechanism,
        renewals: session.renewals,
        until: session.until,
        token_until: session.token_until,
    }
}
