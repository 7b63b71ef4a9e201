//! Configs: all of one topic or broker for its page; three keys of each topic for lists and the overview.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use admin::{Configs, Error, Told, broker_configs, topic_configs};
use contract::View;

use super::{LARGE, kept_form};
use crate::{
    clock::younger,
    open_cluster::OpenCluster,
    row_configs::{KEYS, RowConfigs},
};

/// Topics in one request.
const AT_ONCE: usize = 500;
/// The overview asks for them again after this time; they change rarely.
const ROW_CONFIGS_AGE: Duration = Duration::from_secs(300);
/// After a failure it asks again sooner.
const FAILED_AGE: Duration = Duration::from_secs(30);

impl OpenCluster {
    pub(super) async fn ask_topic_configs(self: &Arc<Self>, name: &str) {
        let name: Arc<str> = name.into();
        for (name, outcome) in topic_configs(&self.cluster, &[name], None, LARGE).await {
            self.held.topic_configs.settle(name, outcome.map(kept_form), self.clock.now());
        }
    }

    pub(super) async fn ask_broker_configs(self: &Arc<Self>, broker: i32) {
        let outcome = broker_configs(&self.cluster, broker, LARGE).await.map(kept_form);
        self.held.broker_configs.settle(broker, outcome, self.clock.now());
    }

    /// Starts asking for the row configs of all topics unless that is under way.
    pub(super) fn start_row_configs(self: &Arc<Self>) {
        if self.held.asking_row_configs.swap(true, Ordering::AcqRel) {
            return;
        }
        let this = Arc::clone(self);
        self.spawn(async move {
            this.ask_row_configs_of_all().await;
            this.held.asking_row_configs.store(false, Ordering::Release);
        });
    }

    /// The row configs of all topics, some hundred in one request, as far as they are due.
    async fn ask_row_configs_of_all(self: &Arc<Self>) {
        let now = self.clock.now();
        let held = self.held.row_configs.all();
        let snapshot = self.snapshot();
        let due = |name: &Arc<str>| match held.get(name) {
            None => true,
            Some(kept) => {
                let age = if kept.fresh() { ROW_CONFIGS_AGE } else { FAILED_AGE };
                kept.ended_at().is_none_or(|ended| !younger(now, ended, age))
            }
        };
        let names: Vec<Arc<str>> = snapshot.topics().map(|topic| topic.shared_name()).filter(due).collect();
        for names in names.chunks(AT_ONCE) {
            self.ask_row_configs(names).await;
            self.changed(&View::Cluster);
            self.changed(&View::Topics);
        }
    }

    /// The row configs of these topics.
    pub(super) async fn ask_row_configs(&self, names: &[Arc<str>]) {
        let answers = topic_configs(&self.cluster, names, Some(KEYS), LARGE).await;
        let read = |outcome: Result<Told<Configs>, Error>| {
            outcome.map(|told| (RowConfigs::of(&told.value), told.source))
        };
        let answers = answers.into_iter().map(|(name, outcome)| (name, read(outcome)));
        self.held.row_configs.settle_all(answers, self.clock.now());
    }
}
