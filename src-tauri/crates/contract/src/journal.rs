//! The journal: every request that the core sent.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Int64, Millis};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalRow {
    /// Counts up from 1 in a cluster's journal.
    pub seq: Int64,
    pub at: Millis,
    pub api: String,
    pub version: Option<i16>,
    pub class: String,
    /// The key, "group orders-consumer"; empty for none.
    pub key: String,
    pub broker: Option<i32>,
    pub address: String,
    pub attempts: Vec<JournalAttempt>,
    pub sent: Int64,
    pub received: Int64,
    pub took_us: Int64,
    /// None: it succeeded.
    pub error: Option<ApiError>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalAttempt {
    pub broker: Option<i32>,
    pub address: String,
    pub took_us: Int64,
    /// How much of that it stood back because the broker had wanted to be left alone; 0 when it did not.
    pub held_us: Int64,
    /// How long the broker wants to be left alone after it; 0 when it doesn't.
    pub throttle_us: Int64,
    pub error: Option<String>,
    /// What was done then, and why.
    pub then: String,
}
