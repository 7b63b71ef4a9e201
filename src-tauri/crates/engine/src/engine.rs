//! The engine: which connections there are and which of them are open. Opening returns at once, closing ends everything
//! that the cluster held.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Weak, atomic::AtomicU64},
};

use contract::{
    ApiError, CheckedAddresses, ClusterStatus, ConnectionState, DEMO, Millis, ProfileRow, Profiles,
};
use parking_lot::Mutex;
use port_forward::Programs;

use crate::{
    about::Kept,
    beginning::Wish,
    clock::Clock,
    demo::DemoSource,
    doctor::Examinations,
    errors::{not_found, not_open, opening},
    imports::Imports,
    notes::{Notes, Watcher},
    open_cluster::OpenCluster,
    profiles,
    secrets::{SecretStores, Secrets},
    updates::Updates,
};

/// What an engine is made of.
pub struct Options {
    /// Where the connections are kept.
    pub config_dir: PathBuf,
    /// What plays the demo cluster; `None`: there is none.
    pub demo: Option<Arc<dyn DemoSource>>,
    /// Addresses from the command line: a connection that is not kept.
    pub connect: Option<String>,
    pub clock: Clock,
    pub secrets: SecretStores,
    /// Where the user's own `ssh` and `kubectl` are found.
    pub programs: Programs,
}

/// All use cases; clones share one engine. Its methods want a tokio runtime around them.
#[derive(Clone)]
pub struct Engine {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) clock: Clock,
    pub(crate) profiles: Mutex<profiles::Profiles>,
    pub(crate) secrets: Secrets,
    pub(crate) programs: Programs,
    pub(crate) imports: Imports,
    pub(crate) examinations: Examinations,
    pub(crate) demo: Option<Arc<dyn DemoSource>>,
    pub(crate) notes: Arc<Notes>,
    /// What the window is to show, until it asks.
    pub(crate) wish: Mutex<Option<Wish>>,
    pub(crate) about: Kept,
    pub(crate) updates: Updates,
    pub(crate) slots: Mutex<HashMap<String, Slot>>,
    /// What was last seen of clusters that are closed again.
    pub(crate) summaries: Mutex<HashMap<String, String>>,
    /// How often the keychain was asked before an opening.
    pub(crate) asking: AtomicU64,
    /// Two openings of one connection must not both connect.
    pub(crate) opening: tokio::sync::Mutex<()>,
}

/// A connection that was opened.
pub(crate) enum Slot {
    Open(Arc<OpenCluster>),
    /// The keychain is being asked for its secrets, since then; the number tells this asking from a later one.
    Asking {
        since: Millis,
        number: u64,
    },
    /// It can't even be tried.
    Unusable(ApiError),
}

