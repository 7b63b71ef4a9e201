//! What a snapshot says of what it could not learn: a refresh that failed, a name the broker said no to.
//!
//! Kept beside the data and never instead of it: the last good view stays readable while the failure is shown.

use std::{sync::Arc, time::SystemTime};

use wire::{Error, ErrorCode};

use crate::{Refresh, Source};

/// A refresh that failed.
#[derive(Clone, Debug)]
pub struct RefreshFailure {
    pub what: Refresh,
    pub at: SystemTime,
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
