//! The cluster as a whole: metadata, the registered brokers, the controller, and whether each broker answers.

use std::{sync::Arc, time::Duration};

use admin::{Error, Refresh, describe_cluster, describe_quorum, each_broker, versions_of};
use contract::{ConnectionState, View};

use super::{SMALL, kept_form, not_listed};
use crate::{clock::younger, open_cluster::OpenCluster};

/// What the overview sums beside metadata is asked again when it is older than this.
const SUMS_AGE: Duration = Duration::from_secs(10);
const GROUPS_AGE: Duration = Duration::from_secs(20);

const LARGE_LISTING: usize = 2 << 20;
const LARGE_LISTING_AGE: Duration = Duration::from_secs(60);

impl OpenCluster {
    /// Keeps trying until the cluster answers for the first time.
    pub(crate) fn connect(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.spawn(async move {
            let mut pause = Duration::from_secs(1);
            loop {
                if let Some(flight) = this.flights.begin(&View::Cluster) {
                    this.changed(&View::Cluster);
                    this.fly(View::Cluster, flight).await;
                }
                if matches!(this.state(), ConnectionState::Open { .. }) {
                    return;
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_secs(15));
            }
        });
    }

    pub(super) async fn ask_cluster(self: &Arc<Self>) {
        if self.snapshot().brokers_source().is_none() {
            // Brokers first: they are small on a cluster of any size, and all else needs them.
            if let Err(error) = self.cluster.refresh(Refresh::Brokers).await {
                self.silent(&error);
                return;
            }
            self.took_metadata();
        }
        self.ensure_within(View::LogDirs, SUMS_AGE);
        self.ensure_within(View::Groups, GROUPS_AGE);
        let (listing, (), (), anyone) = tokio::join!(
            self.ask_listing_at_its_price(),
            self.ask_described(),
            self.ask_quorum(),
            self.ask_presence()
        );
        match listing {
            Err(error) if !anyone => self.silent(&error),
            _ => self.answered(),
        }
        self.start_row_configs();
    }

    /// Reads the full listing, or of a very large cluster only its brokers while the listing is young: it would be megabytes
    /// every few seconds. The age that is shown is the listing's own.
    async fn ask_listing_at_its_price(self: &Arc<Self>) -> Result<(), Error> {
        let snapshot = self.snapshot();
        let now = self.clock.now();
        let spared = snapshot
            .listing_source()
            .is_some_and(|source| source.bytes > LARGE_LISTING && younger(now, source.at, LARGE_LISTING_AGE));
        if !spared {
            return self.ask_listing().await;
        }
        self.cluster.refresh(Refresh::Brokers).await?;
        self.took_metadata();
        Ok(())
    }

    /// Reads the full listing; a failure is marked in the snapshot by the layer below and returned.
    pub(super) async fn ask_listing(self: &Arc<Self>) -> Result<(), Error> {
        self.cluster.refresh(Refresh::All).await?;
        self.took_metadata();
        self.forget_deleted();
        Ok(())
    }

    /// Learns from the newest metadata which brokers are there.
    pub(super) fn notice_brokers(&self) {
        let snapshot = self.snapshot();
        if snapshot.brokers_source().is_some() {
            let ids: Vec<i32> = snapshot.brokers().iter().map(|broker| broker.id).collect();
            self.life.listed(&ids, self.clock.now());
        }
    }

    fn took_metadata(self: &Arc<Self>) {
        self.notice_brokers();
        self.answered();
        // Counted here, where nobody looks at a page that has to wait for it.
        self.tally();
        self.min_isr_tally();
        self.changed(&View::Cluster);
        self.changed(&View::Topics);
    }

    /// Lets go of what was held of topics that are no longer there.
    fn forget_deleted(&self) {
        let snapshot = self.snapshot();
        if snapshot.listing_source().is_none() {
            return;
        }
        let there = |name: &str| snapshot.topic(name).is_some();
        self.held.offsets.retain(there);
        self.held.row_configs.retain(|name| there(name));
        self.held.topic_configs.retain(|name| there(name));
        self.held.wanted_topics.retain(there);
    }

    async fn ask_described(&self) {
        let outcome = describe_cluster(&self.cluster, SMALL).await.map(kept_form);
        let now = self.clock.now();
        if let Ok((described, _)) = &outcome {
            let fenced = described.brokers.iter().filter(|broker| broker.fenced == Some(true));
            self.life.fenced(&fenced.map(|broker| broker.id).collect::<Vec<_>>(), now);
        }
        self.held.described.settle(outcome, now);
        self.changed(&View::Cluster);
    }

    pub(super) async fn ask_quorum(&self) {
        let outcome = describe_quorum(&self.cluster, SMALL).await.map(kept_form);
        self.held.quorum.settle(outcome, self.clock.now());
        self.changed(&View::Cluster);
        self.changed(&View::Quorum);
    }

    /// Asks each broker the smallest thing there is. True when any answered.
    async fn ask_presence(self: &Arc<Self>) -> bool {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.versions.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        let mut anyone = false;
        let ask = |broker| {
            let cluster = self.cluster.clone();
            async move { versions_of(&cluster, broker, SMALL).await }
        };
        each_broker(listed, ask, |broker, answer| {
            anyone |= answer.is_ok();
            self.held.versions.settle(broker, answer.map(kept_form), self.clock.now());
            self.changed(&View::Cluster);
            self.changed(&View::Versions);
        })
        .await;
        anyone
    }
}
