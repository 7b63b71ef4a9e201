//! The bit fields of operations that a client may do. Without an authorizer a broker answers everything that the kind of
//! resource has; when it wasn't asked, it answers the lowest number.

pub(super) const NOT_ASKED: i32 = i32::MIN;

/// Read, Write, Create, Delete, Alter, Describe, DescribeConfigs, AlterConfigs.
const TOPIC: i32 = 0b1101_1111_1000;
/// Create, Alter, Describe, ClusterAction, DescribeConfigs, AlterConfigs, IdempotentWrite.
const CLUSTER: i32 = 0b1_1111_1010_0000;
/// Read, Delete, Describe, DescribeConfigs, AlterConfigs.
const GROUP: i32 = 0b1101_0100_1000;

pub(super) fn topic(asked: bool) -> i32 {
    if asked { TOPIC } else { NOT_ASKED }
}

pub(super) fn cluster(asked: bool) -> i32 {
    if asked { CLUSTER } else { NOT_ASKED }
}

pub(super) fn group(asked: bool) -> i32 {
    if asked { GROUP } else { NOT_ASKED }
}
