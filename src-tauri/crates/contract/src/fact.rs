//! A figure on the screen, with how it is known. Stale is not unknown, unknown is not zero, and zero is not failed: each is
//! its own variant, so that no screen can mix them up.
//!
//! Sources and reasons stand once per page; a fact names its own by index, which keeps a page of 200,000 partitions small.

mod parts;

use serde::{Deserialize, Serialize};

use crate::{ApiError, Millis};

/// Who told it: for the source card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub broker: Option<i32>,
    pub address: String,
    /// The request's name, "DescribeLogDirs".
    pub api: String,
    pub version: i16,
    pub at: Millis,
    pub took_ms: u32,
    pub attempts: u32,
    /// For figures that this program worked out: from what, in words ("sum over 4 brokers"). The rest is then the oldest part's.
    pub derived: Option<String>,
}

/// A figure and how it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "parts::Parts<T>", bound(deserialize = "T: Deserialize<'de>"))]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Fact<T> {
    /// Told, and the last asking succeeded. `s`: index into the page's sources.
    Known { v: T, s: u32 },
    /// Told earlier; the last asking failed. `why`: index into the page's reasons.
    Stale { v: T, s: u32, why: u32 },
    /// Being asked for the first time.
    Asking,
    /// Not to be had; `why` as above ("broker speaks DescribeLogDirs v3: no volume sizes").
    Missing { why: u32 },
}

impl<T> Fact<T> {
    /// The value, old or not.
    pub fn value(&self) -> Option<&T> {
        match self {
            Fact::Known { v, .. } | Fact::Stale { v, .. } => Some(v),
            Fact::Asking | Fact::Missing { .. } => None,
        }
    }

    /// Index of the source.
    pub fn source(&self) -> Option<u32> {
        match self {
            Fact::Known { s, .. } | Fact::Stale { s, .. } => Some(*s),
            Fact::Asking | Fact::Missing { .. } => None,
        }
    }

    /// Index of the reason.
    pub fn reason(&self) -> Option<u32> {
        match self {
            Fact::Stale { why, .. } | Fact::Missing { why } => Some(*why),
            Fact::Known { .. } | Fact::Asking => None,
        }
    }

    /// The same knowledge of another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Fact<U> {
        match self {
            Fact::Known { v, s } => Fact::Known { v: f(v), s },
            Fact::Stale { v, s, why } => Fact::Stale { v: f(v), s, why },
            Fact::Asking => Fact::Asking,
            Fact::Missing { why } => Fact::Missing { why },
        }
    }
}

/// What the facts of one reply point to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    pub sources: Vec<Source>,
    pub reasons: Vec<ApiError>,
}
