//! What is reported of every request and of the cluster's life: the network inspector reads it.
//!
//! Each request that leaves makes an entry, also those that this crate sends for itself (Metadata, FindCoordinator, the
//! set-up of a connection). One that were left out would be the one that explains what somebody sees.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

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
    /// When it was first to be sent.
    pub at: SystemTime,
    pub api: ApiKey,
    /// `None` until a connection had settled on one.
    pub version: Option<i16>,
    pub route: Route,
    /// What it was about, in words.
    pub key: String,
    /// Where the last attempt went.
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
    /// How much of that it stood back because the broker had wanted to be left alone.
    pub held: Duration,
    /// How long the broker wants to be left alone after it.
    pub throttle: Duration,
    /// `None`: it was answered.
    pub error: Option<Error>,
    /// Why it was tried again, or given up.
    pub then: String,
}

/// What happened to the cluster as this program sees it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    Connected {
        broker: Option<i32>,
        address: String,
    },
    Disconnected {
        broker: Option<i32>,
        address: String,
        error: Error,
    },
    /// Signed in, or signed in again (`renewals` counts that) before the time that the broker gave was over.
    SignedIn {
        broker: Option<i32>,
        address: String,
        user: String,
        mechanism: &'static str,
        renewals: u32,
        until: Option<SystemTime>,
        /// When the token or the AWS session ends that it was signed in with.
        token_until: Option<SystemTime>,
    },
    Throttled {
        broker: Option<i32>,
        address: String,
        pause: Duration,
    },
    Refreshed {
        what: Refresh,
        took: Duration,
        bytes: usize,
        changed: bool,
    },
    RefreshFailed {
        what: Refresh,
        error: Error,
    },
    Rebootstrap {
        why: String,
    },
    BrokerMoved {
        id: i32,
        from: String,
        to: String,
    },
    ControllerMoved {
        from: Option<i32>,
        to: Option<i32>,
    },
    LeadersMoved {
        partitions: usize,
    },
}

/// The observer, or nobody.
#[derive(Clone, Default)]
pub(crate) struct Journal(Option<Arc<dyn Observer>>);

impl Journal {
    pub(crate) fn new(observer: Option<Arc<dyn Observer>>) -> Journal {
        Journal(observer)
    }

    /// Then no entry need be put together.
    pub(crate) fn is_read_by_nobody(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn request(&self, entry: Entry) {
        if let Some(observer) = &self.0 {
            observer.request(entry);
        }
    }

    pub(crate) fn event(&self, event: Event) {
        tracing::debug!(?event);
        if let Some(observer) = &self.0 {
            observer.event(event);
        }
    }
}
