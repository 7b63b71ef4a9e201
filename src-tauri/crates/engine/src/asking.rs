//! How each view is asked for: what is sent, what is taken in as each answer comes, and what a failure leaves standing.
//!
//! Nothing here is waited for by the window. A refresh runs beside the pages; each answer is taken in as it comes and noted,
//! so that one broker's silence is seen in its own cells and nowhere else.

mod cluster;
mod configs;
mod groups;
mod log_dirs;
mod producers;
mod reassignments;
mod security;
mod topics;
pub(crate) mod transactions;
mod versions;

use std::{sync::Arc, time::Duration};

use admin::{Error, Refresh, Told, What};
use contract::View;

use crate::{clock::younger, flights::Flight, open_cluster::OpenCluster};

/// A small request to one broker.
pub(crate) const SMALL: Duration = Duration::from_secs(4);
/// A request whose answer may be large or slow.
pub(crate) const LARGE: Duration = Duration::from_secs(8);

/// Rounds of what rows on screen want that run at once: a frozen broker in one must not hold up the next.
const ROUNDS: usize = 8;

/// Metadata is asked again with any view when it is older than this.
const METADATA_AGE: Duration = Duration::from_secs(30);

impl OpenCluster {
    /// Starts a refresh of this view unless one is under way.
    pub(crate) fn refresh(self: &Arc<Self>, view: View) {
        let Some(flight) = self.flights.begin(&view) else { return };
        self.changed(&view);
        let this = Arc::clone(self);
        self.spawn(async move { this.fly(view, flight).await });
    }

    /// Carries out a refresh that has begun.
    async fn fly(self: &Arc<Self>, view: View, flight: Flight) {
        // Every page leans on metadata (leaders, brokers, the sidebar), so it never grows old behind a page that is refreshed.
        if view != View::Cluster {
            self.ensure_within(View::Cluster, METADATA_AGE);
            self.wait_for_brokers().await;
        }
        self.ask(&view).await;
        // Asking brokers reads their list again when it is old, whatever the view.
        self.notice_brokers();
        self.held.set_ended(&view, self.clock.now());
        drop(flight);
        self.changed(&view);
        self.notes.status(&self.id);
    }

    /// A view asks the brokers that metadata lists. Before the list is there that would be nobody, and the view would be done
    /// with nothing told and nobody asking again.
    async fn wait_for_brokers(&self) {
        if self.snapshot().brokers_source().is_none() {
            // Whether it came or not is the cluster view's to tell.
            let _ = self.cluster.refresh(Refresh::Brokers).await;
        }
    }

    /// Starts a refresh if this view was never asked for.
    pub(crate) fn ensure(self: &Arc<Self>, view: View) {
        if self.held.ended(&view).is_none() {
            self.refresh(view);
        }
    }

    /// Starts a refresh if the last one ended longer ago than this.
    pub(crate) fn ensure_within(self: &Arc<Self>, view: View, age: Duration) {
        let fresh = self.held.ended(&view).is_some_and(|ended| younger(self.clock.now(), ended, age));
        if !fresh {
            self.refresh(view);
        }
    }

    async fn ask(self: &Arc<Self>, view: &View) {
        match view {
            View::Cluster => self.ask_cluster().await,
            View::LogDirs => self.ask_log_dirs().await,
            View::Topics => self.ask_topics().await,
            View::Topic { name } => self.ask_topic(name).await,
            View::TopicConfigs { name } => self.ask_topic_configs(name).await,
            View::BrokerConfigs { broker } => self.ask_broker_configs(*broker).await,
            View::Groups => self.ask_groups().await,
            View::Acls => self.ask_acls().await,
            View::ScramUsers => self.ask_scram_users().await,
            View::Quotas => self.ask_quotas().await,
            View::Quorum => self.ask_quorum().await,
            View::Reassignments => self.ask_reassignments().await,
            View::Transactions => self.ask_transactions().await,
            View::Producers { name } => self.ask_producers(name).await,
            View::Group { name } => self.ask_group(name).await,
            View::TopicGroups { name } => self.ask_topic_groups(name).await,
            View::Versions => self.ask_versions().await,
            // Written as things happen; there is nothing to ask.
            View::Journal | View::Way | View::Examination | View::Updates => {}
        }
    }

    /// The brokers that metadata lists now, and those that are known in another way: listed once, fenced, or named by a
    /// replica list.
    pub(crate) fn listed_and_gone(&self) -> (Vec<i32>, Vec<i32>) {
        let snapshot = self.snapshot();
        self.known_brokers().into_iter().partition(|id| snapshot.broker(*id).is_some())
    }
}

/// Why a broker that is not in the metadata is not asked.
pub(crate) fn not_listed(broker: i32) -> Error {
    Error::new(What::NoTarget(format!(
        "Broker {broker} is not asked: the cluster's metadata does not list it."
    )))
    .on_broker(broker)
}

/// An answer as what is kept takes it.
pub(crate) fn kept_form<T>(told: Told<T>) -> (T, Arc<admin::Source>) {
    (told.value, told.source)
}
