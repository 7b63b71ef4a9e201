//! The doctor without a window: of a connection that is kept, of one that is only given, of settings as another client has them.
//!
//! Nothing is kept of what is given, and secrets come from whoever calls; where a kept connection has its own they are used.

use admin::{Address, ClusterConfig, doctor};
use contract::{ApiError, Concealed, Examination, SecretKind};
use tokio::sync::mpsc;

use super::chart::Chart;
use crate::{
    Clock, Engine, Which,
    errors::api_error,
    secured::{self, Means},
};

/// What came of it.
pub struct Diagnosed {
    pub examination: Examination,
    /// What of the settings could not be used.
    pub notes: Vec<String>,
}

/// Examines this way to a cluster to the end.
pub async fn examined(config: ClusterConfig, clock: &Clock) -> Examination {
    let mut chart = Chart::new(clock.millis(), config.tls.is_some());
    let (tell, mut findings) = mpsc::unbounded_channel();
    doctor::examine(config, tell).await;
    while let Ok(found) = findings.try_recv() {
        chart.note(found, clock.millis());
    }
    chart.end(clock.millis());
    chart.whole()
}

impl Engine {
    /// Examines to the end.
    ///
    /// # Errors
    /// When it can't begin: settings that can't be read, a secret that is missing, a file that can't be used.
    pub async fn diagnose(
        &self,
        which: Which,
        secrets: Vec<(SecretKind, Concealed)>,
    ) -> Result<Diagnosed, ApiError> {
        let (profile, given, notes) = self.with_secrets(which, secrets).await?;
        let bootstrap = self.bootstrap_of(&profile).await?;
        let addresses = Address::parse_list(&bootstrap).map_err(|error| api_error(&error, self.now()))?;
        let means = Means { programs: self.inner.programs.clone(), running: None };
        let (config, road) = secured::config(profile, addresses, given, means, self.now()).await?;
        let examination = examined(config, &self.inner.clock).await;
        road.ended().await;
        Ok(Diagnosed { examination, notes })
    }
}
