//! Where the config of a resource is known, for the requests that read and those that change it.
//!
//! A broker answers for its own dynamic config and refuses that of another one, so that a list with several brokers in
//! it must be taken apart; sent to any broker as it is, all but one of its answers would be errors.

use std::collections::BTreeSet;

use wire::{ErrorCode, message::config_resource};

use super::Item;

/// Where the config of a resource is known: the dynamic config of one broker by that broker, the rest by all. A broker
/// resource with an empty name is the default of all brokers.
pub(super) fn config_item(kind: i8, name: &str) -> Item {
    let of_a_broker = matches!(kind, config_resource::BROKER | config_resource::BROKER_LOGGER);
    match name.parse() {
        Ok(id) if of_a_broker => Item::Broker(id),
        _ => Item::Rest,
    }
}

/// The codes of resources, one for each piece: the one that says "again" speaks for its piece, as that is then asked
/// again as a whole.
pub(super) fn config_codes<'a>(
    codes: impl Iterator<Item = (i8, &'a str, ErrorCode)>,
) -> Vec<(Item, ErrorCode)> {
    let mut pieces: Vec<(Item, ErrorCode)> = Vec::new();
    for (kind, name, code) in codes {
        let item = config_item(kind, name);
        match pieces.iter_mut().find(|(piece, _)| *piece == item) {
            None => pieces.push((item, code)),
            Some((_, first)) if !first.retriable() && code.retriable() => *first = code,
            Some(_) => {}
        }
    }
    pieces
}

/// The pieces of these resources, each once.
pub(super) fn config_items<'a>(resources: impl Iterator<Item = (i8, &'a str)>) -> Vec<Item> {
    let pieces: BTreeSet<Item> = resources.map(|(kind, name)| config_item(kind, name)).collect();
    pieces.into_iter().collect()
}
