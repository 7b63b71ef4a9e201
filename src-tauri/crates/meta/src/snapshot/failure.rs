//! What a snapshot says of what it could not learn: a refresh that failed, a name the broker said no to.
//!
//! Kept beside the data and never instead of it: the last good view stays readable while the failure is shown.

use std::{
    sync::Arc,
    time::{Instant, SystemTime},
};

use wire::{Error, ErrorCode};

use crate::{Refresh, Source};

/// A refresh that failed.
#[derive(Clone, Debug)]
pub struct RefreshFailure {
    pub what: Refresh,
    /// When it failed.
    pub at: SystemTime,
    /// When it was asked for. One that takes long to fail says nothing of what a later question was told meanwhile, and a
    /// wall clock that is set back must not hide it.
    pub asked: Instant,
    pub error: Error,
}

/// A topic that was asked for by name and that the broker does not show: it does not exist, its name can't be one, or
/// this user may not see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub name: Arc<str>,
    pub code: ErrorCode,
    pub source: Arc<Source>,
}

/// The failures that still stand, by what they failed to learn. A refresh of the brokers that works must not hide that
/// the topics could not be listed.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Of any kind, since a refresh of any kind worked.
    pub(super) any: Option<Arc<RefreshFailure>>,
    pub(super) listing: Option<Arc<RefreshFailure>>,
    named: Option<Arc<RefreshFailure>>,
}

impl Marks {
    /// With one more failure.
    pub(super) fn with(&self, failure: RefreshFailure) -> Marks {
        let failure = Arc::new(failure);
        let mut marks = Marks { any: Some(Arc::clone(&failure)), ..self.clone() };
        match failure.what {
            Refresh::Brokers => {}
            Refresh::Topics(_) => marks.named = Some(failure),
            Refresh::All => marks.listing = Some(failure),
        }
        marks
    }

    /// After a refresh that worked: what it told anew is marked no more. What was asked for after it and failed stays marked.
    pub(super) fn after(&self, what: &Refresh, asked: Instant) -> Marks {
        let later = |mark: &Option<Arc<RefreshFailure>>| mark.clone().filter(|mark| mark.asked > asked);
        match what {
            Refresh::Brokers | Refresh::Topics(_) => Marks { any: None, ..self.clone() },
            Refresh::All => Marks { any: None, listing: later(&self.listing), named: later(&self.named) },
        }
    }

    /// The later of the failures that this topic was to be a part of.
    pub(super) fn of_topic(&self, name: &str) -> Option<&RefreshFailure> {
        let names_it = |failure: &&Arc<RefreshFailure>| matches!(&failure.what, Refresh::Topics(names) if names.iter().any(|one| one == name));
        let named = self.named.as_ref().filter(names_it);
        named.into_iter().chain(&self.listing).max_by_key(|failure| failure.asked).map(|failure| &**failure)
    }
}
