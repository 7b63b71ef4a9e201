//! What a connection was opened with, beside what the layers below know of it: what is shown of its way, and what ends with it.

use admin::{Address, Rewrites};
use contract::{Reach, Sasl};

use crate::forwarder::Forwarder;

/// The way to a cluster as it was set when it was opened; a profile may have been changed since.
#[derive(Debug)]
pub(crate) struct Road {
    pub(crate) bootstrap: Vec<Address>,
    pub(crate) reach: Reach,
    pub(crate) rewrites: Rewrites,
    pub(crate) sasl: Sasl,
    pub(crate) forwarder: Option<Forwarder>,
}

impl Road {
    /// Ends what was started for it.
    pub(crate) fn end(&self) {
        if let Some(forwarder) = &self.forwarder {
            forwarder.end();
        }
    }
}

impl Drop for Road {
    fn drop(&mut self) {
        self.end();
    }
}
