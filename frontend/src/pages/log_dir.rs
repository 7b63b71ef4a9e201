//! One log dir: what fills it, summed by topic or replica by replica.

use contract::{BrokerTab, ListLogDirReplicas, ListLogDirTopics, View};
use leptos::prelude::*;

use super::setting::table;
use crate::{
    components::{
        failures::failures,
        table::table as draw,
        tabs::{Tab, tabs},
        toolbar::toolbar,
    },
    model::{
        route::{LogDirBy, Page, Route},
        rows,
    },
    state::{app::App, fetched::fetch, table::Table},
};

pub(super) fn page(app: App, cluster: String, broker: i32, path: String) -> impl IntoView {
    let route = |by| Route::page(&cluster, Page::LogDir { broker, path: path.clone(), by });
    let ways = vec![
        Tab { label: "By topic", note: None, route: route(LogDirBy::Topics) },
        Tab { label: "Replicas", note: None, route: route(LogDirBy::Replicas) },
    ];
    let by = Memo::new(move |_| match app.route.get() {
        Route::Cluster { page: Page::LogDir { by, .. }, .. } => by,
        _ => LogDirBy::Topics,
    });
    let owner = Route::page(&cluster, Page::Broker { id: broker, tab: BrokerTab::LogDirs });
    view! {
        <div class="pad">
            <h1 class="mono">{path.clone()}</h1>
            <p class="sub">"On " <a href=owner.href()>{format!("broker {broker}")}</a></p>
        </div>
        {tabs(app, Signal::stored(ways))}
        {move || {
            let table = match by.get() {
                LogDirBy::Topics => by_topic(app, cluster.clone(), broker, path.clone()),
                LogDirBy::Replicas => by_replica(app, cluster.clone(), broker, path.clone()),
            };
            view! {
                {toolbar(app, table, "Filter topics")}
                {failures(app, table.feed.stamp)}
                {draw(app, table, "Asked the broker for this directory's replicas.", "No replica is in this directory.")}
            }
                .into_any()
        }}
    }
}

fn by_topic(app: App, cluster: String, broker: i32, path: String) -> Table {
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| ListLogDirTopics { cluster: of.clone(), broker, path: path.clone(), query },
        rows::replicas::rollup_shown,
    );
    table(app, cluster, View::LogDirs, Signal::stored(rows::replicas::rollup_columns()), fetch)
}

fn by_replica(app: App, cluster: String, broker: i32, path: String) -> Table {
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| ListLogDirReplicas { cluster: of.clone(), broker, path: path.clone(), query },
        rows::replicas::shown,
    );
    table(app, cluster, View::LogDirs, Signal::stored(rows::replicas::columns()), fetch)
}
