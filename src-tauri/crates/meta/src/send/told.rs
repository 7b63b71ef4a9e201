//! What the journal is told of a call and of each attempt, put into words only when somebody reads.
//!
//! Of nearly all requests nobody reads a word. Were names and addresses copied for each all the same, that would cost more
//! than finding its broker.

use std::{borrow::Cow, time::Duration};

use wire::{ApiKey, Error};

use super::{Call, placing::in_words};
use crate::{Ask, Attempt, Key, Route, observe::Journal, pool::Door, shared::Travel};

/// A call as its trails see it, whatever it asks.
pub(super) trait Told: Send + Sync {
    fn journal(&self) -> &Journal;
    fn api(&self) -> ApiKey;
    fn route(&self) -> Route;
    fn write(&self) -> bool;
    /// What it is about, in words.
    fn key(&self) -> String;
    /// What a change is about; empty when the request doesn't say. Of a request that only looks nobody asks.
    fn about(&self) -> String;
}

impl<R: Ask> Told for Call<R> {
    fn journal(&self) -> &Journal {
        &self.shared.journal
    }

    fn api(&self) -> ApiKey {
        R::KEY
    }

    fn route(&self) -> Route {
        self.route
    }

    fn write(&self) -> bool {
        self.write
    }

    fn key(&self) -> String {
        self.key.to_string()
    }

    fn about(&self) -> String {
        let items = if self.write { self.request.items() } else { Vec::new() };
        match (items.as_slice(), &self.key) {
            ([], Key::None) => String::new(),
            ([], key) => key.to_string(),
            (items, _) => in_words(items),
        }
    }
}

/// Where an attempt went, or was to go.
#[derive(Clone)]
pub(super) enum Whither {
    Through(Door),
    /// A broker, if it is one that is known, and an address, if there is one.
    Towards(Option<i32>, String),
}

impl Whither {
    pub(super) fn words(&self) -> (Option<i32>, String) {
        match self {
            Whither::Through(door) => (door.endpoint.broker(), door.address.clone()),
            Whither::Towards(broker, address) => (*broker, address.clone()),
        }
    }
}

/// An attempt that is over.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) whither: Whither,
    pub(super) travel: Travel,
    pub(super) took: Duration,
    pub(super) error: Option<Error>,
    pub(super) then: Cow<'static, str>,
}

impl Tried {
    pub(super) fn entry(&self) -> Attempt {
        let (broker, address) = self.whither.words();
        self.travel.as_attempt(broker, address, self.took, self.error.clone(), &self.then)
    }
}
