//! Connection profiles: what the user keeps. Addresses are kept as typed, also when they can't be used.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Millis, Reach, Sasl, TlsSettings, tagged::tagged};

/// The id of the demo cluster, which is always there and can't be edited or removed.
pub const DEMO: &str = "demo";

/// One connection that the user keeps. What a file of an older version doesn't have is as if it was never set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// Its lock opens only for somebody who types its name.
    pub production: bool,
    /// What brokers write into their logs; empty: "brokerscope".
    pub client_id: String,
    pub timeouts: Timeouts,
    pub tls: TlsSettings,
    pub sasl: Sasl,
    pub reach: Reach,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile {
            id: String::new(),
            name: String::new(),
            color: String::new(),
            bootstrap: String::new(),
            read_only: true,
            production: false,
            client_id: String::new(),
            timeouts: Timeouts::default(),
            tls: TlsSettings::default(),
            sasl: Sasl::default(),
            reach: Reach::default(),
        }
    }
}

/// How long to wait, in milliseconds; None: as this program thinks best.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// One dial, up to and including the sign-in.
    pub connect: Option<u32>,
    /// One attempt of a request.
    pub attempt: Option<u32>,
    /// A request that reads, with all its attempts.
    pub read: Option<u32>,
    /// A request that changes something, with all its attempts.
    pub write: Option<u32>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

tagged!(ConnectionState by "state": fields { since: Millis, error: ApiError }
    Closed,
    Connecting { since must },
    Open { since must },
    Failed { error must },
);

/// All profiles, and what went wrong with their file, if anything did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profiles {
    pub rows: Vec<ProfileRow>,
    /// A broken file was set aside: says under which name.
    pub warning: Option<String>,
}
