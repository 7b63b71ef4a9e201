//! Transactions by transactional id, and producers by partition: the two ends between which a transaction can be left hanging.

use serde::{Deserialize, Serialize};

use crate::{Fact, Int64, Millis};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransactionRow {
    pub id: String,
    /// "Ongoing", "CompleteCommit", … verbatim.
    pub state: Fact<String>,
    pub producer_id: Fact<Int64>,
    /// The broker that listed it.
    pub coordinator: Fact<i32>,
    /// Described for the rows on screen, and for all that are open.
    pub producer_epoch: Fact<i32>,
    /// By the coordinator's clock; missing while none is open.
    pub started: Fact<Millis>,
    pub open_ms: Fact<Int64>,
    pub timeout_ms: Fact<Int64>,
    /// How many partitions are in it.
    pub partitions: Fact<u32>,
    /// "orders: 0, 3", topic by topic, as far as a page has room for.
    pub topics: Vec<String>,
    /// Open for longer than its own timeout.
    pub hanging: Option<Hanging>,
}

/// What a transaction that hangs means, and how to look further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hanging {
    /// A sentence each.
    pub says: Vec<String>,
    /// Commands of Kafka's own tools, to copy; none of them changes anything.
    pub commands: Vec<String>,
}

/// A producer that a partition's leader remembers; one without facts stands for a partition that did not tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProducerRow {
    pub partition: i32,
    pub producer_id: Fact<Int64>,
    pub epoch: Fact<i32>,
    pub last_sequence: Fact<i32>,
    /// Of its last record, by whoever stamps records of this topic.
    pub last_timestamp: Fact<Millis>,
    pub coordinator_epoch: Fact<i32>,
    /// First offset of the transaction that it has open here; missing where it has none.
    pub open_since: Fact<Int64>,
}