impl Engine {
    /// Reads the connections; connects to nothing.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let Options { config_dir, demo, connect, clock, secrets, programs } = options;
        let secrets = Secrets::open(&config_dir, secrets, clock.millis());
        let wish = connect.is_some().then_some(Wish::Cluster(profiles::COMMAND_LINE));
        let updates = Updates::open(&config_dir);
        let about = Kept::new(config_dir.clone());
        let profiles = profiles::Profiles::open(config_dir, demo.is_some(), connect, &clock);
        let inner = Inner {
            clock,
            profiles: Mutex::new(profiles),
            secrets,
            programs,
            imports: Imports::default(),
            examinations: Examinations::default(),
            demo,
            notes: Arc::default(),
            wish: Mutex::new(wish),
            about,
            updates,
            slots: Mutex::default(),
            summaries: Mutex::default(),
            asking: AtomicU64::default(),
            opening: tokio::sync::Mutex::default(),
        };
        Engine { inner: Arc::new(inner) }
    }

    /// Starts to watch for changes, at most a few notes a second however much happens.
    #[must_use]
    pub fn watch(&self) -> Watcher {
        let engine: Weak<Inner> = Arc::downgrade(&self.inner);
        self.inner.notes.watch(move |id| engine.upgrade()?.status(id))
    }

    /// A connection to these addresses that is not kept, as from the command line; it takes the place of the last such one.
    pub fn connect(&self, addresses: String) {
        self.inner.profiles.lock().connect(addresses);
        self.close(profiles::COMMAND_LINE);
        self.wish(Wish::Cluster(profiles::COMMAND_LINE));
    }

    /// Makes the folder of the connections where it is missing. What to say when nothing can be kept there; the connections page says it
    /// as well.
    pub fn make_folder(&self) -> Option<String> {
        self.inner.profiles.lock().make_folder()
    }

    /// The window starts on the demo cluster, unless addresses were given.
    pub fn begin_with_demo(&self) {
        if self.inner.demo.is_some() && self.inner.wish.lock().is_none() {
            self.wish(Wish::Cluster(DEMO));
        }
    }

    /// Ends all connections, and waits until what was started for them is gone.
    pub async fn close_all(&self) {
        let ids: Vec<String> = self.inner.slots.lock().keys().cloned().collect();
        let closed: Vec<_> = ids.iter().filter_map(|id| self.close(id)).collect();
        for open in closed {
            open.road.ended().await;
        }
    }

    pub(crate) fn now(&self) -> contract::Millis {
        self.inner.clock.millis()
    }

    pub(crate) fn profiles(&self) -> Profiles {
        let (all, warning) = {
            let profiles = self.inner.profiles.lock();
            (profiles.all(), profiles.warning())
        };
        let warnings: Vec<String> = warning.into_iter().chain(self.inner.secrets.warning()).collect();
        let warning = (!warnings.is_empty()).then(|| warnings.join(" "));
        let rows = all.into_iter().map(|profile| ProfileRow {
            state: self.inner.state(&profile.id),
            summary: self.inner.summary(&profile.id),
            profile,
        });
        Profiles { rows: rows.collect(), warning }
    }

    pub(crate) fn check(&self, text: &str) -> CheckedAddresses {
        profiles::check(text)
    }

    /// The open cluster with this id.
    pub(crate) fn cluster(&self, id: &str) -> Result<Arc<OpenCluster>, ApiError> {
        match self.inner.slots.lock().get(id) {
            Some(Slot::Open(open)) => Ok(Arc::clone(open)),
            Some(Slot::Asking { .. }) => Err(opening(id, self.now())),
            Some(Slot::Unusable(error)) => Err(error.clone()),
            None => Err(not_open(id, self.now())),
        }
    }

    pub(crate) fn status(&self, id: &str) -> Result<ClusterStatus, ApiError> {
        let missing =
            || not_found(format!("There is no connection with the id \u{201c}{id}\u{201d}."), self.now());
        self.inner.status(id).ok_or_else(missing)
    }
}

impl Inner {
    fn open(&self, id: &str) -> Option<Arc<OpenCluster>> {
        match self.slots.lock().get(id)? {
            Slot::Open(open) => Some(Arc::clone(open)),
            Slot::Asking { .. } | Slot::Unusable(_) => None,
        }
    }

    pub(crate) fn state(&self, id: &str) -> ConnectionState {
        match self.slots.lock().get(id) {
            None => ConnectionState::Closed,
            Some(Slot::Asking { since, .. }) => ConnectionState::Connecting { since: *since },
            Some(Slot::Unusable(error)) => ConnectionState::Failed { error: error.clone() },
            Some(Slot::Open(open)) => open.state(),
        }
    }

    fn summary(&self, id: &str) -> Option<String> {
        match self.open(id) {
            Some(open) => open.summary(),
            None => self.summaries.lock().get(id).cloned(),
        }
    }

    fn status(&self, id: &str) -> Option<ClusterStatus> {
        let profile = self.profiles.lock().get(id)?;
        let notes = self.open(id).map(|open| open.sidebar()).unwrap_or_default();
        Some(ClusterStatus {
            name: profile.name,
            color: profile.color,
            read_only: profile.read_only,
            state: self.state(id),
            summary: self.summary(id).unwrap_or_default(),
            notes,
        })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        for (_, slot) in self.slots.get_mut().drain() {
            if let Slot::Open(open) = slot {
                open.close();
            }
        }
    }
}
