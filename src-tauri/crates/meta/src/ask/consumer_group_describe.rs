//! ConsumerGroupDescribe: each group belongs to its coordinator.

use wire::{
    ErrorCode,
    message::consumer_group_describe::{ConsumerGroupDescribe, Reply},
};

use super::{Ask, Item, chosen::Chosen};

impl Ask for ConsumerGroupDescribe {
    fn items(&self) -> Vec<Item> {
        self.groups.iter().map(|id| Item::Group(id.as_str().into())).collect()
    }

    fn only(&self, items: &[Item]) -> ConsumerGroupDescribe {
        let chosen = Chosen::of(items);
        let groups = self.groups.iter().filter(|id| chosen.name(id)).cloned().collect();
        ConsumerGroupDescribe { groups, ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.groups.iter().map(|group| (Item::Group(group.id.as_str().into()), group.code)).collect()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.groups.retain(|group| !chosen.name(&group.id));
    }
}
