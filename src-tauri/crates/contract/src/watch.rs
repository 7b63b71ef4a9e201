//! What the core tells the window without being asked: small notes that something changed, at most a few a second. The
//! window then asks for its page again; no data travels here, so a lost note costs nothing but freshness.

use serde::{Deserialize, Serialize};

use crate::{ConnectionState, Level, tagged::tagged};

/// A thing that can be refreshed and changes as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(tag = "view", rename_all = "snake_case")]
pub enum View {
    /// Brokers, controller, metadata of all topics, and what the overview sums.
    Cluster,
    LogDirs,
    /// Topic list; offsets and configs only of the rows that were asked for.
    Topics,
    /// One topic: metadata, offsets, configs.
    Topic {
        name: String,
    },
    TopicConfigs {
        name: String,
    },
    BrokerConfigs {
        broker: i32,
    },
    Groups,
    Acls,
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions,
    /// Of one topic's partitions.
    Producers {
        name: String,
    },
    /// One group: members, commits, the ends of the logs that it reads.
    Group {
        name: String,
    },
    /// The groups that read one topic.
    TopicGroups {
        name: String,
    },
    Versions,
    Journal,
    /// How the brokers are reached, and as whom: something started, ended, or was renewed.
    Way,
    /// What the doctor found; by the connection's id, also while it is closed.
    Examination,
    /// A look at the folder of newer packages, or a check of one; of no cluster.
    Updates,
}

tagged!(View by "view": fields { name: String, broker: i32 }
    Cluster,
    LogDirs,
    Topics,
    Topic { name must },
    TopicConfigs { name must },
    BrokerConfigs { broker must },
    Groups,
    Acls,
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions,
    Producers { name must },
    Group { name must },
    TopicGroups { name must },
    Versions,
    Journal,
    Way,
    Examination,
    Updates,
);

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum WatchEvent {
    /// This view has something new (an answer, a failure, a refresh begun or ended).
    Changed { cluster: String, view: View },
    /// The sidebar: state and counts.
    Status { cluster: String, status: Box<ClusterStatus> },
    /// Profiles or their states changed.
    Profiles,
    /// A second start or a link wants something shown: `StartWith` says what.
    Start,
}

tagged!(WatchEvent by "event": fields { cluster: String, view: View, status: Box<ClusterStatus> }
    Changed { cluster must, view must },
    Status { cluster must, status must },
    Profiles,
    Start,
);

/// What frame and sidebar show of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterStatus {
    pub name: String,
    pub color: String,
    pub read_only: bool,
    pub state: ConnectionState,
    /// "Kafka 4.4 · 5 brokers"
    pub summary: String,
    /// Sidebar notes by page id ("brokers", "log_dirs", "topics", "groups"): ("4 / 5", Warn).
    pub notes: Vec<(String, String, Level)>,
}
