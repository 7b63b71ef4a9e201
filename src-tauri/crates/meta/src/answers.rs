//! What comes back from `Cluster::send`: each broker's reply with its source, and each failure beside them.
//!
//! A reply that was merged over brokers without its failures would show a hole as "there is nothing".

use std::time::{Duration, Instant, SystemTime};

use wire::{ApiKey, Error};

use crate::Item;

/// Where a fact came from, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The broker that said it; `None` when only the address is known (a bootstrap connection).
    pub broker: Option<i32>,
    pub address: String,
    pub api: ApiKey,
    pub version: i16,
    /// When the reply came.
    pub at: SystemTime,
    /// When it was asked for, by a clock that is never set: of two answers to the same question the one that was asked
    /// for later is believed, in whatever order they come.
    pub asked: Instant,
    pub took: Duration,
    /// How many times it was sent until this reply came.
    pub attempts: u32,
    /// Size of the reply on the wire.
    pub bytes: usize,
}

/// One broker's reply.
#[derive(Clone, Debug)]
pub struct Part<T> {
    pub reply: T,
    pub source: Source,
}

/// What one broker, or one piece of a request, did not give.
#[derive(Clone, Debug)]
pub struct Failed {
    pub broker: Option<i32>,
    pub items: Vec<Item>,
    pub error: Error,
    pub attempts: u32,
    pub took: Duration,
    pub at: SystemTime,
}

/// Everything that came back.
#[derive(Clone, Debug)]
pub struct Answers<T> {
    pub parts: Vec<Part<T>>,
    pub failed: Vec<Failed>,
}

impl<T> Answers<T> {
    /// The only reply of a request that goes to one broker, or why there is none. A failure beside a part is the answer: half of a
    /// reply must not pass for the whole.
    ///
    /// # Errors
    /// The first failure.
    pub fn one(self) -> Result<Part<T>, Error> {
        match (self.parts.into_iter().next(), self.failed.into_iter().next()) {
            (_, Some(failed)) => Err(failed.error),
            (Some(part), None) => Ok(part),
            (None, None) => Err(Error::new(wire::What::NoTarget("No broker was asked.".to_owned()))),
        }
    }
}
