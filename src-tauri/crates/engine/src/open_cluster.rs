//! One cluster that is open: the way to it, what is held of it, and the tasks that ask. Closing ends all three.

use std::sync::Arc;

use admin::{Cluster, Entry, Error, Event, Observer, Snapshot};
use contract::{ConnectionState, Millis, View};
use parking_lot::Mutex;
use tokio::task::JoinSet;

use crate::{
    clock::Clock, errors::api_error, flights::Flights, held::Held, journal::Journal, liveness::Liveness,
    notes::Notes, road::Road,
};

/// A cluster as the engine holds it.
pub(crate) struct OpenCluster {
    pub(crate) id: String,
    pub(crate) cluster: Cluster,
    pub(crate) clock: Clock,
    pub(crate) notes: Arc<Notes>,
    pub(crate) journal: Arc<Journal>,
    pub(crate) life: Arc<Liveness>,
    pub(crate) flights: Flights,
    pub(crate) held: Held,
    pub(crate) road: Road,
    state: Mutex<ConnectionState>,
    tasks: Mutex<JoinSet<()>>,
}

/// Writes the journal and learns who answers, from each request that the layers below send.
#[derive(Clone)]
pub(crate) struct Ear {
    pub(crate) id: String,
    pub(crate) notes: Arc<Notes>,
    pub(crate) journal: Arc<Journal>,
    pub(crate) life: Arc<Liveness>,
}

impl Observer for Ear {
    fn request(&self, entry: Entry) {
        if self.life.heard(&entry) {
            self.notes.changed(&self.id, View::Cluster);
            self.notes.status(&self.id);
        }
        self.journal.write(entry);
        self.notes.changed(&self.id, View::Journal);
    }

    fn event(&self, event: Event) {
        match &event {
            Event::Disconnected { broker: Some(broker), .. } => {
                self.life.cut(*broker);
                self.notes.changed(&self.id, View::Way);
            }
            Event::Connected { .. } | Event::Disconnected { .. } | Event::SignedIn { .. } => {
                self.notes.changed(&self.id, View::Way);
            }
            _ => {}
        }
        tracing::debug!(cluster = self.id, ?event);
    }
}

impl OpenCluster {
    pub(crate) fn new(id: String, cluster: Cluster, road: Road, ear: Ear, clock: Clock) -> Arc<OpenCluster> {
        let since = clock.millis();
        Arc::new(OpenCluster {
            id,
            cluster,
            clock,
            notes: ear.notes,
            journal: ear.journal,
            life: ear.life,
            flights: Flights::default(),
            held: Held::default(),
            road,
            state: Mutex::new(ConnectionState::Connecting { since }),
            tasks: Mutex::new(JoinSet::new()),
        })
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.cluster.snapshot()
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.millis()
    }

    pub(crate) fn state(&self) -> ConnectionState {
        self.state.lock().clone()
    }

    /// At least one broker answers.
    pub(crate) fn answered(&self) {
        let mut state = self.state.lock();
        if !matches!(*state, ConnectionState::Open { .. }) {
            *state = ConnectionState::Open { since: self.now() };
            drop(state);
            self.notes.profiles();
        }
        self.notes.status(&self.id);
    }

    /// No broker answers.
    pub(crate) fn silent(&self, error: &Error) {
        let error = self.road.explained(api_error(error, self.now()));
        *self.state.lock() = ConnectionState::Failed { error };
        self.notes.profiles();
        self.notes.status(&self.id);
    }

    pub(crate) fn changed(&self, view: &View) {
        self.notes.changed(&self.id, view.clone());
    }

    /// Runs something for as long as the cluster is open.
    pub(crate) fn spawn(self: &Arc<Self>, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock();
        // What has ended is let go, or the set would grow with each refresh.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Tells of each change of what forwards for it.
    pub(crate) fn follow_forwarder(self: &Arc<Self>) {
        let Some(forwarder) = &self.road.forwarder else { return };
        let (mut changes, notes, id) = (forwarder.changes(), Arc::clone(&self.notes), self.id.clone());
        self.spawn(async move {
            while changes.changed().await.is_ok() {
                notes.changed(&id, View::Way);
            }
        });
    }

    /// Ends the tasks, the sockets, and what they went through.
    pub(crate) fn close(&self) {
        self.tasks.lock().abort_all();
        self.cluster.close();
        self.road.end();
        *self.state.lock() = ConnectionState::Closed;
    }
}
