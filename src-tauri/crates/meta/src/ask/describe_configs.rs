//! DescribeConfigs: the config of one broker belongs to that broker, everything else to whichever is asked.

use wire::{
    ErrorCode,
    message::describe_configs::{DescribeConfigs, Reply},
};

use super::{
    Ask, Item,
    config::{resource, resources},
};

impl Ask for DescribeConfigs {
    fn items(&self) -> Vec<Item> {
        self.resources.iter().map(|asked| resource(asked.kind, &asked.name)).collect()
    }

    fn only(&self, items: &[Item]) -> DescribeConfigs {
        let chosen = resources(items);
        let meant = self.resources.iter().filter(|asked| chosen.contains(&(asked.kind, &asked.name)));
        DescribeConfigs { resources: meant.cloned().collect(), ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.resources.iter().map(|one| (resource(one.kind, &one.name), one.code)).collect()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = resources(items);
        reply.resources.retain(|one| !chosen.contains(&(one.kind, &one.name)));
    }
}
