//! Which requests, in which versions, each broker answers. Asked of the broker itself: in the middle of a rolling upgrade
//! they differ. The request is small, so it also serves to see whether a broker answers, and how fast.

use std::time::Duration;

use meta::{ApiKey, Cluster, Error, Key, message::api_versions::ApiVersions};

use crate::told::{Told, one};

/// What one broker offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Key, lowest and highest version; keys without a name are kept.
    pub ranges: Vec<(ApiKey, i16, i16)>,
    /// What the cluster as a whole runs at; `None` when this broker does not know.
    pub features: Option<Features>,
}

/// Finalized features: name, lowest and highest level.
pub type Features = Vec<(String, i16, i16)>;

impl Versions {
    /// The range that is offered of one request.
    #[must_use]
    pub fn range(&self, api: ApiKey) -> Option<(i16, i16)> {
        self.ranges.iter().find(|(key, _, _)| *key == api).map(|(_, lowest, highest)| (*lowest, *highest))
    }
}

/// Asks one broker what it offers.
///
/// # Errors
/// That broker's failure.
pub async fn versions_of(cluster: &Cluster, broker: i32, limit: Duration) -> Result<Told<Versions>, Error> {
    let told = one(cluster, ApiVersions, Key::Broker(broker), limit).await?;
    Ok(told.map(|reply| Versions {
        ranges: reply.ranges,
        features: reply.finalized_epoch.map(|_| reply.finalized_features),
    }))
}
