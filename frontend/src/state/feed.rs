//! A table's life with the core: it asks for what is in view and not here yet, asks again when the core says that something
//! changed, and keeps what it has while it waits or when asking fails. One question at a time, so that a burst of notes costs one.

use contract::{Chip, TableQuery, Total, View, WatchEvent};
use leptos::{prelude::*, task::spawn_local};

use super::{
    events,
    fetched::{Fetch, Fetched},
    sources::Sources,
};
use crate::{
    ipc,
    model::{freshness::Stamp, route::Filter, shown::ShownRow, store::Store},
};

/// Rows of one question.
const LIMIT: u32 = 200;
/// Rows at most of a table that is wanted whole.
const WHOLE: u32 = 5000;
/// After a failure, until the next try by itself.
const AGAIN_MS: u64 = 2000;

/// What the last answer said beside its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    pub total: u32,
    pub chips: Vec<Chip>,
}

/// A table's rows and how they come.
#[derive(Clone, Copy)]
pub struct Feed {
    pub store: RwSignal<Store<Sources>>,
    pub told: RwSignal<Told>,
    pub stamp: RwSignal<Option<Stamp>>,
    pub totals: RwSignal<Vec<Total>>,
    /// Rows `first..last` are in view.
    pub wanted: RwSignal<(u32, u32)>,
    pub filter: Signal<Filter>,
    inner: StoredValue<Inner>,
}

struct Inner {
    fetch: Option<Fetch>,
    whole: bool,
    busy: bool,
    stalled: bool,
    /// Counts the filters; `answered_filter` is the one that the rows here answer.
    filter: u64,
    answered_filter: u64,
}

impl Feed {
    /// A feed from the core. `whole`: for tables with headings, which need every row to place them.
    pub fn new(
        cluster: String,
        views: Signal<Vec<View>>,
        filter: Signal<Filter>,
        whole: Signal<bool>,
        fetch: Fetch,
    ) -> Feed {
        let feed = Feed::make(filter, Some(fetch));
        let wish = Memo::new(move |_| (filter.get(), whole.get()));
        Effect::new(move |before: Option<()>| {
            let (_, whole) = wish.get();
            feed.inner.update_value(|inner| {
                inner.whole = whole;
                inner.stalled = false;
                if before.is_some() {
                    inner.filter += 1;
                }
            });
            if before.is_some() {
                feed.store.update(Store::outdate);
            }
            feed.ask();
        });
        Effect::new(move |_| {
            feed.wanted.track();
            feed.ask();
        });
        events::listen(move |event| {
            let ours = match event {
                WatchEvent::Changed { cluster: of, view } => {
                    *of == cluster && views.try_with_untracked(|views| views.contains(view)).unwrap_or(false)
                }
                WatchEvent::Status { cluster: of, .. } => *of == cluster && feed.stalled(),
                WatchEvent::Profiles | WatchEvent::Start => false,
            };
            if ours {
                feed.again();
            }
        });
        feed
    }

    /// A feed of rows that the page itself has.
    pub fn fixed(filter: Signal<Filter>) -> Feed {
        Feed::make(filter, None)
    }

    fn make(filter: Signal<Filter>, fetch: Option<Fetch>) -> Feed {
        let inner = Inner { fetch, whole: false, busy: false, stalled: false, filter: 1, answered_filter: 0 };
        Feed {
            store: RwSignal::new(Store::default()),
            told: RwSignal::new(Told::default()),
            stamp: RwSignal::new(None),
            totals: RwSignal::new(Vec::new()),
            wanted: RwSignal::new((0, 40)),
            filter,
            inner: StoredValue::new(inner),
        }
    }

    /// Puts all rows in, for a feed that is not the core's.
    pub fn put(self, rows: Vec<ShownRow>, sources: &Sources) {
        let shown = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let _put = self.store.try_update(|store| {
            store.outdate();
            let round = store.round();
            let rows = rows.into_iter().map(|row| (row, sources.clone())).collect();
            store.take(rows, 0, shown, round, true);
        });
    }

    /// Asks again for what is in view.
    pub fn again(self) {
        let _unstalled = self.inner.try_update_value(|inner| inner.stalled = false);
        let _old = self.store.try_update_untracked(Store::outdate);
        self.ask();
    }

    fn stalled(self) -> bool {
        self.inner.try_with_value(|inner| inner.stalled).unwrap_or(false)
    }

    fn ask(self) {
        let Some((whole, fetch, number)) = self
            .inner
            .try_update_value(|inner| {
                let fetch = inner.fetch.clone().filter(|_| !inner.busy && !inner.stalled)?;
                Some((inner.whole, fetch, inner.filter))
            })
            .flatten()
        else {
            return;
        };
        let Some((wanted, filter)) = self.wanted.try_get_untracked().zip(self.filter.try_get_untracked())
        else {
            return;
        };
        let (first, last) = if whole { (0, WHOLE) } else { wanted };
        let anew = self.inner.try_with_value(|inner| inner.answered_filter != inner.filter).unwrap_or(false);
        let first = if anew { 0 } else { first };
        let lacking =
            self.store.try_with_untracked(|store| store.lacking(first, last).map(|at| (at, store.round())));
        let Some((offset, round)) = lacking.flatten() else { return };
        let query = TableQuery {
            search: filter.search,
            chip: filter.chip,
            sort: filter.sort,
            descending: filter.descending,
            offset,
            limit: last.saturating_sub(offset).clamp(50, LIMIT),
        };
        let _busy = self.inner.try_update_value(|inner| inner.busy = true);
        let asked = offset;
        spawn_local(async move {
            let answer = fetch(query).await;
            let Some(current) = self.inner.try_update_value(|inner| {
                inner.busy = false;
                inner.filter == number
            }) else {
                return;
            };
            match answer {
                Ok(fetched) if current => self.take(fetched, asked, round, number),
                Err(error) if current => self.fail(error),
                _ => {}
            }
            self.ask();
        });
    }

    fn take(self, fetched: Fetched, asked: u32, round: u64, number: u64) {
        let anew = self
            .inner
            .try_update_value(|inner| {
                let anew = inner.answered_filter != number;
                inner.answered_filter = number;
                // Nothing came where something should be: asking at once again would never end.
                inner.stalled = fetched.rows.is_empty() && asked < fetched.shown;
                anew
            })
            .unwrap_or(false);
        if self.stalled() {
            self.later();
        }
        let Fetched { rows, offset, shown, total, chips, totals, freshness } = fetched;
        let stamp = Stamp { freshness, received: ipc::now(), error: None };
        let _told = self.told.try_set(Told { total, chips });
        let _totals = self.totals.try_set(totals);
        let _stamped = self.stamp.try_set(Some(stamp));
        let _taken = self.store.try_update(|store| store.take(rows, offset, shown, round, anew));
    }

    fn fail(self, error: contract::ApiError) {
        let _stalled = self.inner.try_update_value(|inner| inner.stalled = true);
        let _stamped = self.stamp.try_update(|stamp| {
            let stamp = stamp.get_or_insert_with(|| Stamp {
                freshness: contract::Freshness::default(),
                received: ipc::now(),
                error: None,
            });
            stamp.error = Some(error);
        });
        self.later();
    }

    fn later(self) {
        set_timeout(
            move || {
                if self.stalled() {
                    self.again()
                }
            },
            std::time::Duration::from_millis(AGAIN_MS),
        );
    }
}
