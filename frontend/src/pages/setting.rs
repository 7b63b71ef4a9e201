//! What all table pages do alike: take search and order from the address, ask the core, tell the frame what is in view.

use contract::View;
use leptos::prelude::*;

use crate::{
    model::{
        column::Column,
        route::{Filter, Route},
    },
    state::{app::App, feed::Feed, fetched::Fetch, subject::Subject, table::Table},
};

/// The filter of this place in the address; it keeps still when the address leads elsewhere, so that a page on its way out asks
/// for nothing.
pub(super) fn filter_here(app: App) -> Signal<Filter> {
    let here = app.route.get_untracked();
    let filter = Memo::new(move |old: Option<&Filter>| {
        app.route.with(|route| {
            if route.same_place(&here) { Route::filter(route) } else { old.cloned().unwrap_or_default() }
        })
    });
    filter.into()
}

/// A table of the core's, in view.
pub(super) fn table(
    app: App,
    cluster: String,
    view: View,
    columns: Signal<Vec<Column>>,
    fetch: Fetch,
) -> Table {
    let plain = Signal::derive(|| false);
    grouped_table(app, cluster, view, columns, plain, fetch)
}

/// The same with headings between the rows while `grouped`.
pub(super) fn grouped_table(
    app: App,
    cluster: String,
    view: View,
    columns: Signal<Vec<Column>>,
    grouped: Signal<bool>,
    fetch: Fetch,
) -> Table {
    let views: Signal<Vec<View>> = Signal::stored(vec![view]);
    let feed = Feed::new(cluster, views, filter_here(app), grouped, fetch);
    app.subject.set(Some(Subject { stamp: feed.stamp, totals: feed.totals, views }));
    Table::new(feed, columns, grouped)
}
