//! The groups that read a topic: those that have committed something there, or have a member with a partition of it. Nobody in a
//! cluster can be asked that; each group has to be looked at, so the page says at how many it has looked.

use std::sync::Arc;

use contract::{GroupRow, Page, TableQuery, View};

use crate::{
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, all_chip, arrange, grouped, grouped_usize, page, total},
};

impl OpenCluster {
    /// The groups of one topic, with their lag on it alone.
    pub(crate) fn topic_groups_page(self: &Arc<Self>, topic: &str, query: &TableQuery) -> Page<GroupRow> {
        let view = View::TopicGroups { name: topic.to_owned() };
        self.ensure(view.clone());
        let kept = self.held.groups.all();
        let commits = self.held.commits.all();
        let logs = self.logs();
        let mut entries = self.group_entries(&kept, true);
        let all = entries.len();
        let looked_at = entries.iter().filter(|entry| commits.contains_key(&*entry.group.id)).count();
        let of_topic = |id: &str| {
            let commits = commits.get(id).and_then(Kept::value);
            commits.is_some_and(|commits| commits.keys().any(|(of, _)| &**of == topic))
        };
        let has = |id: &str| {
            let description = self.held.descriptions.get(id);
            let members = description.value().into_iter().flat_map(|description| &description.members);
            members.filter_map(|member| member.assigned.told()).flatten().any(|(of, _)| &**of == topic)
        };
        entries.retain(|entry| of_topic(&entry.group.id) || has(&entry.group.id));
        let mut partitions = Vec::with_capacity(entries.len());
        for entry in &mut entries {
            let of = self.parts_of(&entry.group.id, Some(topic), &logs);
            entry.lag = of.sum.offsets.map(|offsets| offsets.0);
            partitions.push(of);
        }
        let note = format!(
            "of {} that were looked at, of {} groups in all{}",
            grouped_usize(looked_at),
            grouped_usize(all),
            if looked_at < all { "; a refresh looks at more" } else { "" }
        );
        let lag = partitions.iter().filter_map(|of| of.sum.offsets).map(|offsets| offsets.0).max();
        let mut totals = vec![total("Groups", grouped_usize(entries.len()), note)];
        if let Some(lag) = lag {
            totals.push(total("Largest lag", grouped(lag), "on this topic, as far as it is known"));
        }
        let freshness = self.freshness_of_brokers(&view, &kept, &self.known_brokers());
        let head = Head { chips: vec![all_chip(entries.len())], totals, freshness };
        let arranged = arrange(&entries, query);
        page(&arranged, query, head, Index::new(), |index, place| {
            let (entry, of) = (entries.get(place as usize)?, partitions.get(place as usize)?);
            Some(self.group_row(index, entry, of, &logs))
        })
    }
}
