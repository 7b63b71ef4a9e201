//! Which fields a version of the Metadata reply has, in one table.
//!
//! Source: MetadataResponse.json of Kafka 4.4.0.

use wire::Malformed;

/// The first version that tells which replicas are offline.
pub(crate) const OFFLINE: i16 = 5;

/// What a version tells.
pub(super) struct Tell {
    pub(super) rack: bool,
    pub(super) controller: bool,
    pub(super) internal: bool,
    pub(super) cluster_id: bool,
    pub(super) throttle: bool,
    pub(super) offline: bool,
    pub(super) leader_epoch: bool,
    pub(super) topic_operations: bool,
    pub(super) cluster_operations: bool,
    pub(super) flexible: bool,
    pub(super) topic_id: bool,
    /// A topic that was asked for by id may come back without a name.
    pub(super) nameless: bool,
    pub(super) error: bool,
}

impl Tell {
    pub(super) fn of(version: i16) -> Result<Tell, Malformed> {
        if !(0..=13).contains(&version) {
            return Err(Malformed(format!("a Metadata reply of version {version} is not known here")));
        }
        Ok(Tell {
            rack: version >= 1,
            controller: version >= 1,
            internal: version >= 1,
            cluster_id: version >= 2,
            throttle: version >= 3,
            offline: version >= OFFLINE,
            leader_epoch: version >= 7,
            topic_operations: version >= 8,
            cluster_operations: (8..=10).contains(&version),
            flexible: version >= 9,
            topic_id: version >= 10,
            nameless: version >= 12,
            error: version >= 13,
        })
    }

    /// The size of the smallest broker: id, host, port, rack, tags.
    pub(super) fn least_broker(&self) -> usize {
        if self.flexible { 4 + 1 + 4 + 1 + 1 } else { 4 + 2 + 4 }
    }

    /// The size of the smallest topic: code, name, partitions, operations, tags.
    pub(super) fn least_topic(&self) -> usize {
        if self.flexible { 2 + 1 + 1 + 1 + 4 + 1 } else { 2 + 2 + 4 }
    }

    /// The size of the smallest partition: code, index, leader, then epoch, three lists of one byte and tags, or two lists
    /// of four bytes.
    pub(super) fn least_partition() -> usize {
        2 + 4 + 4 + 8
    }
}
