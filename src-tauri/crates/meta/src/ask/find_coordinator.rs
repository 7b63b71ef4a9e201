//! FindCoordinator: any broker knows, and each key has its own answer.

use wire::{
    ErrorCode,
    message::find_coordinator::{Coordinator, FindCoordinator, Kind, MANY, Reply},
};

use super::{Ask, Item, chosen::Chosen};
use crate::Coordinates;

impl Ask for FindCoordinator {
    fn items(&self) -> Vec<Item> {
        self.keys.iter().map(|key| item(self.kind, key)).collect()
    }

    fn only(&self, items: &[Item]) -> FindCoordinator {
        let chosen = Chosen::of(items);
        let keys = self.keys.iter().filter(|key| chosen.name(key)).cloned().collect();
        FindCoordinator { keys, ..*self }
    }

    fn looks_up(&self) -> Option<Coordinates> {
        Some(match self.kind {
            Kind::Group => Coordinates::Group,
            Kind::Transaction => Coordinates::Transaction,
        })
    }

    /// Below the version that takes many keys the reply names none.
    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let of = |key: &Option<String>| key.as_deref().map_or(Item::Rest, |key| item(self.kind, key));
        reply.coordinators.iter().map(|found| (of(&found.key), found.code)).collect()
    }

    fn most(version: i16) -> usize {
        if MANY <= version { usize::MAX } else { 1 }
    }

    fn name(&self, reply: &mut Reply, item: &Item) {
        if let (Item::Group(key) | Item::Transaction(key), [found @ Coordinator { key: None, .. }]) =
            (item, reply.coordinators.as_mut_slice())
        {
            found.key = Some(key.to_string());
        }
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.coordinators.retain(|found| match &found.key {
            Some(key) => !chosen.name(key),
            None => items.is_empty(),
        });
    }
}

fn item(kind: Kind, key: &str) -> Item {
    match kind {
        Kind::Group => Item::Group(key.into()),
        Kind::Transaction => Item::Transaction(key.into()),
    }
}
