//! Log dirs: one row for each broker and directory. Volume figures are the file system's and repeat when two directories share
//! one volume, so they are never summed blindly; Kafka's share is the sum of the replica sizes in the directory.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Fact, Int64, Millis, tagged::tagged};

/// A row of the log-dirs table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogDirRow {
    pub broker: i32,
    pub host: String,
    pub rack: Option<String>,
    pub controller: bool,
    /// Why this broker gave no answer the last time, if it did not.
    pub broker_failed: Option<ApiError>,
    /// None: the broker has never told its directories, and this is its only row.
    pub path: Option<String>,
    pub state: LogDirState,
    /// File system's size in bytes (DescribeLogDirs v4).
    pub volume: Fact<Int64>,
    /// What the file system says is free for Kafka.
    pub usable: Fact<Int64>,
    /// Bytes of replicas in this directory, future ones included.
    pub kafka: Fact<Int64>,
    /// volume − usable − kafka; counts everything else on the volume.
    pub other: Fact<Int64>,
    /// Kafka's part of the volume, percent.
    pub kafka_percent: Fact<f64>,
    pub replicas: Fact<u32>,
    pub leaders: Fact<u32>,
    pub future: Fact<u32>,
    /// Largest offset lag of a replica here.
    pub worst_lag: Fact<Int64>,
    pub cordoned: Fact<bool>,
    /// The volume figures equal those of another directory of this broker: most likely one volume.
    pub shared_volume: bool,
    /// When this broker last told this row.
    pub told: Option<Millis>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum LogDirState {
    Online,
    /// The broker can't use it: "KAFKA_STORAGE_ERROR".
    Offline {
        code: i16,
        name: String,
        sentence: String,
    },
    /// Last told at `at`; the broker did not answer since.
    LastSeen {
        at: Millis,
    },
    /// Never told.
    Unknown,
}

tagged!(LogDirState by "state": fields { code: i16, name: String, sentence: String, at: Millis }
    Online,
    Offline { code must, name must, sentence must },
    LastSeen { at must },
    Unknown,
);

/// A replica in a directory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplicaRow {
    pub topic: String,
    pub partition: i32,
    /// "leader", "follower", or why it can't be told.
    pub role: Fact<String>,
    pub bytes: Fact<Int64>,
    pub lag: Fact<Int64>,
    /// Being moved here from another directory.
    pub future: bool,
}

/// The replicas of one topic in a directory, rolled up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplicaRollup {
    pub topic: String,
    pub replicas: u32,
    pub leaders: Fact<u32>,
    pub future: u32,
    pub bytes: Fact<Int64>,
    pub worst_lag: Fact<Int64>,
}
