//! Whether a coordinator can be looked up without changing the cluster.
//!
//! A broker that is asked for a coordinator creates the internal topic behind it when there is none yet, whatever the
//! setting for creating topics says. On a cluster that nobody consumed from yet, a look at a group would leave fifty
//! partitions behind. So the topic is asked for by name first, in the way that creates nothing.

use std::sync::Arc;

use wire::{ApiKey, Error, ErrorCode, What};

use crate::{Coordinates, Refresh, Snapshot, deadline::Deadline, refresh::Cause, shared::Shared};

/// The internal topic that holds what this kind of coordinator looks after.
pub(crate) fn topic_of(of: Coordinates) -> &'static str {
    match of {
        Coordinates::Group => "__consumer_offsets",
        Coordinates::Transaction => "__transaction_state",
    }
}

/// Whether the snapshot knows that the look-up creates nothing. A user who may not see the topic can't know; the look-up
/// is then made, or a user with few rights could look at no group at all.
fn harmless(snapshot: &Snapshot, of: Coordinates) -> bool {
    let hidden = |code: ErrorCode| code.authorization();
    let name = topic_of(of);
    snapshot.topic(name).is_some() || snapshot.refusal(name).is_some_and(|refusal| hidden(refusal.code))
}

/// What is said instead of the look-up.
pub(crate) fn absent(of: Coordinates) -> Error {
    let (what, name) = match of {
        Coordinates::Group => ("group", topic_of(of)),
        Coordinates::Transaction => ("transactional id", topic_of(of)),
    };
    Error::new(What::NoTarget(format!(
        "No {what} has a coordinator: the cluster has no topic {name} yet, and looking a coordinator up would create it"
    )))
    .asking(ApiKey::FindCoordinator)
}

impl Shared {
    /// Makes sure that the look-up of a coordinator creates nothing; otherwise it must not be made.
    pub(crate) async fn may_look_up(
        self: &Arc<Self>,
        of: Coordinates,
        deadline: &Deadline,
    ) -> Result<(), Error> {
        if harmless(&self.snapshot.load(), of) {
            return Ok(());
        }
        let by_name = Refresh::Topics(vec![topic_of(of).to_owned()]);
        let snapshot = self.refresh(by_name, Cause::Asked, deadline).await?;
        if harmless(&snapshot, of) { Ok(()) } else { Err(absent(of)) }
    }
}
