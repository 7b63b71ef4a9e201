//! Placeholder of the cluster's handle.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use wire::{Address, ApiKey, Error, Offered, What};

use crate::{Answers, Ask, Explanation, Key, Observer, Part, Refresh, Snapshot, route};

/// How to reach a cluster and how long to wait for it.
#[derive(Clone)]
pub struct Config {
    pub bootstrap: Vec<Address>,
    pub read_only: bool,
    pub client_id: String,
    pub setup_timeout: Duration,
    pub read_timeout: Duration,
    pub write_timeout: Duration,
    pub attempt_timeout: Duration,
    pub observer: Option<Arc<dyn Observer>>,
}

impl Config {
    #[must_use]
    pub fn new(bootstrap: Vec<Address>) -> Config {
        Config {
            bootstrap,
            read_only: true,
            client_id: "brokerscope".to_owned(),
            setup_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(60),
            attempt_timeout: Duration::from_secs(10),
            observer: None,
        }
    }
}

/// One connection as the pool sees it.
#[derive(Clone, Debug)]
pub struct ConnectionState {
    /// `None`: a bootstrap address.
    pub broker: Option<i32>,
    pub address: String,
    pub state: String,
    pub in_flight: usize,
    pub since: SystemTime,
}

/// A cluster; clones share it, dropping the last one ends its tasks and sockets.
#[derive(Clone)]
pub struct Cluster {
    snapshot: Arc<Snapshot>,
}

impl Cluster {
    pub fn new(_config: Config) -> Result<Cluster, Error> {
        Ok(Cluster { snapshot: Arc::new(Snapshot::empty()) })
    }
    pub async fn connect(config: Config) -> Result<Cluster, Error> {
        Cluster::new(config)
    }
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot)
    }
    pub async fn send<R: Ask>(&self, _request: R, _key: Key) -> Result<Answers<R::Reply>, Error> {
        Err(Error::new(What::Closed))
    }
    pub async fn send_within<R: Ask>(
        &self,
        _request: R,
        _key: Key,
        _limit: Duration,
    ) -> Result<Answers<R::Reply>, Error> {
        Err(Error::new(What::Closed))
    }
    pub async fn refresh(&self, _what: Refresh) -> Result<Arc<Snapshot>, Error> {
        Err(Error::new(What::Closed))
    }
    #[must_use]
    pub fn explain(&self, api: ApiKey, _key: &Key) -> Explanation {
        Explanation {
            api,
            route: route(api),
            could_write: true,
            refused: None,
            targets: Vec::new(),
            why: String::new(),
        }
    }
    #[must_use]
    pub fn offered(&self, _broker: i32) -> Option<Arc<Offered>> {
        None
    }
    pub async fn learn_versions(&self, _broker: i32, _limit: Duration) -> Result<Part<Arc<Offered>>, Error> {
        Err(Error::new(What::Closed))
    }
    #[must_use]
    pub fn connections(&self) -> Vec<ConnectionState> {
        Vec::new()
    }
    pub fn close(&self) {}
}
