//! From the places that the core points to (a verdict's link, a palette hit) to the page's own addresses.

use contract::Place;

use super::route::{Filter, GroupTab, LogDirBy, Page, Route};

/// The route of a place in an open cluster.
#[must_use]
pub fn route(cluster: &str, place: &Place) -> Route {
    let (page, chip) = match place {
        Place::Overview => (Page::Overview, ""),
        Place::Brokers { chip } => (Page::Brokers, chip.as_str()),
        Place::Broker { id, tab } => (Page::Broker { id: *id, tab: *tab }, ""),
        Place::LogDirs { chip } => (Page::LogDirs, chip.as_str()),
        Place::LogDir { broker, path } => {
            (Page::LogDir { broker: *broker, path: path.clone(), by: LogDirBy::Topics }, "")
        }
        Place::Topics { chip } => (Page::Topics, chip.as_str()),
        Place::Topic { name, tab } => (Page::Topic { name: name.clone(), tab: *tab }, ""),
        Place::Groups { chip } => (Page::Groups, chip.as_str()),
        Place::Acls { name } => {
            let filter = Filter { principal: name.clone(), ..Filter::default() };
            return Route::Cluster { id: cluster.to_owned(), page: Page::Acls, filter };
        }
        Place::ScramUsers => (Page::ScramUsers, ""),
        Place::Quotas => (Page::Quotas, ""),
        Place::Quorum => (Page::Quorum, ""),
        Place::Reassignments => (Page::Reassignments, ""),
        Place::Transactions { chip } => (Page::Transactions, chip.as_str()),
        Place::Group { name } => (Page::Group { id: name.clone(), tab: GroupTab::Offsets }, ""),
        Place::Versions => (Page::Versions, ""),
        Place::Requests => (Page::Requests, ""),
        Place::Journal => (Page::Journal, ""),
    };
    Route::Cluster { id: cluster.to_owned(), page, filter: Filter::chip(chip) }
}

#[cfg(test)]
mod tests {
    use contract::Place;

    use super::route;

    #[test]
    fn a_link_with_a_chip_opens_the_table_with_that_chip() {
        let place = Place::Topics { chip: "at_min_isr".to_owned() };
        assert_eq!(route("demo", &place).href(), "#/c/demo/topics?chip=at_min_isr");
    }

    #[test]
    fn a_directory_keeps_its_path() {
        let place = Place::LogDir { broker: 2, path: "/var/lib/kafka/data-1".to_owned() };
        assert_eq!(route("demo", &place).href(), "#/c/demo/log-dirs/2/%2Fvar%2Flib%2Fkafka%2Fdata-1/topics");
    }
}
