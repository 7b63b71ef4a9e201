//! Places in the window that the core can point to (a verdict's link, a palette hit). The window turns them into its own
//! addresses; the core never writes one.

use serde::{Deserialize, Serialize};

/// A page of an open cluster.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "snake_case")]
pub enum Place {
    Overview,
    Brokers { chip: String },
    Broker { id: i32, tab: BrokerTab },
    LogDirs { chip: String },
    LogDir { broker: i32, path: String },
    Topics { chip: String },
    Topic { name: String, tab: TopicTab },
    Groups { chip: String },
    Versions,
    Requests,
    Journal,
}

/// Tabs of a broker's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrokerTab {
    #[default]
    Overview,
    LogDirs,
    Configs,
    Versions,
    Connections,
}

/// Tabs of a topic's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicTab {
    #[default]
    Partitions,
    Configs,
}
