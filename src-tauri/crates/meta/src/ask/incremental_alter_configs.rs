//! IncrementalAlterConfigs: the config of one broker belongs to that broker, everything else to whichever is asked.

use wire::{
    ErrorCode,
    message::incremental_alter_configs::{IncrementalAlterConfigs, Reply},
};

use super::{
    Ask, Item,
    chosen::Chosen,
    config::{config_codes, config_item, config_items},
};

impl Ask for IncrementalAlterConfigs {
    fn items(&self) -> Vec<Item> {
        config_items(self.resources.iter().map(|asked| (asked.kind, asked.name.as_str())))
    }

    fn only(&self, items: &[Item]) -> IncrementalAlterConfigs {
        let chosen = Chosen::of(items);
        let meant = self.resources.iter().filter(|asked| chosen.item(&config_item(asked.kind, &asked.name)));
        IncrementalAlterConfigs { resources: meant.cloned().collect(), ..*self }
    }

    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        config_codes(reply.resources.iter().map(|one| (one.kind, one.name.as_str(), one.code)))
    }

    fn without(reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.resources.retain(|one| !chosen.item(&config_item(one.kind, &one.name)));
    }
}
