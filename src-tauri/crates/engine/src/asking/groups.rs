//! The groups of each broker, side by side; members only of the rows on screen.

use std::sync::Arc;

use admin::{describe_groups, each_broker, groups_of};
use contract::View;

use super::{LARGE, SMALL, kept_form, not_listed};
use crate::open_cluster::OpenCluster;

/// Groups in one round of describing.
const AT_ONCE: usize = 50;

impl OpenCluster {
    pub(super) async fn ask_groups(self: &Arc<Self>) {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.groups.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        self.held.wanted_groups.again(self.clock.now());
        let ask = |broker| {
            let cluster = self.cluster.clone();
            async move { groups_of(&cluster, broker, SMALL).await }
        };
        each_broker(listed, ask, |broker, answer| {
            self.held.groups.settle(broker, answer.map(kept_form), self.clock.now());
            self.changed(&View::Groups);
        })
        .await;
        self.changed(&View::Cluster);
    }

    /// Sees to it that these groups' members are known soon.
    pub(crate) fn want_groups(self: &Arc<Self>, groups: impl IntoIterator<Item = Arc<str>>) {
        if !self.held.wanted_groups.want(groups, self.clock.now()) {
            return;
        }
        let this = Arc::clone(self);
        self.spawn(async move {
            loop {
                let taken = this.held.wanted_groups.take(AT_ONCE, this.clock.now());
                if taken.is_empty() {
                    return;
                }
                this.describe(taken).await;
                this.changed(&View::Groups);
            }
        });
    }

    async fn describe(&self, groups: Vec<Arc<str>>) {
        let kinds = self.group_kinds();
        let typed = groups.into_iter().map(|id| {
            let kind = kinds.get(&id).cloned().flatten();
            (id, kind)
        });
        let typed: Vec<(Arc<str>, Option<String>)> = typed.collect();
        for (id, outcome) in describe_groups(&self.cluster, &typed, LARGE).await {
            self.held.descriptions.settle(id, outcome.map(kept_form), self.clock.now());
        }
    }

    /// The type of each group, as listed.
    fn group_kinds(&self) -> std::collections::HashMap<Arc<str>, Option<String>> {
        let mut kinds = std::collections::HashMap::new();
        for kept in self.held.groups.all().values() {
            for group in kept.value().into_iter().flatten() {
                kinds.insert(Arc::clone(&group.id), group.kind.clone());
            }
        }
        kinds
    }
}
