//! Placeholder of what is reported of each request and of the cluster's life.

use std::time::{Duration, SystemTime};

use wire::{ApiKey, Error};

use crate::{Refresh, Route};

/// Hears of every request and every event; must not block.
pub trait Observer: Send + Sync {
    fn request(&self, entry: Entry);
    fn event(&self, event: Event);
}

/// One request to one broker, with all its attempts.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: SystemTime,
    pub api: ApiKey,
    pub version: Option<i16>,
    pub route: Route,
    pub key: String,
    pub broker: Option<i32>,
    pub address: String,
    pub attempts: Vec<Attempt>,
    pub sent_bytes: usize,
    pub received_bytes: usize,
    pub took: Duration,
    pub outcome: Result<(), Error>,
}

/// One try of a request.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub broker: Option<i32>,
    pub address: String,
    pub took: Duration,
    pub error: Option<Error>,
    /// Why it was tried again, or given up.
    pub then: String,
}

/// What happened to the cluster as this program sees it.
#[derive(Clone, Debug)]
pub enum Event {
    Connected { broker: Option<i32>, address: String },
    Disconnected { broker: Option<i32>, address: String, error: Error },
    Refreshed { what: Refresh, took: Duration, bytes: usize, changed: bool },
    RefreshFailed { what: Refresh, error: Error },
    Rebootstrap { why: String },
    BrokerMoved { id: i32, from: String, to: String },
    ControllerMoved { from: Option<i32>, to: Option<i32> },
}
