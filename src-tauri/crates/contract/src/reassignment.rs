//! Partitions whose replicas are being moved between brokers, and how far the new copies have come. Sizes are those of log dirs: a
//! new copy is compared with the leader's.

use serde::{Deserialize, Serialize};

use crate::{Fact, Int64};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReassignmentRow {
    pub topic: String,
    pub partition: i32,
    /// Broker ids, "1, 2, 3": old and new ones, in the order of preference.
    pub replicas: Fact<String>,
    pub adding: Fact<String>,
    pub removing: Fact<String>,
    /// Of the leader's copy.
    pub size: Fact<Int64>,
    /// At all brokers that are added.
    pub copied: Fact<Int64>,
    pub left: Fact<Int64>,
    /// Bytes a second, from two looks at log dirs.
    pub rate: Fact<Int64>,
    /// One for each broker that is added.
    pub copies: Vec<CopyUnderWay>,
}

/// A new copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CopyUnderWay {
    pub broker: i32,
    pub bytes: Fact<Int64>,
    /// 0 once it is in the ISR, whatever its size: copies of the same records differ in bytes.
    pub left: Fact<Int64>,
    pub rate: Fact<Int64>,
}
