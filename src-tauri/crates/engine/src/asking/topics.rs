//! Topics: the listing, one topic for its page, and for rows on screen their offsets and configs.

use std::{sync::Arc, time::Duration};

use admin::{Refresh, each_topic_ends};
use contract::View;
use tokio::task::JoinSet;

use super::{LARGE, ROUNDS};
use crate::open_cluster::OpenCluster;

/// Topics in one round for rows on screen, and partitions at most (a single larger topic goes alone).
const TOPICS_AT_ONCE: usize = 40;
const PARTITIONS_AT_ONCE: usize = 2_000;

/// Sizes come from the log dirs, which are asked again with topics when they are older than this.
const SIZES_AGE: Duration = Duration::from_secs(30);

impl OpenCluster {
    pub(super) async fn ask_topics(self: &Arc<Self>) {
        self.held.wanted_topics.again(self.clock.now());
        if let Err(error) = self.ask_listing().await {
            tracing::debug!(cluster = self.id, %error, "the topics were not listed");
        }
        self.ensure_within(View::LogDirs, SIZES_AGE);
    }

    pub(super) async fn ask_topic(self: &Arc<Self>, name: &str) {
        let view = View::Topic { name: name.to_owned() };
        // The refresh marks a failure in the snapshot, and a name that the broker says no to.
        let _ = self.cluster.refresh(Refresh::Topics(vec![name.to_owned()])).await;
        self.changed(&view);
        if self.snapshot().topic(name).is_none() {
            return;
        }
        self.ensure_within(View::LogDirs, SIZES_AGE);
        let name: Arc<str> = name.into();
        let offsets = async {
            self.ask_offsets(std::slice::from_ref(&name), &view).await;
        };
        let configs = self.ask_topic_configs(&name);
        let row_configs = self.ask_row_configs(std::slice::from_ref(&name));
        tokio::join!(offsets, configs, row_configs, self.ask_moves());
    }

    /// Sees to it that the lazy columns of these rows are known soon.
    pub(crate) fn want_topics(self: &Arc<Self>, topics: impl IntoIterator<Item = Arc<str>>) {
        if !self.held.wanted_topics.want(topics, self.clock.now()) {
            return;
        }
        let this = Arc::clone(self);
        self.spawn(async move {
            let mut rounds = JoinSet::new();
            loop {
                let taken = this.held.wanted_topics.take(TOPICS_AT_ONCE, this.clock.now());
                if taken.is_empty() {
                    break;
                }
                for names in this.rounds(&taken) {
                    let open = Arc::clone(&this);
                    rounds.spawn(async move {
                        tokio::join!(open.ask_offsets(&names, &View::Topics), open.ask_row_configs(&names));
                        open.changed(&View::Topics);
                    });
                    if rounds.len() >= ROUNDS {
                        rounds.join_next().await;
                    }
                }
            }
            while rounds.join_next().await.is_some() {}
        });
    }

    /// Cuts names into rounds of a bounded number of partitions.
    fn rounds(&self, names: &[Arc<str>]) -> Vec<Vec<Arc<str>>> {
        let snapshot = self.snapshot();
        let mut rounds: Vec<Vec<Arc<str>>> = Vec::new();
        let mut room = 0;
        for name in names {
            let partitions = snapshot.topic(name).map_or(0, |topic| topic.len());
            match rounds.last_mut() {
                Some(round) if partitions <= room => {
                    room -= partitions;
                    round.push(Arc::clone(name));
                }
                _ => {
                    room = PARTITIONS_AT_ONCE.saturating_sub(partitions);
                    rounds.push(vec![Arc::clone(name)]);
                }
            }
        }
        rounds
    }

    /// What each leader tells is taken in as it comes: a frozen one leaves its own cells waiting.
    pub(super) async fn ask_offsets(&self, names: &[Arc<str>], shown_in: &View) {
        let snapshot = self.snapshot();
        let partitions = |name: &Arc<str>| {
            let topic = snapshot.topic(name)?;
            Some((Arc::clone(name), topic.partitions().map(|partition| partition.index).collect()))
        };
        let asked: Vec<(Arc<str>, Vec<i32>)> = names.iter().filter_map(partitions).collect();
        self.held.offsets.keep_only(&asked);
        each_topic_ends(&self.cluster, &asked, LARGE, |ends| {
            self.held.offsets.take(ends, self.clock.now());
            self.changed(shown_in);
        })
        .await;
    }
}
