//! Reading a Metadata reply, of every version, in one pass into a handful of arrays.
//!
//! The bytes come from the other side and are believed in nothing: each length is held against what is left, a broker
//! that is named twice or can't be dialled, a partition below zero or named twice makes the whole reply unreadable, and
//! there is a most of everything. What passed here needs no checking later.

mod brokers;
mod lengths;
mod order;
mod partitions;
mod tell;
mod topics;

use std::{ops::Range, sync::Arc, time::Duration};

use wire::{ErrorCode, Malformed, Reader};

use crate::{
    Broker, TopicId,
    snapshot::{Health, Row, Standings},
};
pub(crate) use tell::OFFLINE;
use tell::Tell;

/// A Metadata reply, read and checked, not yet part of a snapshot.
#[derive(Debug)]
pub struct MetadataReply {
    /// Sorted by id.
    pub(crate) brokers: Vec<Broker>,
    pub(crate) cluster_id: Option<Arc<str>>,
    pub(crate) controller: Option<i32>,
    pub(crate) listing: Listing,
    error: ErrorCode,
    throttle: Duration,
}

/// The topics of a reply, in a handful of arrays.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Sorted by name.
    pub(crate) topics: Vec<Told>,
    /// All names, one after another.
    pub(crate) names: String,
    /// All partitions; those of one topic stand together, in order.
    pub(crate) rows: Vec<Row>,
    pub(crate) standings: Standings,
}

/// One topic of a reply; its name and its partitions are parts of the reply's arrays.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) name: Range<u32>,
    pub(crate) id: Option<TopicId>,
    pub(crate) internal: bool,
    pub(crate) error: ErrorCode,
    pub(crate) rows: Range<u32>,
    pub(crate) health: Health,
}

impl MetadataReply {
    /// What the broker said of the request as a whole.
    #[must_use]
    pub fn error(&self) -> ErrorCode {
        self.error
    }

    /// The cluster's id, when the broker tells it.
    #[must_use]
    pub fn cluster_id(&self) -> Option<&str> {
        self.cluster_id.as_deref()
    }

    /// How long the broker wants to be left alone.
    #[must_use]
    pub fn throttle(&self) -> Duration {
        self.throttle
    }

    /// Reads the body (no header) of a reply of this version.
    ///
    /// # Errors
    /// Says which field can't be so, and where it stands.
    pub fn read(version: i16, body: &[u8]) -> Result<MetadataReply, Malformed> {
        let tell = Tell::of(version)?;
        let mut reader = Reader::new(body);
        let throttle = if tell.throttle { reader.i32("throttle_time_ms")? } else { 0 };
        let throttle = Duration::from_millis(u64::try_from(throttle).unwrap_or(0));
        let brokers = brokers::read(&mut reader, &tell)?;
        let cluster_id = match tell.cluster_id {
            true => reader.nullable_string(tell.flexible, "cluster_id")?.map(Arc::from),
            false => None,
        };
        let controller = if tell.controller { reader.i32("controller_id")? } else { -1 };
        let listing = topics::read(&mut reader, &tell)?;
        if tell.cluster_operations {
            reader.i32("cluster_authorized_operations")?;
        }
        let error = if tell.error { reader.error_code("error_code")? } else { ErrorCode::NONE };
        reader.skip_tags(tell.flexible)?;
        reader.finish()?;
        let controller = (controller >= 0).then_some(controller);
        Ok(MetadataReply { brokers, cluster_id, controller, listing, error, throttle })
    }
}

/// Refuses a count that no cluster has: reading on would only fill the memory.
fn most(reader: &Reader<'_>, count: usize, most: usize, field: &str) -> Result<(), Malformed> {
    if count <= most {
        return Ok(());
    }
    Err(reader.malformed(field, format_args!("{count} of them; this program takes in {most}")))
}

#[cfg(test)]
mod tests;
