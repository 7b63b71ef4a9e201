//! Telling a broker whom we mean, and what is done when it says that it is somebody else (KIP-1242, Kafka 4.4).
//!
//! Then the addresses that we have are those of another time: all are forgotten, and what the user typed is asked. Once for
//! each broker and address: a cluster that keeps naming a wrong address would otherwise make us start over for ever, and
//! that broker's failure would be everybody's.

use wire::{Error, Meant, What};

use super::{Pool, slot::Slot};
use crate::Event;

impl Pool {
    /// The broker that this slot is to lead to, once its cluster is known.
    pub(super) fn meant(&self, slot: &Slot) -> Option<Meant> {
        let cluster_id = self.cluster_id.lock().as_deref()?.to_owned();
        Some(Meant { cluster_id, broker: slot.endpoint.broker()? })
    }

    /// Whether what answered at this slot's address said that it is another broker.
    pub(super) fn is_mistaken(&self, slot: &Slot) -> bool {
        let mistaken = self.mistaken.lock();
        slot.endpoint.broker().is_some_and(|id| mistaken.get(&id) == Some(&slot.address))
    }

    /// What callers hear of a connection that did not come about. "I am another" is not the answer to what they asked.
    pub(super) fn not_reached(&self, slot: &Slot, why: Error) -> Error {
        if !why.code().is_some_and(|code| code.rebootstrap()) {
            return why;
        }
        let words =
            format!("the broker that answers at {} says that it is not {}", slot.address, slot.endpoint);
        let first = slot.endpoint.broker().is_some_and(|id| {
            let mut mistaken = self.mistaken.lock();
            mistaken.insert(id, slot.address.clone()).as_ref() != Some(&slot.address)
        });
        if first {
            self.rebootstrap();
            self.journal.event(Event::Rebootstrap { why: words.clone() });
        }
        Error::new(What::Connect(words)).at(slot.address.to_string())
    }
}
