//! OffsetFetch: each group belongs to its coordinator.

use wire::{
    ErrorCode,
    message::offset_fetch::{Group, MANY, OffsetFetch, Reply},
};

use super::{Ask, Item, chosen::Chosen};

impl Ask for OffsetFetch {
    fn items(&self) -> Vec<Item> {
        self.groups.iter().map(|group| Item::Group(group.id.as_str().into())).collect()
    }

    fn only(&self, items: &[Item]) -> OffsetFetch {
        let chosen = Chosen::of(items);
        let groups = self.groups.iter().filter(|group| chosen.name(&group.id)).cloned().collect();
        OffsetFetch { groups, ..*self }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        // Below the version that carries many groups the reply names none.
        let item = |group: &Group| group.id.as_deref().map_or(Item::Rest, |id| Item::Group(id.into()));
        reply.groups.iter().map(|group| (item(group), code(group))).collect()
    }

    fn most(version: i16) -> usize {
        if MANY <= version { usize::MAX } else { 1 }
    }

    fn name(&self, reply: &mut Reply, item: &Item) {
        if let (Item::Group(id), [group @ Group { id: None, .. }]) = (item, reply.groups.as_mut_slice()) {
            group.id = Some(id.to_string());
        }
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.groups.retain(|group| match &group.id {
            Some(id) => !chosen.name(id),
            None => items.is_empty(),
        });
    }
}

/// The group's own code; where it has none, that of a partition whose offset is still being decided, as then the group
/// is to be asked again a moment later.
fn code(group: &Group) -> ErrorCode {
    if !group.code.is_none() {
        return group.code;
    }
    let partitions = group.topics.iter().flat_map(|topic| &topic.partitions);
    partitions.map(|one| one.code).find(|code| code.wait()).unwrap_or(group.code)
}
