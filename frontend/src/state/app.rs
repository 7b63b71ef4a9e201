//! The page as a whole: where it is, which cluster is open, what is in view, how often it is refreshed. One value of signals that
//! is handed down; there is no second place that knows any of it.

use contract::{
    ApiError, ClusterStatus, ConnectionState, GetClusterStatus, GetWay, ListProfiles, OpenCluster, Profile,
    Profiles, Refresh, View, WatchEvent, Way,
};
use leptos::{prelude::*, task::spawn_local};

use super::{
    dialog::Dialog, editing::Editing, events, keeping, subject::Subject, table::Table, theme::Theme,
};
use crate::{
    ipc,
    model::{refresh::Pace, route::Route},
};

/// What lies over the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    #[default]
    None,
    Palette,
    Keys,
    Clusters,
    Pace,
    /// The menu of a row on the connections page.
    Row,
}

/// The page's signals.
#[derive(Clone, Copy)]
pub struct App {
    pub route: RwSignal<Route>,
    /// Where the window was before; Esc goes back there rather than up, so that a search is not lost.
    pub before: RwSignal<Option<Route>>,
    /// An address that leads nowhere, as it was given.
    pub nowhere: RwSignal<Option<String>>,
    /// This window's clock, once a second.
    pub now: RwSignal<i64>,
    pub hidden: RwSignal<bool>,
    pub pace: RwSignal<Pace>,
    pub theme: RwSignal<Theme>,
    pub overlay: RwSignal<Overlay>,
    pub dialog: RwSignal<Option<Dialog>>,
    pub editing: Editing,
    /// What the connections page is narrowed to.
    pub find: RwSignal<String>,
    pub profiles: RwSignal<Option<Result<Profiles, ApiError>>>,
    pub status: RwSignal<Option<Result<ClusterStatus, ApiError>>>,
    /// How the open connection is reached, and as whom it is signed in there.
    pub way: RwSignal<Option<Result<Way, ApiError>>>,
    pub subject: RwSignal<Option<Subject>>,
    pub table: RwSignal<Option<Table>>,
    /// The connection that the doctor was asked to examine, until its page begins with it.
    pub examine: RwSignal<Option<String>>,
    asked: StoredValue<(Vec<View>, i64)>,
}

impl App {
    #[must_use]
    pub fn new() -> App {
        App {
            route: RwSignal::new(Route::Connections),
            before: RwSignal::new(None),
            nowhere: RwSignal::new(None),
            now: RwSignal::new(ipc::now()),
            hidden: RwSignal::new(false),
            pace: RwSignal::new(keeping::pace()),
            theme: RwSignal::new(Theme::kept()),
            overlay: RwSignal::new(Overlay::None),
            dialog: RwSignal::new(None),
            editing: Editing::new(),
            find: RwSignal::new(String::new()),
            profiles: RwSignal::new(None),
            status: RwSignal::new(None),
            way: RwSignal::new(None),
            subject: RwSignal::new(None),
            table: RwSignal::new(None),
            examine: RwSignal::new(None),
            asked: StoredValue::new((Vec::new(), 0)),
        }
    }

    /// The open cluster's id.
    #[must_use]
    pub fn cluster(self) -> Memo<Option<String>> {
        let route = self.route;
        Memo::new(move |_| route.with(|route| route.cluster().map(str::to_owned)))
    }

    /// Goes somewhere, so that "back" leads here again.
    pub fn go(self, to: &Route) {
        let _gone = window().location().set_hash(&to.href());
    }

