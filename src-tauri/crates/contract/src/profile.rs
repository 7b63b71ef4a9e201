//! Connection profiles: what the user keeps. Addresses are kept as typed, also when they can't be used.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Millis};

/// The id of the demo cluster, which is always there and can't be edited or removed.
pub const DEMO: &str = "demo";

/// One connection that the user keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Made by the core; empty in a new one.
    pub id: String,
    pub name: String,
    /// "#1f8a70"
    pub color: String,
    /// As typed: "kafka-1:9092, kafka-2:9092".
    pub bootstrap: String,
    /// Closed unless its owner opens it.
    pub read_only: bool,
}

/// A row of the connections page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileRow {
    pub profile: Profile,
    pub state: ConnectionState,
    /// "5 brokers, Kafka 4.4": what the last look told; None when never connected.
    pub summary: Option<String>,
}

/// How a cluster stands with us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ConnectionState {
    Closed,
    Connecting {
        since: Millis,
    },
    /// At least one broker answers.
    Open {
        since: Millis,
    },
    /// Was open (or being opened); nothing answers now.
    Failed {
        error: ApiError,
    },
}

/// All profiles, and what went wrong with their file, if anything did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profiles {
    pub rows: Vec<ProfileRow>,
    /// A broken file was set aside: says under which name.
    pub warning: Option<String>,
}
