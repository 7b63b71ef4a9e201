//! Two brokers that rules lead to one place: without TLS nobody can tell which of them answers there.
//!
//! A rule with a slip in it, or a `*` where each broker needs a rule of its own, would show one broker's log dirs as another's. A
//! proxy that tells brokers apart by the name in TLS is the one case in which the place is rightly the same.

use wire::{Error, What};

use super::{Endpoint, Pool, slot::Slot};

impl Pool {
    /// Why what answers at the place of this broker may be another. Only a broker that says whose it is (Kafka 4.4) is believed there.
    pub(super) fn crowded(&self, slot: &Slot) -> Option<Error> {
        let id = slot.endpoint.broker()?;
        let found = self.settings.reach.rewrites.of(&slot.address, Some(id))?;
        if self.settings.tls.is_some() {
            return None;
        }
        let slots = self.slots.lock();
        let other = slots.iter().find_map(|(endpoint, other)| match endpoint {
            Endpoint::Node(other_id) if *other_id != id && other.leads_to().1 == &found.to => Some(*other_id),
            Endpoint::Node(_) | Endpoint::Bootstrap(_) => None,
        })?;
        Some(Error::new(What::Connect(format!(
            "rule {} leads to {}, and so does what leads to broker {other}: nobody can tell which of the two answers there; give \
             each broker a rule and a place of its own",
            found.rule, found.to
        ))))
    }
}
