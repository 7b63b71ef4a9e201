//! How a fact is read: as all that any fact may hold, and then as the one that its kind says. Serde's own way for a tagged enum keeps
//! a copy of everything first and reads that; for a type which stands in every cell, in two dozen kinds, that is a twentieth
//! of the page.

use serde::{Deserialize, Deserializer};

use super::Fact;

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Known,
    Stale,
    Asking,
    Missing,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
pub(super) struct Parts<T> {
    k: Kind,
    #[serde(default = "none", deserialize_with = "some")]
    v: Option<T>,
    #[serde(default)]
    s: Option<u32>,
    #[serde(default)]
    why: Option<u32>,
}

fn none<T>() -> Option<T> {
    None
}

/// A value that is there, also when it is a null of its own.
fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl<T> TryFrom<Parts<T>> for Fact<T> {
    type Error = &'static str;

    fn try_from(parts: Parts<T>) -> Result<Fact<T>, &'static str> {
        Ok(match (parts.k, parts.v, parts.s, parts.why) {
            (Kind::Known, Some(v), Some(s), _) => Fact::Known { v, s },
            (Kind::Stale, Some(v), Some(s), Some(why)) => Fact::Stale { v, s, why },
            (Kind::Asking, ..) => Fact::Asking,
            (Kind::Missing, _, _, Some(why)) => Fact::Missing { why },
            _ => return Err("a fact without what its kind needs"),
        })
    }
}
