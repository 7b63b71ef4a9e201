//! What one reply told of topics: their names, their partitions and how those stand, in a handful of arrays.
//!
//! A topic is a few numbers and two ranges of these arrays. So ten thousand topics cost no allocation each, neither when a
//! reply is read nor when it is freed, and the source of the reply is kept once.

use std::{ops::Range, sync::Arc};

use wire::ErrorCode;

use super::{
    Partition, Row, Standings,
    row::{places, told},
};
use crate::{Source, metadata_reply::OFFLINE};

/// The topics of one reply.
#[derive(Debug)]
pub(crate) struct Telling {
    /// All names, one after another.
    pub(crate) names: String,
    /// All partitions; those of one topic stand together, in order.
    pub(crate) rows: Vec<Row>,
    pub(crate) standings: Standings,
    pub(crate) source: Arc<Source>,
}

impl Telling {
    pub(super) fn name(&self, name: &Range<u32>) -> &str {
        self.names.get(places(name)).unwrap_or_default()
    }

    pub(super) fn rows(&self, rows: &Range<u32>) -> &[Row] {
        self.rows.get(places(rows)).unwrap_or_default()
    }

    pub(super) fn partition(&self, row: &Row) -> Partition<'_> {
        let standing = self.standings.get(row.standing);
        Partition {
            index: row.index,
            leader: told(row.leader),
            leader_epoch: told(row.epoch),
            replicas: standing.map_or(&[], |standing| self.standings.replicas(standing)),
            isr: standing.map_or(&[], |standing| self.standings.isr(standing)),
            offline: standing
                .filter(|_| self.source.version >= OFFLINE)
                .map(|standing| self.standings.offline(standing)),
            error: ErrorCode(standing.map_or(0, |standing| standing.error)),
        }
    }
}
