//! The quorum of controllers: who keeps the metadata log, and how far each is behind the leader.

use serde::{Deserialize, Serialize};

use crate::{Fact, Int64, Millis};

/// What a node is in the quorum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuorumRole {
    Leader,
    Voter,
    /// Follows the log and has no vote.
    Observer,
}

/// A node that keeps a copy of the metadata log; all of it as the leader tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuorumRow {
    pub id: i32,
    pub role: QuorumRole,
    pub log_end_offset: Fact<Int64>,
    /// Records behind the leader's log end.
    pub lag: Fact<Int64>,
    /// Milliseconds since it had all of the log, both ends by the leader's clock.
    pub behind_ms: Fact<Int64>,
    /// By the leader's clock.
    pub last_fetch: Fact<Millis>,
    pub last_caught_up: Fact<Millis>,
    /// As Kafka's tools print it.
    pub directory: Fact<String>,
    /// "CONTROLLER://host:9093", several with commas.
    pub endpoints: Fact<String>,
}
