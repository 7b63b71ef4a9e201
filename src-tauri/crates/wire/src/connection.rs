//! Placeholder for the connection; the wire helper replaces it whole and keeps these signatures.
use std::time::{Duration, SystemTime};
use tokio::time::Instant;
use crate::{Address, ApiKey, Error, Request, What};

/// How to connect; the same for every broker of a cluster.
#[derive(Clone, Debug)]
pub struct Settings {
    pub client_id: String,
    /// Covers name look-up, TCP, and ApiVersions together.
    pub setup_timeout: Duration,
    /// Refuse, before any byte, everything that could write.
    pub read_only: bool,
    /// A reply larger than this closes the connection.
    pub max_frame: usize,
}
impl Default for Settings {
    fn default() -> Self { Settings { client_id: "brokerscope".into(), setup_timeout: Duration::from_secs(10), read_only: true, max_frame: 100 << 20 } }
}
/// What a broker offers: the version range of each api, unknown keys kept.
#[derive(Clone, Debug, Default)]
pub struct Offered { pub ranges: Vec<(ApiKey, i16, i16)>, pub features: Vec<(String, i16, i16)>, pub at: Option<SystemTime> }

/// A reply with what is known of its travel.
#[derive(Clone, Debug)]
pub struct Exchange<T> {
    pub reply: T,
    pub version: i16,
    pub sent_bytes: usize,
    pub received_bytes: usize,
    pub took: Duration,
    pub received_at: SystemTime,
    pub throttle: Duration,
}
/// A handle to one socket; clones share it. The socket's task ends when the last handle is dropped and all answers came.
#[derive(Clone, Debug)]
pub struct Connection;
impl Connection {
    pub async fn open(_address: &Address, _settings: &Settings) -> Result<Connection, Error> { Err(Error::new(What::Closed)) }
    pub fn offered(&self) -> std::sync::Arc<Offered> { Default::default() }
    /// The version that this connection would use, without sending.
    pub fn version_for(&self, _key: ApiKey, _ours: (i16, i16)) -> Result<i16, Error> { Err(Error::new(What::Closed)) }
    pub async fn call<R: Request>(&self, _request: &R, _deadline: Instant) -> Result<Exchange<R::Reply>, Error> { Err(Error::new(What::Closed)) }
    pub fn in_flight(&self) -> usize { 0 }
    /// The first cause of its end, when it has ended.
    pub fn ended(&self) -> Option<Error> { None }
    pub fn last_used(&self) -> Instant { Instant::now() }
    /// No new requests; ends when what is in flight has been answered.
    pub fn retire(&self) {}
    /// Ends at once; what is in flight gets this cause.
    pub fn close(&self, _why: Error) {}
}
