//! The groups of each broker, side by side; members only of the rows on screen.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use admin::{describe_groups, each_broker, groups_of};
use contract::View;
use tokio::task::JoinSet;

use super::{LARGE, ROUNDS, SMALL, kept_form, not_listed};
use crate::open_cluster::OpenCluster;

/// Groups in one round of describing.
const AT_ONCE: usize = 50;

/// Groups with the type that they were listed with.
type Typed = Vec<(Arc<str>, Option<String>)>;

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
            let mut rounds = JoinSet::new();
            loop {
                let taken = this.held.wanted_groups.take(AT_ONCE, this.clock.now());
                if taken.is_empty() {
                    break;
                }
                let open = Arc::clone(&this);
                rounds.spawn(async move { open.describe(taken).await });
                if rounds.len() >= ROUNDS {
                    rounds.join_next().await;
                }
            }
            while rounds.join_next().await.is_some() {}
        });
    }

    /// What each coordinator tells is taken in as it comes: a frozen one leaves its own groups waiting.
    async fn describe(&self, groups: Vec<Arc<str>>) {
        let listed = self.group_kinds();
        let mut apart: BTreeMap<Option<i32>, Typed> = BTreeMap::new();
        for id in groups {
            let (broker, kind) = listed.get(&id).cloned().unzip();
            apart.entry(broker).or_default().push((id, kind.flatten()));
        }
        let mut asked = JoinSet::new();
        for typed in apart.into_values() {
            let cluster = self.cluster.clone();
            asked.spawn(async move { describe_groups(&cluster, &typed, LARGE).await });
        }
        while let Some(told) = asked.join_next().await {
            for (id, outcome) in told.into_iter().flatten() {
                self.held.descriptions.settle(id, outcome.map(kept_form), self.clock.now());
            }
            self.changed(&View::Groups);
        }
    }

    /// Who listed each group, and with which type.
    fn group_kinds(&self) -> HashMap<Arc<str>, (i32, Option<String>)> {
        let mut kinds = HashMap::new();
        for (broker, kept) in self.held.groups.all().iter() {
            for group in kept.value().into_iter().flatten() {
                kinds.insert(Arc::clone(&group.id), (*broker, group.kind.clone()));
            }
        }
        kinds
    }
}
