//! OffsetFetch: each group belongs to its coordinator.

use wire::{
    ErrorCode,
    message::offset_fetch::{Group, OffsetFetch, Reply},
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

    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let groups = reply.groups.iter();
        groups.filter_map(|group| Some((Item::Group(group.id.as_deref()?.into()), code(group)))).collect()
    }

    fn without(reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.groups.retain(|group| group.id.as_deref().is_none_or(|id| !chosen.name(id)));
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
