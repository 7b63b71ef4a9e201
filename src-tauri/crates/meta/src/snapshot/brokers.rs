//! The brokers of a snapshot: sorted, with the source that named them.

use std::sync::Arc;

use crate::Source;

/// A broker as Metadata names it: where to reach it from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    pub id: i32,
    pub host: Arc<str>,
    pub port: u16,
    pub rack: Option<Arc<str>>,
}

/// All brokers of one reply.
#[derive(Debug)]
pub(super) struct Brokers {
    /// Sorted by id.
    pub(super) all: Vec<Broker>,
    pub(super) cluster_id: Option<Arc<str>>,
    pub(super) controller: Option<i32>,
    pub(super) source: Arc<Source>,
}

impl Brokers {
    pub(super) fn get(&self, id: i32) -> Option<&Broker> {
        let place = self.all.binary_search_by_key(&id, |broker| broker.id).ok()?;
        self.all.get(place)
    }
}
