//! Each broker's directories, side by side.

use std::sync::Arc;

use admin::each_log_dirs;
use contract::View;

use super::{SMALL, kept_form, not_listed};
use crate::open_cluster::OpenCluster;

impl OpenCluster {
    pub(super) async fn ask_log_dirs(self: &Arc<Self>) {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.log_dirs.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        each_log_dirs(&self.cluster, listed, SMALL, |broker, answer| {
            if let (Ok(told), Some(moves)) = (&answer, self.held.moves.get().value()) {
                self.held.copying.look(moves, broker, &told.value, told.source.asked);
            }
            self.held.log_dirs.settle(broker, answer.map(kept_form), self.clock.now());
            // Summed here, where nobody looks at a page that has to wait for it.
            self.held.sizes.of(&self.held.log_dirs.all());
            self.changed(&View::LogDirs);
            self.changed(&View::Reassignments);
        })
        .await;
        // Sizes of topics and the overview's sum come from here.
        self.changed(&View::Topics);
        self.changed(&View::Cluster);
    }
}
