//! Brokers. A broker that metadata no longer names but a replica list does stays in the table, as Down.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Fact, Int64, Millis, tagged::tagged};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum BrokerState {
    /// Metadata lists it, and it answered its last request (or has not been asked).
    Up,
    /// Metadata lists it, but it does not answer us.
    NotAnswering { since: Millis, error: ApiError },
    /// Metadata does not list it any more; replica lists do, or it was there before.
    Down { since: Option<Millis> },
    /// Registered, but the controller keeps it out (DescribeCluster v2).
    Fenced { since: Option<Millis> },
}

tagged!(BrokerState by "state": fields { since: Millis, error: ApiError }
    Up,
    NotAnswering { since must, error must },
    Down { since opt },
    Fenced { since opt },
);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BrokerRow {
    pub id: i32,
    pub state: BrokerState,
    /// True when the metadata (or the quorum) says that this broker is the active controller.
    pub controller: bool,
    /// Advertised; empty when only replica lists know this broker.
    pub host: String,
    pub port: Option<u16>,
    pub rack: Option<String>,
    pub leads: Fact<u32>,
    /// How far above (+) or below (−) an even share, in percent.
    pub leads_skew: Fact<f64>,
    pub replicas: Fact<u32>,
    pub replicas_skew: Fact<f64>,
    pub in_sync: Fact<u32>,
    /// Bytes in all replicas on this broker.
    pub kafka: Fact<Int64>,
    /// Of the volumes of its directories, each volume once where that can be told.
    pub volume: Fact<Int64>,
    pub usable: Fact<Int64>,
    /// Round trip of the last small request.
    pub round_trip_ms: Fact<f64>,
    /// Index of the source of this row's metadata.
    pub source: Option<u32>,
}

/// A broker's page; its log dirs, configs and versions have their own calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BrokerDetail {
    pub row: BrokerRow,
    /// "broker", "controller", "broker and controller"; with how it was told.
    pub roles: Fact<String>,
    pub kafka_version: Fact<String>,
    pub connections: Vec<SocketRow>,
}

/// One of our own connections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocketRow {
    pub broker: Option<i32>,
    pub address: String,
    /// "ready", "connecting", "backing off", "closed"
    pub state: String,
    /// Why it is not ready.
    pub cause: Option<String>,
    pub in_flight: u32,
    pub since: Option<Millis>,
}
