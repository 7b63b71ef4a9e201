//! Taking a reply into a snapshot.

use wire::{Error, What};

use super::{Broker, Snapshot};
use crate::{MetadataReply, Refresh, Source};

/// A snapshot with a reply taken in, and what that changed.
#[derive(Debug)]
pub struct Installed {
    pub snapshot: Snapshot,
    /// Whether anything but the times is different.
    pub changed: bool,
    /// Brokers that now have another address: before and after.
    pub moved: Vec<(Broker, Broker)>,
    /// The controller before and after, when it moved.
    pub controller: Option<(Option<i32>, Option<i32>)>,
    /// Partitions whose leader is another than before.
    pub leaders_moved: usize,
}

impl Snapshot {
    /// This snapshot with the reply to a refresh taken in.
    ///
    /// # Errors
    /// When the reply carries an error of its own, names no broker, or comes from another cluster. The old view then
    /// stays; mark it.
    pub fn install(
        &self,
        _reply: MetadataReply,
        _what: &Refresh,
        _source: Source,
    ) -> Result<Installed, Error> {
        Err(Error::new(What::Closed))
    }
}
