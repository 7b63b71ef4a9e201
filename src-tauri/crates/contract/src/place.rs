//! Places in the window that the core can point to (a verdict's link, a palette hit). The window turns them into its own
//! addresses; the core never writes one.

use serde::{Deserialize, Serialize};

use crate::tagged::tagged;

/// A page of an open cluster.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "page", rename_all = "snake_case")]
pub enum Place {
    Overview,
    Brokers {
        chip: String,
    },
    Broker {
        id: i32,
        tab: BrokerTab,
    },
    LogDirs {
        chip: String,
    },
    LogDir {
        broker: i32,
        path: String,
    },
    Topics {
        chip: String,
    },
    Topic {
        name: String,
        tab: TopicTab,
    },
    Groups {
        chip: String,
    },
    /// Of this principal; empty: of all.
    Acls {
        name: String,
    },
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions {
        chip: String,
    },
    Group {
        name: String,
    },
    Versions,
    Requests,
    Journal,
}

tagged!(Place by "page": fields { chip: String, id: i32, tab: Tab, broker: i32, path: String, name: String }
    Overview,
    Brokers { chip must },
    Broker { id must, tab of },
    LogDirs { chip must },
    LogDir { broker must, path must },
    Topics { chip must },
    Topic { name must, tab of },
    Groups { chip must },
    Acls { name must },
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions { chip must },
    Group { name must },
    Versions,
    Requests,
    Journal,
);

/// A tab of either page, until it is known which page it is of.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tab {
    Overview,
    LogDirs,
    Configs,
    Versions,
    Connections,
    Partitions,
    Acls,
    Producers,
    Groups,
}

impl From<Tab> for Option<BrokerTab> {
    fn from(tab: Tab) -> Option<BrokerTab> {
        Some(match tab {
            Tab::Overview => BrokerTab::Overview,
            Tab::LogDirs => BrokerTab::LogDirs,
            Tab::Configs => BrokerTab::Configs,
            Tab::Versions => BrokerTab::Versions,
            Tab::Connections => BrokerTab::Connections,
            Tab::Partitions | Tab::Groups | Tab::Acls | Tab::Producers => return None,
        })
    }
}

impl From<Tab> for Option<TopicTab> {
    fn from(tab: Tab) -> Option<TopicTab> {
        match tab {
            Tab::Partitions => Some(TopicTab::Partitions),
            Tab::Configs => Some(TopicTab::Configs),
            Tab::Acls => Some(TopicTab::Acls),
            Tab::Producers => Some(TopicTab::Producers),
            Tab::Groups => Some(TopicTab::Groups),
            _ => None,
        }
    }
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
    Acls,
    Producers,
    Groups,
}
