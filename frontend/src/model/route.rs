//! Addresses of the page: what stands after `#` is the whole state of what is looked at (cluster, page, search, chip, order),
//! so that back, forward and a pasted address all lead to the same view. Every route is written and read here only.

mod desk;
mod filter;

use contract::{BrokerTab, PagePath, TopicTab};

pub use desk::{Desk, Part};
pub use filter::Filter;

use super::percent::{decode, encode};

/// Where the window is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    #[default]
    Connections,
    /// What is done with connections before one is opened.
    Desk(Desk),
    Cluster {
        id: String,
        page: Page,
        filter: Filter,
    },
}

/// A page of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Overview,
    Brokers,
    Broker { id: i32, tab: BrokerTab },
    LogDirs,
    LogDir { broker: i32, path: String, by: LogDirBy },
    Topics,
    Topic { name: String, tab: TopicTab },
    Groups,
    Acls,
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions,
    Group { id: String, tab: GroupTab },
    Versions,
    Requests,
    Journal,
}

/// A directory's replicas: summed by topic, or one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogDirBy {
    #[default]
    Topics,
    Replicas,
}

/// Tabs of a group's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupTab {
    #[default]
    Offsets,
    Members,
}

impl Route {
    /// A page with nothing filtered.
    #[must_use]
    pub fn page(cluster: &str, page: Page) -> Route {
        Route::Cluster { id: cluster.to_owned(), page, filter: Filter::default() }
    }

    /// The open cluster's id.
    #[must_use]
    pub fn cluster(&self) -> Option<&str> {
        match self {
            Route::Connections | Route::Desk(_) => None,
            Route::Cluster { id, .. } => Some(id),
        }
    }

    /// Where Esc leads: from a thing to the table that lists it.
    #[must_use]
    pub fn parent(&self) -> Option<Route> {
        let (id, page) = match self {
            Route::Connections => return None,
            Route::Desk(_) => return Some(Route::Connections),
            Route::Cluster { id, page, .. } => (id, page),
        };
        let up = match page {
            Page::Broker { .. } => Page::Brokers,
            Page::LogDir { .. } => Page::LogDirs,
            Page::Topic { .. } => Page::Topics,
            Page::Group { .. } => Page::Groups,
            Page::Overview => return None,
            _ => Page::Overview,
        };
        Some(Route::page(id, up))
    }

    /// The same place, whatever is filtered there.
    #[must_use]
    pub fn same_place(&self, other: &Route) -> bool {
        match (self, other) {
            (Route::Connections, Route::Connections) => true,
            (Route::Desk(desk), Route::Desk(other)) => desk == other,
            (Route::Cluster { id, page, .. }, Route::Cluster { id: other_id, page: other_page, .. }) => {
                id == other_id && page == other_page
            }
            _ => false,
        }
    }

    /// What the table there is narrowed to.
    #[must_use]
    pub fn filter(&self) -> Filter {
        match self {
            Route::Connections | Route::Desk(_) => Filter::default(),
            Route::Cluster { filter, .. } => filter.clone(),
        }
    }

    /// The same place, narrowed otherwise.
    #[must_use]
    pub fn with_filter(&self, filter: Filter) -> Route {
        match self {
            Route::Connections | Route::Desk(_) => self.clone(),
            Route::Cluster { id, page, .. } => Route::Cluster { id: id.clone(), page: page.clone(), filter },
        }
    }

    /// The address, with its `#`.
    #[must_use]
    pub fn href(&self) -> String {
        let (id, page, filter) = match self {
            Route::Connections => return "#/".to_owned(),
            Route::Desk(desk) => return desk.href(),
            Route::Cluster { id, page, filter } => (id, page, filter),
        };
        let place = match page {
            Page::Overview => "overview".to_owned(),
            Page::Brokers => "brokers".to_owned(),
            Page::Broker { id, tab } => format!("brokers/{id}/{}", broker_tab(*tab)),
            Page::LogDirs => "log-dirs".to_owned(),
            Page::LogDir { broker, path, by } => {
                let by = match by {
                    LogDirBy::Topics => "topics",
                    LogDirBy::Replicas => "replicas",
                };
                format!("log-dirs/{broker}/{}/{by}", encode(path))
            }
            Page::Topics => "topics".to_owned(),
            Page::Topic { name, tab } => format!("topics/{}/{}", encode(name), topic_tab(*tab)),
            Page::Groups => "groups".to_owned(),
            Page::Acls => "acls".to_owned(),
            Page::ScramUsers => "scram-users".to_owned(),
            Page::Quotas => "quotas".to_owned(),
            Page::Quorum => "quorum".to_owned(),
            Page::Reassignments => "reassignments".to_owned(),
            Page::Transactions => "transactions".to_owned(),
            Page::Group { id, tab } => {
                let tab = match tab {
                    GroupTab::Offsets => "offsets",
                    GroupTab::Members => "members",
                };
                format!("groups/{}/{tab}", encode(id))
            }
            Page::Versions => "versions".to_owned(),
            Page::Requests => "requests".to_owned(),
            Page::Journal => "journal".to_owned(),
        };
        format!("#/c/{}/{place}{}", encode(id), filter.href())
    }

