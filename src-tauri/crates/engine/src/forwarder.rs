//! The program of the user's that forwards ports for one connection: started when it is needed, ended with the connection.

use std::sync::Arc;

use admin::{Address, Forward};
use contract::{Passage, Through};

/// What forwards.
#[derive(Clone, Debug)]
pub(crate) enum Forwarder {}

impl Forwarder {
    /// What this way wants; nothing is started yet. The error is a sentence.
    pub(crate) fn of(through: &Through) -> Result<Forwarder, String> {
        let way = match through {
            Through::Ssh { .. } => "an SSH jump host",
            _ => "a port-forward of kubectl",
        };
        Err(format!("Its brokers are to be reached through {way}, which this version can't do."))
    }

    pub(crate) fn as_forward(&self) -> Arc<dyn Forward> {
        match *self {}
    }

    /// Each process with its state and its ports; `of` tells whose a forwarded address is, and under which it is known.
    pub(crate) fn passages(&self, _of: impl Fn(&Address) -> Option<(Option<i32>, Address)>) -> Vec<Passage> {
        match *self {}
    }

    /// Ends its processes.
    pub(crate) fn end(&self) {
        match *self {}
    }
}
