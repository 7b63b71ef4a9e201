//! What each broker offers. The asking that sees whether a broker is there brings it too; this is for a page of its own.

use std::sync::Arc;

use admin::{each_broker, versions_of};
use contract::View;

use super::{SMALL, kept_form, not_listed};
use crate::open_cluster::OpenCluster;

impl OpenCluster {
    pub(super) async fn ask_versions(self: &Arc<Self>) {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.versions.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        let ask = |broker| {
            let cluster = self.cluster.clone();
            async move { versions_of(&cluster, broker, SMALL).await }
        };
        each_broker(listed, ask, |broker, answer| {
            self.held.versions.settle(broker, answer.map(kept_form), self.clock.now());
            self.changed(&View::Versions);
        })
        .await;
    }
}
