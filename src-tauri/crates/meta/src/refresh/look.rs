//! A look around while a long listing is awaited: is the broker that we wait for still the cluster's?
//!
//! A listing is given the whole time, because asking twice makes a slow one slower. Without this look a listing that was asked
//! of a broker that moved away would wait for all of it.

use std::{future::pending, sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::{Cause, Outcome};
use crate::{Refresh, shared::Shared};

/// How long a listing takes before anybody wonders.
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
