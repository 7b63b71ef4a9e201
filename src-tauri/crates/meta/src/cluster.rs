//! The handle of a cluster: the only door for everything above this crate.
//!
//! There is one way to send. No second method picks a broker, so that no call site can contradict the routing table.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime},
};

use wire::{ApiKey, Error, Offered, Session, What};

use crate::{
    Answers, Ask, Config, Explanation, Key, Part, Parts, Refresh, Snapshot, Source, View,
    deadline::Deadline,
    explain,
    pool::Lane,
    refresh::Cause,
    shared::{Shared, located},
};

/// One connection as the pool sees it.
#[derive(Clone, Debug)]
pub struct ConnectionState {
    /// `None`: a bootstrap address.
    pub broker: Option<i32>,
    pub address: String,
    /// The second connection to a broker: for long polls, changes and other requests that take their time.
    pub slow: bool,
    /// "ready", "connecting", "backing off: …", "not connected".
    pub state: String,
    pub in_flight: usize,
    /// As whom it is signed in, and for how long; `None`: nobody signs in, or there is no connection now.
    pub session: Option<Session>,
    pub since: SystemTime,
}

/// A cluster; clones share it, dropping the last one ends its tasks and sockets.
#[derive(Clone)]
pub struct Cluster {
    handle: Arc<Handle>,
}

/// What the clones share. Tasks hold the shared and not this, so the last clone can tell that it is the last.
struct Handle {
    shared: Arc<Shared>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Cluster {
    /// A cluster that nothing is known of yet. No I/O.
    ///
    /// # Errors
    /// When there is no address to start from.
    pub fn new(config: Config) -> Result<Cluster, Error> {
        if config.bootstrap.is_empty() {
            let why = "Give at least one broker address, such as broker1.example.com:9092";
            return Err(Error::new(What::BadInput(why.to_owned())));
        }
        Ok(Cluster { handle: Arc::new(Handle { shared: Arc::new(Shared::new(config)) }) })
    }

    /// A cluster whose brokers are known. Topics are not fetched: there may be a hundred thousand.
    ///
    /// # Errors
    /// When no address answers as a Kafka broker.
    pub async fn connect(config: Config) -> Result<Cluster, Error> {
        let cluster = Cluster::new(config)?;
        cluster.refresh(Refresh::Brokers).await?;
        Ok(cluster)
    }

    /// The present view; never waits.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.shared().snapshot.load_full()
    }

    /// The same for some look-ups in a row, such as finding leaders: cheaper than a share of it, and not to be kept.
    #[must_use]
    pub fn view(&self) -> View {
        View::of(&self.shared().snapshot, &self.shared().stamp)
    }

    /// Sends a request where the routing table says, as often as is safe, within the configured time.
    ///
    /// # Errors
    /// What was refused before anything was sent, or, for a request that goes to one broker, why it failed. A request to
    /// many brokers has its failures beside its replies.
    pub async fn send<R: Ask>(&self, request: R, key: Key) -> Result<Answers<R::Reply>, Error> {
        self.shared().send(request, key, None).await
    }

    /// The same with its own budget of time.
    ///
    /// # Errors
    /// As `send`.
    pub async fn send_within<R: Ask>(
        &self,
        request: R,
        key: Key,
        limit: Duration,
    ) -> Result<Answers<R::Reply>, Error> {
        self.shared().send(request, key, Some(limit)).await
    }

    /// The same, but what comes is taken as it comes: a broker that doesn't answer holds up its own part only.
    ///
    /// # Errors
    /// What was refused before anything was sent; each later failure comes beside the parts.
    pub async fn send_in_parts<R: Ask>(
        &self,
        request: R,
        key: Key,
        limit: Duration,
    ) -> Result<Parts<R>, Error> {
        self.shared().parts(request, key, Some(limit)).await
    }

    /// Fetches anew. Callers at the same time share a fetch that started after each of them called.
    ///
    /// # Errors
    /// Why it failed; the view stays as it was, marked with the failure.
    pub async fn refresh(&self, what: Refresh) -> Result<Arc<Snapshot>, Error> {
        let shared = self.shared();
        if let Some(why) = shared.stopped().filter(|why| matches!(why.what(), What::Closed)) {
            return Err(why);
        }
        // A fetch may wait for one dial and then for one answer.
        let config = &shared.config;
        let deadline = Deadline::within(config.read_timeout.saturating_add(config.setup_timeout));
        shared.refresh(what, Cause::Asked, &deadline).await
    }

    /// Where a request with this key would go, and why. No I/O.
    #[must_use]
    pub fn explain(&self, api: ApiKey, key: &Key) -> Explanation {
        explain::explain(self.shared(), api, key)
    }

    /// What a broker offers, as it said at the live or at the last connection; with its time.
    #[must_use]
    pub fn offered(&self, broker: i32) -> Option<Arc<Offered>> {
        self.shared().pool.offered(broker)
    }

    /// What a broker offers, asked for by connecting when there is no connection.
    ///
    /// # Errors
    /// Why it can't be connected to.
    pub async fn learn_versions(&self, broker: i32, limit: Duration) -> Result<Part<Arc<Offered>>, Error> {
        let shared = self.shared();
        let deadline = Deadline::within(limit);
        let began = tokio::time::Instant::now();
        let door = shared.pool.node(broker, Lane::Quick, &deadline).await;
        let door = door.map_err(|shut| shut.error.asking(ApiKey::ApiVersions))?;
        if let Some(ended) = door.connection.ended() {
            return Err(located(ended, &door).asking(ApiKey::ApiVersions));
        }
        let offered = door.connection.offered();
        let source = Source {
            broker: Some(broker),
            address: door.address.clone(),
            api: ApiKey::ApiVersions,
            version: offered.told_in.unwrap_or_default(),
            at: offered.at.unwrap_or_else(SystemTime::now),
            asked: began.into_std(),
            took: began.elapsed(),
            attempts: 1,
            bytes: offered.bytes.1,
        };
        Ok(Part { reply: offered, source })
    }

    /// Every endpoint with what it is doing.
    #[must_use]
    pub fn connections(&self) -> Vec<ConnectionState> {
        let states = self.shared().pool.states().into_iter();
        let state = states.map(|state| ConnectionState {
            broker: state.endpoint.broker(),
            address: state.address,
            slow: state.lane == Lane::Slow,
            state: state.doing.to_string(),
            in_flight: state.in_flight,
            session: state.session,
            since: state.since,
        });
        state.collect()
    }

    /// Ends every socket; what is in flight fails with `Closed`.
    pub fn close(&self) {
        self.shared().close();
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.handle.shared
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("config", &self.shared().config).finish_non_exhaustive()
    }
}
