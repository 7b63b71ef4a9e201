//! A look at the snapshot for a few look-ups, cheaper than a share of it.
//!
//! `Cluster::snapshot` counts its readers in one place, and with eight threads that ask for leaders at the same time that
//! place is what they wait for. A view counts nobody: a thread notes for itself which snapshot it looks at.

use std::{fmt, ops::Deref, sync::Arc};

use arc_swap::Guard;

use crate::Snapshot;

/// The view at the moment it was asked for, for some look-ups in a row; to keep it for long, take a snapshot. Many that are
/// held at the same time by one thread cost what snapshots cost, and nothing worse.
pub struct View(Guard<Arc<Snapshot>>);

impl View {
    pub(crate) fn new(snapshot: Guard<Arc<Snapshot>>) -> View {
        View(snapshot)
    }
}

impl Deref for View {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.0
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
