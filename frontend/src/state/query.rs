//! One thing that a page shows which is no table: asked for when the page opens, asked again when the core says that it changed,
//! kept while asking fails.

use std::sync::Arc;

use contract::{ApiError, Call, Freshness, Stamped, View, WatchEvent};
use leptos::{prelude::*, task::spawn_local};
use serde::de::DeserializeOwned;

use super::{events, sources::Sources};
use crate::{ipc, model::freshness::Stamp};

/// A value from the core, with its sources and its age.
pub struct Query<T: Send + Sync + 'static> {
    pub value: RwSignal<Option<Arc<T>>>,
    pub sources: RwSignal<Sources>,
    pub stamp: RwSignal<Option<Stamp>>,
    state: StoredValue<Asking>,
}

impl<T: Send + Sync + 'static> Clone for Query<T> {
    fn clone(&self) -> Query<T> {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Query<T> {}

#[derive(Clone, Copy, Default)]
struct Asking {
    busy: bool,
    again: bool,
}

impl<T: Send + Sync + 'static> Query<T> {
    /// Asks now, and again at each note about one of `views`.
    pub fn new<C>(cluster: String, views: Vec<View>, question: impl Fn() -> C + Clone + 'static) -> Query<T>
    where
        C: Call<Reply = Stamped<T>> + 'static,
        T: DeserializeOwned,
    {
        let query = Query {
            value: RwSignal::new(None),
            sources: RwSignal::new(Sources::default()),
            stamp: RwSignal::new(None),
            state: StoredValue::new(Asking::default()),
        };
        query.ask(question.clone());
        events::listen(move |event| {
            let ours = match event {
                WatchEvent::Changed { cluster: of, view } => *of == cluster && views.contains(view),
                WatchEvent::Status { cluster: of, .. } => *of == cluster && query.failed(),
                WatchEvent::Profiles | WatchEvent::Start => false,
            };
            if ours {
                query.ask(question.clone());
            }
        });
        query
    }

    fn failed(self) -> bool {
        self.stamp
            .try_with_untracked(|stamp| stamp.as_ref().is_some_and(|stamp| stamp.error.is_some()))
            .unwrap_or(false)
    }

    fn ask<C>(self, question: impl Fn() -> C + Clone + 'static)
    where
        C: Call<Reply = Stamped<T>> + 'static,
        T: DeserializeOwned,
    {
        let Some(free) = self.state.try_update_value(|state| {
            state.again = state.busy;
            !std::mem::replace(&mut state.busy, true)
        }) else {
            return;
        };
        if !free {
            return;
        }
        spawn_local(async move {
            let answer = ipc::stamped(question()).await;
            match answer {
                Ok(stamped) => self.take(stamped),
                Err(error) => self.fail(error),
            }
            let again = self.state.try_update_value(|state| {
                state.busy = false;
                std::mem::take(&mut state.again)
            });
            if again == Some(true) {
                self.ask(question);
            }
        });
    }

    fn take(self, stamped: Stamped<T>) {
        let Stamped { value, freshness, provenance } = stamped;
        // Sources first: figures that are drawn anew must find them.
        let _sources = self.sources.try_set(Sources::of(provenance));
        let _stamped = self.stamp.try_set(Some(Stamp { freshness, received: ipc::now(), error: None }));
        let _value = self.value.try_set(Some(Arc::new(value)));
    }

    fn fail(self, error: ApiError) {
        let _stamped = self.stamp.try_update(|stamp| {
            let stamp = stamp.get_or_insert_with(|| Stamp {
                freshness: Freshness::default(),
                received: ipc::now(),
                error: None,
            });
            stamp.error = Some(error);
        });
    }
}
