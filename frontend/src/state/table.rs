//! A table on screen: its rows, what is in view of them, what is chosen and what is open. The component draws this; the keys
//! move it.

use std::sync::Arc;

use leptos::prelude::*;

use super::{
    feed::Feed,
    plan::Plan,
    selection::{Selection, step},
};
use crate::model::{
    column::Column,
    layout::{Layout, fit},
    route::Route,
    shown::{Item, ShownRow, detail_height, with_headings},
    window::{Measures, Slice},
};

/// A table's signals.
#[derive(Clone, Copy)]
pub struct Table {
    pub feed: Feed,
    pub columns: Signal<Vec<Column>>,
    pub layout: Memo<Layout>,
    /// Which columns are drawn.
    pub drawn: Memo<Vec<bool>>,
    pub selection: RwSignal<Selection>,
    /// Key of the open row.
    pub open: RwSignal<Option<String>>,
    pub scroll_top: RwSignal<f64>,
    /// Of the pane; 0 before it is measured.
    pub height: RwSignal<f64>,
    pub width: RwSignal<f64>,
    /// Where to scroll to; the component takes it.
    pub scroll_to: RwSignal<Option<f64>>,
    pub plan: Memo<Plan>,
    pub measures: Memo<Measures>,
    pub slice: Memo<Slice>,
}

impl Table {
    pub fn new(feed: Feed, columns: Signal<Vec<Column>>, grouped: Signal<bool>) -> Table {
        let open = RwSignal::new(None::<String>);
        let scroll_top = RwSignal::new(0.0);
        let height = RwSignal::new(640.0);
        let width = RwSignal::new(0.0);
        let layout = Memo::new(move |_| {
            let (pane, sorted) = (width.get(), feed.filter.with(|filter| filter.sort.clone()));
            feed.store.with(|store| columns.with(|columns| fit(columns, store.needs(), &sorted, pane)))
        });
        let drawn = Memo::new(move |_| layout.with(Layout::drawn));
        let scroll_to = RwSignal::new(None);
        let selection = RwSignal::new(Selection::default());
        let plan = Memo::new(move |_| {
            feed.store.with(|store| {
                if !grouped.get() {
                    return Plan::Flat(store.shown());
                }
                let groups =
                    store.iter().map(|(_, kept)| kept.row.group.as_ref().map(|group| group.key.as_str()));
                Plan::Headed(Arc::new(with_headings(groups)))
            })
        });
        let measures = Memo::new(move |_| {
            let opened = open.get().and_then(|key| {
                feed.store.with(|store| {
                    let row = store.find(&key)?;
                    let lines = store.get(row)?.row.detail.len();
                    Some((plan.with(|plan| plan.place_of(row))?, detail_height(lines)))
                })
            });
            let (items, scroll_top) = (plan.with(Plan::len), scroll_top.get());
            Measures { items, scroll_top, height: height.get(), open: opened }
        });
        let slice = Memo::new(move |_| measures.get().slice());
        Effect::new(move |_| {
            let slice = slice.get();
            let wanted = match plan.get() {
                Plan::Flat(0) => (0, 40),
                Plan::Flat(_) => (slice.first, slice.last),
                Plan::Headed(_) => return,
            };
            if feed.wanted.get_untracked() != wanted {
                feed.wanted.set(wanted);
            }
        });
        // Another filter or order begins at the top.
        Effect::new(move |before: Option<()>| {
            feed.filter.track();
            if before.is_some() {
                scroll_to.set(Some(0.0));
            }
        });
        Table {
            feed,
            columns,
            layout,
            drawn,
            selection,
            open,
            scroll_top,
            height,
            width,
            scroll_to,
            plan,
            measures,
            slice,
        }
    }

    /// How many columns are drawn.
    #[must_use]
    pub fn span(self) -> String {
        self.drawn.with(|drawn| drawn.iter().filter(|drawn| **drawn).count().to_string())
    }

    /// The row at an item's place, if it is here.
    #[must_use]
    pub fn row_at(self, item: u32) -> Option<Arc<ShownRow>> {
        match self.plan.try_with_untracked(|plan| plan.item(item)).flatten()? {
            Item::Row(row) => self
                .feed
                .store
                .try_with_untracked(|store| store.get(row).map(|kept| Arc::clone(&kept.row)))
                .flatten(),
            Item::Heading(_) => None,
        }
    }

    /// Where the chosen row stands now.
    #[must_use]
    pub fn chosen(self) -> Option<u32> {
        let selection = self.selection.try_get_untracked()?;
        let Some(key) = selection.key else { return selection.item };
        let row = self.feed.store.try_with_untracked(|store| store.find(&key)).flatten();
        match row {
            Some(row) => self.plan.try_with_untracked(|plan| plan.place_of(row)).flatten(),
            None => selection.item,
        }
    }

    /// Chooses what stands at a place and brings it into view.
    pub fn choose(self, item: u32) {
        let key = self.row_at(item).map(|row| row.key.clone());
        let _set = self.selection.try_set(Selection { key, item: Some(item) });
        let reveal = self.measures.try_get_untracked().and_then(|measures| measures.reveal(item));
        if reveal.is_some() {
            let _scroll = self.scroll_to.try_set(reveal);
        }
    }

    /// One row down or up.
    pub fn step(self, down: bool) {
        let from = self.chosen();
        self.go(from, down);
    }

    /// To the first or the last row.
    pub fn end(self, last: bool) {
        self.go(None, !last);
    }

    fn go(self, from: Option<u32>, down: bool) {
        let next = self.plan.try_with_untracked(|plan| {
            step(from, down, plan.len(), |at| matches!(plan.item(at), Some(Item::Row(_))))
        });
        if let Some(next) = next.flatten() {
            self.choose(next);
        }
    }

    /// Opens the chosen row: its own page, or its detail beneath it.
    #[must_use]
    pub fn enter(self) -> Option<Route> {
        let row = self.row_at(self.chosen()?)?;
        if row.target.is_some() {
            return row.target.clone();
        }
        self.toggle(&row);
        None
    }

    /// Opens or closes a row's detail.
    pub fn toggle(self, row: &ShownRow) {
        if row.detail.is_empty() {
            return;
        }
        let _toggled = self.open.try_update(|open| {
            *open = if open.as_deref() == Some(&row.key) { None } else { Some(row.key.clone()) };
        });
    }
}
