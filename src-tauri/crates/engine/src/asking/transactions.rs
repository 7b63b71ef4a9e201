//! The transactional ids of each broker, side by side. What is open is described at once, since only its start and its timeout tell
//! whether it hangs; the others when they come on screen.

use std::{collections::BTreeMap, sync::Arc};

use admin::{describe_transactions, each_broker, transactions_of};
use contract::View;
use tokio::task::JoinSet;

use super::{LARGE, ROUNDS, SMALL, kept_form, not_listed};
use crate::open_cluster::OpenCluster;

/// Ids in one round of describing.
const AT_ONCE: usize = 50;
/// Open ones that are described unasked; of more, those on screen are.
pub(crate) const OPEN_MOST: usize = 2_000;

impl OpenCluster {
    pub(super) async fn ask_transactions(self: &Arc<Self>) {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.transactions.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        self.held.wanted_transactions.again(self.clock.now());
        let ask = |broker| {
            let cluster = self.cluster.clone();
            async move { transactions_of(&cluster, broker, SMALL).await }
        };
        each_broker(listed, ask, |broker, answer| {
            self.held.transactions.settle(broker, answer.map(kept_form), self.clock.now());
            self.changed(&View::Transactions);
        })
        .await;
        let (all, mut open) = self.transactional_ids();
        self.held.transaction_details.retain(|id| all.contains_key(id));
        self.held.wanted_transactions.retain(|id| all.contains_key(id));
        open.truncate(OPEN_MOST);
        let mut rounds = JoinSet::new();
        for ids in open.chunks(AT_ONCE) {
            let (this, ids) = (Arc::clone(self), ids.to_vec());
            rounds.spawn(async move { this.describe_ids(ids).await });
            if rounds.len() >= ROUNDS {
                rounds.join_next().await;
            }
        }
        while rounds.join_next().await.is_some() {}
    }

    /// Sees to it that what these are doing is known soon.
    pub(crate) fn want_transactions(self: &Arc<Self>, ids: impl IntoIterator<Item = Arc<str>>) {
        if !self.held.wanted_transactions.want(ids, self.clock.now()) {
            return;
        }
        let this = Arc::clone(self);
        self.spawn(async move {
            let mut rounds = JoinSet::new();
            loop {
                let taken = this.held.wanted_transactions.take(AT_ONCE, this.clock.now());
                if taken.is_empty() {
                    break;
                }
                let open = Arc::clone(&this);
                rounds.spawn(async move { open.describe_ids(taken).await });
                if rounds.len() >= ROUNDS {
                    rounds.join_next().await;
                }
            }
            while rounds.join_next().await.is_some() {}
        });
    }

    /// What each coordinator tells is taken in as it comes: a frozen one leaves its own ids waiting.
    async fn describe_ids(&self, ids: Vec<Arc<str>>) {
        let (listed, _) = self.transactional_ids();
        let mut apart: BTreeMap<Option<i32>, Vec<Arc<str>>> = BTreeMap::new();
        for id in ids {
            apart.entry(listed.get(&id).copied()).or_default().push(id);
        }
        let mut asked = JoinSet::new();
        for ids in apart.into_values() {
            let cluster = self.cluster.clone();
            asked.spawn(async move { describe_transactions(&cluster, &ids, LARGE).await });
        }
        while let Some(told) = asked.join_next().await {
            let told = told.into_iter().flatten().map(|(id, outcome)| (id, outcome.map(kept_form)));
            self.held.transaction_details.settle_all(told, self.clock.now());
            self.changed(&View::Transactions);
        }
    }

    /// All ids with who listed them, and those among them that are open.
    fn transactional_ids(&self) -> (BTreeMap<Arc<str>, i32>, Vec<Arc<str>>) {
        let (mut all, mut open) = (BTreeMap::new(), Vec::new());
        for (broker, kept) in self.held.transactions.all().iter() {
            for one in kept.value().into_iter().flatten() {
                all.insert(Arc::clone(&one.id), *broker);
                if one.open() {
                    open.push(Arc::clone(&one.id));
                }
            }
        }
        (all, open)
    }
}
