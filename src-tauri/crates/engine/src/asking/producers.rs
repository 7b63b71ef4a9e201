//! The producers of one topic's partitions, leader by leader, so that one that does not answer leaves its own partitions waiting.

use std::{collections::BTreeMap, sync::Arc};

use admin::producers_of;
use contract::View;
use tokio::task::JoinSet;

use super::{LARGE, kept_form};
use crate::open_cluster::OpenCluster;

/// Partitions in one request: a leader remembers many producers of each.
const AT_ONCE: usize = 500;

impl OpenCluster {
    pub(super) async fn ask_producers(self: &Arc<Self>, name: &str) {
        let snapshot = self.snapshot();
        let Some(topic) = snapshot.topic(name) else { return };
        let name: Arc<str> = name.into();
        let mut by_leader: BTreeMap<Option<i32>, Vec<i32>> = BTreeMap::new();
        for partition in topic.partitions() {
            by_leader.entry(partition.leader).or_default().push(partition.index);
        }
        // Of one topic at a time: a partition can have thousands, and nobody looks at those of another.
        self.held.producers.retain(|(of, partition)| *of == name && topic.partition(*partition).is_some());
        let mut asked = JoinSet::new();
        for partitions in by_leader.into_values() {
            let (cluster, name) = (self.cluster.clone(), Arc::clone(&name));
            asked.spawn(async move {
                let mut told = BTreeMap::new();
                for partitions in partitions.chunks(AT_ONCE) {
                    told.extend(producers_of(&cluster, &name, partitions, LARGE).await);
                }
                told
            });
        }
        while let Some(told) = asked.join_next().await {
            let told = told.into_iter().flatten();
            let told =
                told.map(|(partition, outcome)| ((Arc::clone(&name), partition), outcome.map(kept_form)));
            self.held.producers.settle_all(told, self.clock.now());
            self.changed(&View::Producers { name: name.to_string() });
        }
    }
}
