//! Topics and their partitions.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Fact, Int64};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopicRow {
    pub name: String,
    pub internal: bool,
    /// The broker's error for this topic alone ("TOPIC_AUTHORIZATION_FAILED").
    pub error: Option<ApiError>,
    pub partitions: u32,
    pub leaderless: u32,
    /// Smallest replica count over its partitions.
    pub replication: u32,
    /// Replicas that are not in the ISR.
    pub out_of_sync: u32,
    /// Latest minus earliest over all partitions: an upper bound of the records.
    pub offset_span: Fact<Int64>,
    /// Bytes of all replicas on the brokers that answered.
    pub size: Fact<Int64>,
    pub cleanup: Fact<String>,
    /// As read: "7 d", "∞".
    pub retention: Fact<String>,
    /// Index of the source of this topic's metadata.
    pub source: Option<u32>,
}

/// A topic's page, above its tabs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopicDetail {
    pub row: TopicRow,
    pub id: Fact<String>,
    pub min_insync: Fact<String>,
    /// Brokers to draw a column for: those in any replica list, in order.
    pub brokers: Vec<i32>,
    /// Those of them that are not up now.
    pub brokers_down: Vec<i32>,
    /// How many configs are set on the topic itself.
    pub overrides: Fact<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartitionRow {
    pub index: i32,
    pub error: Option<ApiError>,
    /// One for each of the replicas, in assignment order.
    pub replicas: Vec<ReplicaCell>,
    pub leader: Option<i32>,
    pub epoch: Fact<i32>,
    pub earliest: Fact<Int64>,
    pub latest: Fact<Int64>,
    pub span: Fact<Int64>,
    /// The leader's copy.
    pub size: Fact<Int64>,
    /// Largest offset lag of a follower, as its broker's log dirs tell.
    pub worst_lag: Fact<Int64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplicaCell {
    pub broker: i32,
    pub state: ReplicaState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplicaState {
    Leader,
    InSync,
    OutOfSync,
    Offline,
    Adding,
    Removing,
}
