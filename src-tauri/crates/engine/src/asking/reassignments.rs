//! What is being moved between brokers. How far a copy has come is told by log dirs, which are asked again with it.

use std::{sync::Arc, time::Duration};

use admin::reassignments;
use contract::View;

use super::{SMALL, kept_form};
use crate::open_cluster::OpenCluster;

/// Log dirs are asked again with reassignments when they are older than this: a rate takes two looks.
const COPIES_AGE: Duration = Duration::from_secs(4);

impl OpenCluster {
    pub(super) async fn ask_reassignments(self: &Arc<Self>) {
        self.ask_moves().await;
        if let Some(moves) = self.held.moves.get().value().filter(|moves| !moves.is_empty()) {
            // What log dirs told before this was known to be moving is a first look.
            for (broker, kept) in self.held.log_dirs.all().iter() {
                if let Some(good) = &kept.good {
                    self.held.copying.look(moves, *broker, &good.value, good.source.asked);
                }
            }
            self.ensure_within(View::LogDirs, COPIES_AGE);
        }
    }

    /// The reassignments alone.
    pub(super) async fn ask_moves(&self) {
        let outcome = reassignments(&self.cluster, SMALL).await.map(kept_form);
        if let Ok((moves, _)) = &outcome {
            self.held.copying.keep_only(moves);
        }
        self.held.moves.settle(outcome, self.clock.now());
        self.changed(&View::Reassignments);
    }
}
