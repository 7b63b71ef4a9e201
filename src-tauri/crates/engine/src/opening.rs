//! Opening and closing a connection. Opening returns at once and whatever comes of it is the connection's state, also that
//! its addresses can't be used; closing ends everything that the cluster held.

use std::sync::{Arc, atomic::Ordering};

use admin::{Address, Cluster, ClusterConfig};
use contract::{ApiError, DEMO, ErrorKind, Profile, View};

use crate::{
    Engine,
    engine::Slot,
    errors::{api_error, not_found},
    forwarder::Forwarder,
    open_cluster::{Ear, OpenCluster},
    road::Road,
    secured::{self, Means},
};

impl Engine {
    /// Starts connecting. Whatever comes of it is the connection's state, also that its addresses can't be used.
    pub(crate) async fn open(&self, id: &str) -> Result<(), ApiError> {
        let _one_at_a_time = self.inner.opening.lock().await;
        let Some(profile) = self.inner.profiles.lock().get(id) else {
            return Err(not_found(
                format!("There is no connection with the id \u{201c}{id}\u{201d}."),
                self.now(),
            ));
        };
        if let Some(Slot::Open(open)) = self.inner.slots.lock().get(id) {
            // Open already; if nothing answers, this is a wish to try again now.
            open.refresh(View::Cluster);
            return Ok(());
        }
        if secured::asks_keychain(&profile, &self.inner.secrets) {
            self.ask_first(profile);
        } else {
            let slot = self.tried(&profile).await;
            self.install(id, slot);
        }
        Ok(())
    }

    /// Opens it beside, as soon as the keychain has answered: that may take as long as a person needs, and nothing else waits.
    fn ask_first(&self, profile: Profile) {
        let number = self.inner.asking.fetch_add(1, Ordering::Relaxed);
        self.install(&profile.id, Slot::Asking { since: self.now(), number });
        let engine = self.clone();
        tokio::spawn(async move {
            let slot = engine.tried(&profile).await;
            let _one_at_a_time = engine.inner.opening.lock().await;
            let wanted = match engine.inner.slots.lock().get(&profile.id) {
                Some(Slot::Asking { number: now, .. }) => *now == number,
                // It was closed meanwhile, or is asked for anew.
                _ => false,
            };
            if wanted {
                engine.install(&profile.id, slot);
            }
        });
    }

    pub(crate) fn install(&self, id: &str, slot: Slot) {
        if let Slot::Open(open) = &slot {
            open.connect();
            open.follow_forwarder();
        }
        if let Some(Slot::Open(open)) = self.inner.slots.lock().insert(id.to_owned(), slot) {
            open.close();
        }
        self.inner.notes.profiles();
        self.inner.notes.status(id);
    }

    async fn tried(&self, profile: &Profile) -> Slot {
        match self.way_to(profile).await {
            Ok(open) => Slot::Open(open),
            Err(error) => Slot::Unusable(error),
        }
    }

    async fn way_to(&self, profile: &Profile) -> Result<Arc<OpenCluster>, ApiError> {
        let bootstrap = self.bootstrap_of(profile).await?;
        let refused = |error: &admin::Error| api_error(error, self.now());
        let addresses = Address::parse_list(&bootstrap).map_err(|error| refused(&error))?;
        let (config, road) = self.config_of(profile, addresses).await?;
        self.cluster_of(&profile.id, config, road)
    }

    /// Nothing is dialled yet.
    pub(crate) fn cluster_of(
        &self,
        id: &str,
        mut config: ClusterConfig,
        road: Road,
    ) -> Result<Arc<OpenCluster>, ApiError> {
        let ear = Ear {
            id: id.to_owned(),
            notes: Arc::clone(&self.inner.notes),
            journal: Arc::default(),
            life: Arc::default(),
        };
        config.observer = Some(Arc::new(ear.clone()));
        let cluster = Cluster::new(config).map_err(|error| api_error(&error, self.now()))?;
        Ok(OpenCluster::new(id.to_owned(), cluster, road, ear, self.inner.clock.clone()))
    }

    /// The addresses to start from, as typed; those of the demo once it runs.
    pub(crate) async fn bootstrap_of(&self, profile: &Profile) -> Result<String, ApiError> {
        let (Some(demo), DEMO) = (&self.inner.demo, profile.id.as_str()) else {
            return Ok(profile.bootstrap.clone());
        };
        demo.start().await.map_err(|why| {
            ApiError::plain(
                ErrorKind::Connect,
                format!("The demo cluster can't be started: {why}"),
                self.now(),
            )
        })
    }

    /// The way to a cluster as it is set, with the secrets that it needs.
    pub(crate) async fn config_of(
        &self,
        profile: &Profile,
        addresses: Vec<Address>,
    ) -> Result<(ClusterConfig, Road), ApiError> {
        let given = secured::gather(profile, &self.inner.secrets, self.now()).await?;
        let means = Means { programs: self.inner.programs.clone(), running: self.running(profile) };
        secured::config(profile.clone(), addresses, given, means, self.now()).await
    }

    /// What forwards for this connection while it is open, as it is set now: two of them would sign in twice at a jump host.
    fn running(&self, profile: &Profile) -> Option<Forwarder> {
        match self.inner.slots.lock().get(&profile.id)? {
            Slot::Open(open) if open.road.reach.through == profile.reach.through => {
                open.road.forwarder.clone()
            }
            _ => None,
        }
    }

    /// The cluster that was open. What was started for it ends beside.
    pub(crate) fn close(&self, id: &str) -> Option<Arc<OpenCluster>> {
        let slot = self.inner.slots.lock().remove(id)?;
        let open = if let Slot::Open(open) = slot {
            if let Some(summary) = open.summary() {
                self.inner.summaries.lock().insert(id.to_owned(), summary);
            }
            open.close();
            Some(open)
        } else {
            None
        };
        if let (Some(demo), DEMO) = (&self.inner.demo, id) {
            demo.stop();
        }
        self.inner.notes.profiles();
        self.inner.notes.status(id);
        open
    }
}
