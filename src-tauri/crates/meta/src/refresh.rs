//! Learning what the cluster looks like: three kinds of refresh, one flight of each at a time, joined by whoever needs it.
//!
//! A caller that failed needs a refresh that *started after* its failure; one that was already on its way may carry the
//! very view that misled it. So a caller joins the next flight, never the present one, and a thousand callers that fail
//! together cause one or two requests instead of a thousand.

mod fetch;
mod flight;
mod install;
mod leg;
mod look;

use std::{collections::BTreeSet, future::Future, pin::Pin, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};
use wire::{Error, What};

use crate::{Refresh, Snapshot, deadline::Deadline, shared::Shared};
use flight::Line;

/// What a flight ends with; `None` until then.
type Outcome = Option<Result<Arc<Snapshot>, Error>>;

/// Why a refresh is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Somebody asks for it: it starts at once.
    Asked,
    /// A request failed: many do at the same time, so these are held apart and joined.
    Failure,
}

/// The queues of the three kinds.
#[derive(Default)]
pub(crate) struct Refresher {
    brokers: Queue,
    topics: Queue,
    all: Queue,
    /// Installing is read, change, swap; two flights of different kinds must not do that at once.
    installing: Mutex<()>,
    /// Snapshots that were replaced while somebody still read them. They are freed here, by the next refresh, so that
    /// no reader is the one who frees 200,000 partitions.
    replaced: Mutex<Vec<Arc<Snapshot>>>,
}

#[derive(Default)]
struct Queue {
    line: Mutex<Line>,
    /// Wakes a flight that is being held back, when somebody asks who doesn't want to wait.
    hurry: Notify,
}

impl Refresher {
    fn queue(&self, what: &Refresh) -> &Queue {
        match what {
            Refresh::Brokers => &self.brokers,
            Refresh::Topics(_) => &self.topics,
            Refresh::All => &self.all,
        }
    }
}

impl Shared {
    /// A refresh that starts after this call; its end is waited for no longer than the deadline.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        what: Refresh,
        cause: Cause,
        deadline: &Deadline,
    ) -> Result<Arc<Snapshot>, Error> {
        let mut flight = self.join(what, cause);
        match deadline.cap(flight.wait_for(Option::is_some)).await {
            Some(Ok(outcome)) => outcome.clone().unwrap_or_else(|| Err(Error::new(What::Closed))),
            Some(Err(_)) => Err(Error::new(What::Closed)),
            None => Err(Error::new(What::Timeout { sent: false, after: deadline.spent() })),
        }
    }

    /// The same without waiting for it.
    pub(crate) fn refresh_behind(self: &Arc<Self>, what: Refresh) {
        drop(self.join(what, Cause::Failure));
    }

    fn join(self: &Arc<Self>, what: Refresh, cause: Cause) -> watch::Receiver<Outcome> {
        let queue = self.refresher.queue(&what);
        let mut line = queue.line.lock();
        let names: BTreeSet<String> = match &what {
            Refresh::Topics(names) => names.iter().cloned().collect(),
            Refresh::Brokers | Refresh::All => BTreeSet::new(),
        };
        let outcome = line.join(names, cause);
        if cause == Cause::Asked {
            queue.hurry.notify_waiters();
        }
        if line.start() {
            tokio::spawn(flying(Arc::clone(self), what));
        }
        outcome
    }

    /// Flies as long as somebody is in the line, then ends.
    async fn fly(self: Arc<Self>, what: Refresh) {
        let queue = self.refresher.queue(&what);
        loop {
            self.hold_back(&what, queue).await;
            let Some(batch) = queue.line.lock().depart() else { break };
            let what = match &what {
                Refresh::Topics(_) => Refresh::Topics(batch.names.iter().cloned().collect()),
                Refresh::Brokers => Refresh::Brokers,
                Refresh::All => Refresh::All,
            };
            let result = self.fetch(&what).await;
            let changed = match &result {
                Ok((_, changed)) => *changed,
                // Who can't be connected to is left alone by the pool; who answers with an error would be asked ten times
                // a second.
                Err(error) => matches!(error.what(), What::Connect(_)),
            };
            queue.line.lock().arrived(batch.cause, changed);
            batch.outcome.send_replace(Some(result.map(|(snapshot, _)| snapshot)));
        }
    }

    /// Waits for names to gather, and for the least interval since the last flight unless somebody is in a hurry.
    async fn hold_back(&self, what: &Refresh, queue: &Queue) {
        let gather = match what {
            Refresh::Topics(_) => Duration::from_millis(10),
            // Callers that fail together do so within moments, and one flight is enough for them.
            Refresh::Brokers | Refresh::All => Duration::from_millis(1),
        };
        let gathered = Instant::now() + gather;
        loop {
            let hurried = queue.hurry.notified();
            tokio::pin!(hurried);
            // Registered before the look, so that a hurry between the two is not lost.
            hurried.as_mut().enable();
            let Some(until) = queue.line.lock().held_until(gathered) else { return };
            tokio::select! {
                () = tokio::time::sleep_until(until) => return,
                () = hurried => {}
            }
        }
    }
}

/// Boxed, because a flight may want another flight.
fn flying(shared: Arc<Shared>, what: Refresh) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(shared.fly(what))
}