    /// Changes the address in place: for searches, orders and tabs of one page.
    pub fn replace(self, to: Route) {
        if let Ok(history) = window().history() {
            let _replaced =
                history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&to.href()));
        }
        self.route.set(to);
    }

    /// Up, or back if that is the same.
    pub fn up(self) {
        let Some(parent) = self.route.with_untracked(Route::parent) else { return };
        let back = self
            .before
            .with_untracked(|before| before.as_ref().is_some_and(|before| before.same_place(&parent)));
        if back && let Ok(history) = window().history() {
            let _back = history.back();
        } else {
            self.go(&parent);
        }
    }

    /// Takes the address as it stands now.
    pub fn read_address(self) {
        let hash = window().location().hash().unwrap_or_default();
        match Route::parse(&hash) {
            Some(route) => {
                self.nowhere.set(None);
                let was = self.route.get_untracked();
                if was != route {
                    self.before.set(Some(was));
                    self.route.set(route);
                }
            }
            None => self.nowhere.set(Some(hash)),
        }
    }

    /// Asks for the profiles again.
    pub fn load_profiles(self) {
        spawn_local(async move {
            let profiles = ipc::call(ListProfiles {}).await;
            let _set = self.profiles.try_set(Some(profiles));
        });
    }

    /// A connection by its id, as it was last told.
    #[must_use]
    pub fn profile(self, id: &str) -> Option<Profile> {
        self.profiles.with(|profiles| {
            let rows = &profiles.as_ref()?.as_ref().ok()?.rows;
            rows.iter().find(|row| row.profile.id == id).map(|row| row.profile.clone())
        })
    }

    /// Follows the cluster of the address: opens it if it is closed, and keeps its status.
    pub fn follow_cluster(self) {
        let cluster = self.cluster();
        Effect::new(move |_| {
            self.status.set(None);
            self.way.set(None);
            let Some(id) = cluster.get() else { return };
            spawn_local(async move {
                let mut status = ipc::call(GetClusterStatus { cluster: id.clone() }).await;
                let closed = match &status {
                    Ok(status) => matches!(status.state, ConnectionState::Closed),
                    Err(error) => error.kind == contract::ErrorKind::NotOpen,
                };
                if closed {
                    status = match ipc::call(OpenCluster { id: id.clone() }).await {
                        Ok(()) => ipc::call(GetClusterStatus { cluster: id.clone() }).await,
                        Err(error) => Err(error),
                    };
                }
                if cluster.try_get_untracked().flatten().as_deref() == Some(&id) {
                    let _set = self.status.try_set(Some(status));
                    self.load_way(id);
                }
            });
        });
        events::listen(move |event| match event {
            WatchEvent::Status { cluster: of, status } => {
                if cluster.try_get_untracked().flatten().as_ref() == Some(of) {
                    let _set = self.status.try_set(Some(Ok((**status).clone())));
                    self.load_way(of.clone());
                }
            }
            WatchEvent::Profiles => self.load_profiles(),
            WatchEvent::Changed { cluster: of, view: View::Way } => {
                if cluster.try_get_untracked().flatten().as_ref() == Some(of) {
                    self.load_way(of.clone());
                }
            }
            WatchEvent::Changed { .. } | WatchEvent::Start => {}
        });
    }

    fn load_way(self, cluster: String) {
        spawn_local(async move {
            let way = ipc::call(GetWay { cluster: cluster.clone() }).await;
            if self.cluster_now().as_deref() == Some(&cluster) {
                let _set = self.way.try_set(Some(way));
            }
        });
    }

    /// Asks the core to refresh what is in view.
    pub fn refresh(self) {
        let Some(cluster) = self.cluster_now() else {
            self.load_profiles();
            return;
        };
        let Some(subject) = self.subject.get_untracked() else { return };
        let Some(views) = subject.views.try_get_untracked() else { return };
        self.asked.set_value((views.clone(), ipc::now()));
        for view in views {
            let cluster = cluster.clone();
            spawn_local(async move {
                // A refresh that can't begin shows in the view's own freshness.
                let _begun = ipc::call(Refresh { cluster, view }).await;
            });
        }
    }

    /// Once a second: the clock, and the refresh if it is due.
    pub fn tick(self) {
        let now = ipc::now();
        self.now.set(now);
        let Some(subject) = self.subject.get_untracked() else { return };
        let (Some(views), Some(stamp)) =
            (subject.views.try_get_untracked(), subject.stamp.try_get_untracked())
        else {
            return;
        };
        let (asked_views, asked_at) = self.asked.get_value();
        let since = if asked_views == views { now - asked_at } else { i64::MAX };
        if stamp.as_ref().is_some_and(|stamp| stamp.freshness.loading) {
            return;
        }
        let age = stamp.and_then(|stamp| stamp.age_ms(now));
        if self.pace.get_untracked().due(self.hidden.get_untracked(), since, age) {
            self.refresh();
        }
    }

    fn cluster_now(self) -> Option<String> {
        self.route.with_untracked(|route| route.cluster().map(str::to_owned))
    }
}

impl Default for App {
    fn default() -> App {
        App::new()
    }
}
