//! What `Cluster::send` must know of a request beyond how it is written: what it is split into, and what the reply says
//! of each piece.
//!
//! Without `codes`, an error inside a successful reply would never reach the retry rules: a moved leader would be shown
//! as a failure instead of being asked again at its new place.

mod alter_partition_reassignments;
mod alter_replica_log_dirs;
mod chosen;
mod config;
mod consumer_group_describe;
mod create_topics;
mod delete_groups;
mod delete_topics;
mod describe_configs;
mod describe_groups;
mod describe_producers;
mod describe_quorum;
mod describe_transactions;
mod elect_leaders;
mod find_coordinator;
mod incremental_alter_configs;
mod list_offsets;
mod offset_fetch;
mod offset_for_leader_epoch;
mod whole;

use std::sync::Arc;

use wire::ErrorCode;

use crate::{Coordinates, TopicId};
pub(crate) use config::home;

/// A piece of a request that has its own place or its own error code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    Partition(Arc<str>, i32),
    Group(Arc<str>),
    Transaction(Arc<str>),
    Topic(Arc<str>),
    TopicId(TopicId),
    /// What has a config: its kind, as the protocol numbers them (`config_resource`), and its name.
    Resource(i8, Arc<str>),
    /// An answer that does not say what it is about: an old version's, to a request for one thing.
    Rest,
}

/// A request that can be sent to a cluster.
pub trait Ask: wire::Request + Clone {
    /// The pieces that the reply has to answer one by one; none when it answers as a whole, or when the broker decides
    /// how many there are. One that the reply leaves out is a failure, and one with a code that says so is asked again
    /// alone.
    fn items(&self) -> Vec<Item> {
        Vec::new()
    }

    /// The same request for these pieces only.
    #[must_use]
    fn only(&self, _items: &[Item]) -> Self {
        self.clone()
    }

    /// The error code of each piece inside a reply that as a whole succeeded; `self` is the request as it was first
    /// made.
    fn codes(&self, _reply: &Self::Reply) -> Vec<(Item, ErrorCode)> {
        Vec::new()
    }

    /// Whether the reply answers just this one piece, without an error: what nearly all replies to a request for one do. A
    /// request that can tell that at a glance saves the listing of codes; `false` only means that it is to be looked at.
    fn plainly(&self, _reply: &Self::Reply, _asked: &Item) -> bool {
        false
    }

    /// What the broker said of a piece in its own words, where the reply has room for that.
    fn words(&self, _reply: &Self::Reply, _item: &Item) -> Option<String> {
        None
    }

    /// How many pieces one request of this version carries. A request for more is taken apart.
    fn most(_version: i16) -> usize {
        usize::MAX
    }

    /// Writes the name of the one piece that was asked for into the reply of a version that leaves it out.
    fn name(&self, _reply: &mut Self::Reply, _item: &Item) {}

    /// The kind of coordinator that this request itself looks up, which can create that kind's internal topic.
    fn looks_up(&self) -> Option<Coordinates> {
        None
    }

    /// Drops these pieces from a reply: they are asked again, told as failures, or were never asked for.
    fn without(&self, _reply: &mut Self::Reply, _items: &[Item]) {}
}

#[cfg(test)]
mod tests;
