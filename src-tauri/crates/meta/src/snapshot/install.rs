//! Taking a reply into a snapshot: what is believed, what is refused, and what it changed.
//!
//! A reply that would empty the view (an error of its own, no brokers at all, another cluster) is refused as a whole:
//! the old view stays and is marked, because a screen that goes blank says "there is nothing", which nobody said.

use std::sync::Arc;

use wire::{ApiKey, Error, What};

use super::{Broker, Snapshot, Topics, brokers::Brokers};
use crate::{MetadataReply, Refresh, Source};

/// A snapshot with a reply taken in, and what that changed.
#[derive(Debug)]
pub struct Installed {
    pub snapshot: Snapshot,
    /// Whether anything but the times is different.
    pub changed: bool,
    /// Brokers that now have another address: before and after.
    pub moved: Vec<(Broker, Broker)>,
    /// The controller before and after, when it is another. No change by itself: with KRaft each reply names some broker.
    pub controller: Option<(Option<i32>, Option<i32>)>,
    /// Partitions whose leader is another than before.
    pub leaders_moved: usize,
}

impl Snapshot {
    /// This snapshot with the reply to a refresh taken in.
    ///
    /// # Errors
    /// When the reply carries an error of its own, names no broker, or comes from another cluster. Nothing of it is
    /// believed then.
    pub fn install(&self, reply: MetadataReply, what: &Refresh, source: Source) -> Result<Installed, Error> {
        self.refuse(&reply).map_err(|error| placed(error, &source))?;
        let source = Arc::new(source);
        let MetadataReply { brokers, cluster_id, controller, listing, .. } = reply;

        // Not every version tells the id; that it was told once is enough.
        let cluster_id =
            cluster_id.or_else(|| self.brokers.as_ref().and_then(|known| known.cluster_id.clone()));
        // A slow answer that comes after a later one's may still be the first to tell of some topics, and of nothing
        // that the other one told.
        let brokers = match &self.brokers {
            Some(known) if known.source.asked > source.asked => Arc::clone(known),
            _ => Arc::new(Brokers { all: brokers, cluster_id, controller, source: Arc::clone(&source) }),
        };
        let before = self.brokers();
        let moved = before
            .iter()
            .filter_map(|old| {
                let new = brokers.get(old.id)?;
                (old.host != new.host || old.port != new.port).then(|| (old.clone(), new.clone()))
            })
            .collect();
        let controller = brokers.controller;
        let controller_moved = self.brokers.is_some() && self.controller() != controller;
        let mut changed = before != brokers.all || self.brokers.is_none();

        let mut leaders_moved = 0;
        let topics = match what {
            Refresh::Brokers => Arc::clone(&self.topics),
            Refresh::All if self.topics.listing.as_ref().is_some_and(|known| known.asked > source.asked) => {
                Arc::clone(&self.topics)
            }
            Refresh::Topics(_) | Refresh::All => {
                let whole = *what == Refresh::All;
                let merged = Topics::merged(&self.topics, listing, &source, whole);
                changed |= merged.changed;
                leaders_moved = merged.leaders_moved;
                Arc::new(merged.topics)
            }
        };
        let marks = self.marks.after(what, source.asked);
        let snapshot = Snapshot { generation: self.generation + 1, brokers: Some(brokers), topics, marks };
        Ok(Installed {
            snapshot,
            changed,
            moved,
            controller: controller_moved.then_some((self.controller(), controller)),
            leaders_moved,
        })
    }

    fn refuse(&self, reply: &MetadataReply) -> Result<(), Error> {
        if !reply.error().is_none() {
            return Err(Error::from_code(reply.error(), None));
        }
        if reply.brokers.is_empty() {
            let why =
                "The reply names no broker, not even the one that sent it; it may be starting or stopping.";
            return Err(Error::new(What::NoTarget(why.to_owned())));
        }
        match (self.cluster_id(), reply.cluster_id()) {
            (Some(was), Some(now)) if was != now => {
                Err(Error::new(What::OtherCluster { was: was.to_owned(), now: now.to_owned() }))
            }
            _ => Ok(()),
        }
    }
}

/// The failure with the place it came from.
fn placed(error: Error, source: &Source) -> Error {
    let error = error.at(source.address.clone()).asking(ApiKey::Metadata);
    match source.broker {
        Some(id) => error.on_broker(id),
        None => error,
    }
}
