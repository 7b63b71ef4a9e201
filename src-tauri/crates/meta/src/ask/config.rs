//! Resources as pieces, for the requests that read their configs and those that change them.
//!
//! A broker answers for its own dynamic config and refuses that of another one, so that a list with several brokers in
//! it must be taken apart. And each resource is a piece of its own, because a change that was made must not be sent
//! again when that of its neighbour is to be.

use std::{collections::HashSet, sync::Arc};

use wire::message::config_resource;

use super::Item;

/// A resource as a piece.
pub(super) fn resource(kind: i8, name: &str) -> Item {
    Item::Resource(kind, Arc::from(name))
}

/// Which broker alone knows the config of a resource; `None`: all do. A broker resource with an empty name is the default
/// of all brokers.
pub(crate) fn home(kind: i8, name: &str) -> Option<i32> {
    let of_a_broker = matches!(kind, config_resource::BROKER | config_resource::BROKER_LOGGER);
    name.parse().ok().filter(|_| of_a_broker)
}

/// The resources among these pieces.
pub(super) fn resources(items: &[Item]) -> HashSet<(i8, &str)> {
    let mut found = HashSet::new();
    for item in items {
        if let Item::Resource(kind, name) = item {
            found.insert((*kind, &**name));
        }
    }
    found
}
