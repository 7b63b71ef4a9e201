//! IncrementalAlterConfigs: the config of one broker belongs to that broker, everything else to whichever is asked.

use wire::{
    ErrorCode,
    message::incremental_alter_configs::{IncrementalAlterConfigs, Reply},
};

use super::{
    Ask, Item,
    config::{resource, resources},
};

impl Ask for IncrementalAlterConfigs {
    fn items(&self) -> Vec<Item> {
        self.resources.iter().map(|asked| resource(asked.kind, &asked.name)).collect()
    }

    fn only(&self, items: &[Item]) -> IncrementalAlterConfigs {
        let chosen = resources(items);
        let meant = self.resources.iter().filter(|asked| chosen.contains(&(asked.kind, &asked.name)));
        IncrementalAlterConfigs { resources: meant.cloned().collect(), ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.resources.iter().map(|one| (resource(one.kind, &one.name), one.code)).collect()
    }

    fn words(&self, reply: &Reply, item: &Item) -> Option<String> {
        reply.resources.iter().find(|one| resource(one.kind, &one.name) == *item)?.words.clone()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = resources(items);
        reply.resources.retain(|one| !chosen.contains(&(one.kind, &one.name)));
    }
}
