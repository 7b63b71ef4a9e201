//! The overview: a verdict with its reasons, then tiles. A tile that leaves brokers out says so.

use serde::{Deserialize, Serialize};

use crate::{Fact, Int64, Level, Millis, Place};

/// What a cluster is like, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Healthy,
    Degraded,
    Unhealthy,
    /// Too little is known to say.
    Unknown,
}

/// Why, in one sentence with a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub level: Level,
    /// The part in bold: "Broker 4 is down".
    pub head: String,
    /// Since when, as noticed here; shown after the head (" since 05:12:40"), in the zone that the window uses.
    #[serde(default)]
    pub since: Option<Millis>,
    /// The rest: ". 796 replicas are out of sync because of it."
    pub text: String,
    /// A broker-sent string, set in mono between head and link (a path), if any.
    pub verbatim: Option<String>,
    /// Link text and where it leads.
    pub link: Option<(String, Place)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    pub verdict: Verdict,
    pub reasons: Vec<Reason>,
    pub brokers_up: Fact<u32>,
    /// Brokers that metadata or a replica list names.
    pub brokers_known: Fact<u32>,
    pub topics: Fact<u32>,
    pub internal_topics: Fact<u32>,
    pub partitions: Fact<u32>,
    pub leaderless: Fact<u32>,
    pub under_replicated: Fact<u32>,
    /// Partitions whose ISR is as small as min.insync.replicas allows (or smaller).
    pub at_min_isr: Fact<u32>,
    /// Bytes of all replicas on the brokers that answered.
    pub stored: Fact<Int64>,
    /// Brokers in that sum, and brokers known.
    pub stored_from: (u32, u32),
    pub groups: Fact<u32>,
    pub cluster_id: Fact<String>,
    pub controller: Fact<i32>,
    /// "4.4" with how it was inferred in the source's `derived`.
    pub kafka_version: Fact<String>,
    pub metadata_version: Fact<String>,
    pub connections: u32,
}
