//! A look around while something is awaited: is the broker that we wait for still the cluster's, and still there?
//!
//! A listing is given the whole time, because asking twice makes a slow one slower, and a dial has its own. Without this look
//! both would wait for all of it at an address that the broker has left.

use std::{future::pending, sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until, timeout},
};

use super::{Cause, Outcome};
use crate::{
    Refresh,
    deadline::Deadline,
    pool::{Door, Lane, Shut},
    shared::Shared,
};

/// How long something takes before anybody wonders.
const WONDER: Duration = Duration::from_secs(1);

pub(super) enum Look {
    At(Instant),
    Under(watch::Receiver<Outcome>),
    Over,
}

impl Look {
    pub(super) fn new(what: &Refresh) -> Look {
        match what {
            Refresh::All => Look::At(Instant::now() + WONDER),
            // These are asked of several brokers anyway.
            Refresh::Brokers | Refresh::Topics(_) => Look::Over,
        }
    }

    /// Ends once, when the look around is over. May be dropped and begun again.
    pub(super) async fn around(&mut self, shared: &Arc<Shared>) {
        if let Look::At(when) = self {
            sleep_until(*when).await;
            *self = Look::Under(shared.join(Refresh::Brokers, Cause::Failure));
        }
        if let Look::Under(outcome) = self {
            let _ = outcome.wait_for(Option::is_some).await;
            *self = Look::Over;
            return;
        }
        pending().await
    }
}

impl Shared {
    /// The connection to this broker. One that is slow to come about makes us ask the others for its address; when it has
    /// another, the pool gives up the dial and the caller finds it there.
    pub(crate) async fn reach(
        self: &Arc<Self>,
        broker: i32,
        lane: Lane,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let door = self.pool.node(broker, lane, deadline);
        tokio::pin!(door);
        if let Ok(opened) = timeout(WONDER, &mut door).await {
            return opened;
        }
        self.refresh_behind(Refresh::Brokers);
        door.await
    }
}
