//! The engine: which connections there are and which of them are open. Opening returns at once, closing ends everything
//! that the cluster held.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Weak},
};

use contract::{
    ApiError, CheckedAddresses, ClusterStatus, ConnectionState, Profile, ProfileRow, Profiles, SavedProfile,
};
use parking_lot::Mutex;

use crate::{
    clock::Clock,
    demo::DemoSource,
    errors::{not_found, not_open},
    notes::{Notes, Watcher},
    open_cluster::OpenCluster,
    profiles,
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
}

/// All use cases; clones share one engine. Its methods want a tokio runtime around them.
#[derive(Clone)]
pub struct Engine {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) clock: Clock,
    pub(crate) profiles: Mutex<profiles::Profiles>,
    pub(crate) demo: Option<Arc<dyn DemoSource>>,
    pub(crate) notes: Arc<Notes>,
    pub(crate) slots: Mutex<HashMap<String, Slot>>,
    /// What was last seen of clusters that are closed again.
    pub(crate) summaries: Mutex<HashMap<String, String>>,
    /// Two openings of one connection must not both connect.
    pub(crate) opening: tokio::sync::Mutex<()>,
}

/// A connection that was opened.
pub(crate) enum Slot {
    Open(Arc<OpenCluster>),
    /// It can't even be tried.
    Unusable(ApiError),
}

impl Engine {
    /// Reads the connections; connects to nothing.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let Options { config_dir, demo, connect, clock } = options;
        let profiles = profiles::Profiles::open(config_dir, demo.is_some(), connect, &clock);
        let inner = Inner {
            clock,
            profiles: Mutex::new(profiles),
            demo,
            notes: Arc::default(),
            slots: Mutex::default(),
            summaries: Mutex::default(),
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
    }

    /// The window starts on the demo cluster, unless addresses were given.
    pub fn begin_with_demo(&self) {
        self.inner.profiles.lock().begin_with_demo();
    }

    /// Ends all connections.
    pub fn close_all(&self) {
        let ids: Vec<String> = self.inner.slots.lock().keys().cloned().collect();
        for id in ids {
            self.close(&id);
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

    pub(crate) fn command_line(&self) -> Option<String> {
        self.inner.profiles.lock().command_line()
    }

    /// Keeps a profile; an open connection whose way or lock changed is opened anew.
    pub(crate) async fn save(&self, profile: Profile) -> Result<SavedProfile, ApiError> {
        let before = self.inner.profiles.lock().get(&profile.id);
        let saved = self.inner.profiles.lock().save(profile, self.now())?;
        self.inner.notes.profiles();
        let id = saved.profile.id.clone();
        let same = before.is_some_and(|before| {
            before.id == id
                && before.bootstrap == saved.profile.bootstrap
                && before.read_only == saved.profile.read_only
        });
        if !same && self.inner.slots.lock().contains_key(&id) {
            self.close(&id);
            self.open(&id).await?;
        }
        self.inner.notes.status(&id);
        Ok(saved)
    }

    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        self.inner.profiles.lock().remove(id, self.now())?;
        self.close(id);
        self.inner.summaries.lock().remove(id);
        self.inner.notes.profiles();
        Ok(())
    }

    /// The open cluster with this id.
    pub(crate) fn cluster(&self, id: &str) -> Result<Arc<OpenCluster>, ApiError> {
        match self.inner.slots.lock().get(id) {
            Some(Slot::Open(open)) => Ok(Arc::clone(open)),
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
            Slot::Unusable(_) => None,
        }
    }

    fn state(&self, id: &str) -> ConnectionState {
        match self.slots.lock().get(id) {
            None => ConnectionState::Closed,
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