    /// Reads an address; None where it leads nowhere.
    #[must_use]
    pub fn parse(hash: &str) -> Option<Route> {
        let address = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let page = match parts.as_slice() {
            [] => return Some(Route::Connections),
            ["c", _] | ["c", _, "overview"] => Page::Overview,
            ["c", _, "brokers"] => Page::Brokers,
            ["c", _, "brokers", id] => Page::Broker { id: id.parse().ok()?, tab: BrokerTab::default() },
            ["c", _, "brokers", id, tab] => Page::Broker { id: id.parse().ok()?, tab: read_broker_tab(tab)? },
            ["c", _, "log-dirs"] => Page::LogDirs,
            ["c", _, "log-dirs", broker, path] => log_dir(broker, path, LogDirBy::Topics)?,
            ["c", _, "log-dirs", broker, path, "topics"] => log_dir(broker, path, LogDirBy::Topics)?,
            ["c", _, "log-dirs", broker, path, "replicas"] => log_dir(broker, path, LogDirBy::Replicas)?,
            ["c", _, "topics"] => Page::Topics,
            ["c", _, "topics", name] => Page::Topic { name: decode(name), tab: TopicTab::default() },
            ["c", _, "topics", name, tab] => Page::Topic { name: decode(name), tab: read_topic_tab(tab)? },
            ["c", _, "groups"] => Page::Groups,
            ["c", _, "acls"] => Page::Acls,
            ["c", _, "scram-users"] => Page::ScramUsers,
            ["c", _, "quotas"] => Page::Quotas,
            ["c", _, "quorum"] => Page::Quorum,
            ["c", _, "reassignments"] => Page::Reassignments,
            ["c", _, "transactions"] => Page::Transactions,
            ["c", _, "groups", id] | ["c", _, "groups", id, "offsets"] => {
                Page::Group { id: decode(id), tab: GroupTab::Offsets }
            }
            ["c", _, "groups", id, "members"] => Page::Group { id: decode(id), tab: GroupTab::Members },
            ["c", _, "versions"] => Page::Versions,
            ["c", _, "requests"] => Page::Requests,
            ["c", _, "journal"] => Page::Journal,
            other => return Desk::parse(other).map(Route::Desk),
        };
        let id = decode(parts.get(1)?);
        Some(Route::Cluster { id, page, filter: Filter::parse(query) })
    }
}

impl Route {
    /// Its part below the cluster, for a link; None where no cluster is open.
    #[must_use]
    pub fn page_path(&self) -> Option<PagePath> {
        let start = format!("#/c/{}/", encode(self.cluster()?));
        PagePath::new(self.href().strip_prefix(&start)?).ok()
    }

    /// Where a link leads in this cluster; None: nowhere.
    #[must_use]
    pub fn linked(cluster: &str, page: &PagePath) -> Option<Route> {
        Route::parse(&format!("#/c/{}/{}", encode(cluster), page.as_str()))
    }
}

impl Page {
    /// Its name in the sidebar and the breadcrumb.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self {
            Page::Overview => "Overview",
            Page::Brokers | Page::Broker { .. } => "Brokers",
            Page::LogDirs | Page::LogDir { .. } => "Log dirs",
            Page::Topics | Page::Topic { .. } => "Topics",
            Page::Groups | Page::Group { .. } => "Groups",
            Page::Acls => "ACLs",
            Page::ScramUsers => "SCRAM users",
            Page::Quotas => "Client quotas",
            Page::Quorum => "Quorum",
            Page::Reassignments => "Reassignments",
            Page::Transactions => "Transactions",
            Page::Versions => "API versions",
            Page::Requests => "Requests",
            Page::Journal => "Journal",
        }
    }
}

fn log_dir(broker: &str, path: &str, by: LogDirBy) -> Option<Page> {
    Some(Page::LogDir { broker: broker.parse().ok()?, path: decode(path), by })
}

fn broker_tab(tab: BrokerTab) -> &'static str {
    match tab {
        BrokerTab::Overview => "overview",
        BrokerTab::LogDirs => "log-dirs",
        BrokerTab::Configs => "configs",
        BrokerTab::Versions => "versions",
        BrokerTab::Connections => "connections",
    }
}

fn read_broker_tab(text: &str) -> Option<BrokerTab> {
    use BrokerTab::{Configs, Connections, LogDirs, Overview, Versions};
    [Overview, LogDirs, Configs, Versions, Connections].into_iter().find(|tab| broker_tab(*tab) == text)
}

fn topic_tab(tab: TopicTab) -> &'static str {
    match tab {
        TopicTab::Partitions => "partitions",
        TopicTab::Configs => "configs",
        TopicTab::Acls => "acls",
        TopicTab::Producers => "producers",
        TopicTab::Groups => "groups",
    }
}

fn read_topic_tab(text: &str) -> Option<TopicTab> {
    use TopicTab::{Acls, Configs, Groups, Partitions, Producers};
    [Partitions, Configs, Groups, Acls, Producers].into_iter().find(|tab| topic_tab(*tab) == text)
}

#[cfg(test)]
mod tests;
