//! One broker: what it is, its log dirs, its configs, the requests that it offers, our connections to it.

use std::sync::Arc;

use contract::{BrokerDetail, BrokerTab, GetBroker, ListBrokerConfigs, View};
use leptos::prelude::*;

use super::{configs::configs, lists::log_dirs_table, setting::filter_here, versions};
use crate::{
    components::{
        failures::failures,
        pieces::{Reach, pieces},
        standing,
        table::table as draw,
        tabs::{Tab, tabs},
        toolbar::toolbar,
        top_bar::broker_tab,
    },
    model::{
        bytes,
        cell::{Figure, Piece},
        number::{count, skew},
        route::{Page, Route},
        rows,
    },
    state::{app::App, feed::Feed, fetched::fetch, query::Query, subject::Subject, table::Table},
};

const TABS: [BrokerTab; 5] = [
    BrokerTab::Overview,
    BrokerTab::LogDirs,
    BrokerTab::Configs,
    BrokerTab::Versions,
    BrokerTab::Connections,
];

pub(super) fn page(app: App, cluster: String, id: i32) -> impl IntoView {
    let asked = cluster.clone();
    let query = Query::new(cluster.clone(), vec![View::Cluster, View::LogDirs, View::Versions], move || {
        GetBroker { cluster: asked.clone(), id }
    });
    let ways: Vec<Tab> = TABS
        .into_iter()
        .map(|tab| Tab {
            label: broker_tab(tab),
            note: None,
            route: Route::page(&cluster, Page::Broker { id, tab }),
        })
        .collect();
    let tab = Memo::new(move |_| match app.route.get() {
        Route::Cluster { page: Page::Broker { tab, .. }, .. } => tab,
        _ => BrokerTab::Overview,
    });
    let state =
        move || query.value.get().map(|broker| pieces(app, &rows::brokers::state(&broker.row), Reach::Tab));
    view! {
        <div class="pad">
            <h1>{format!("Broker {id}")}</h1>
            <p class="sub pieces">{state}</p>
        </div>
        {tabs(app, Signal::stored(ways))}
        {move || match tab.get() {
            BrokerTab::Overview => overview(app, query).into_any(),
            BrokerTab::LogDirs => log_dirs(app, cluster.clone(), id).into_any(),
            BrokerTab::Configs => broker_configs(app, cluster.clone(), id).into_any(),
            BrokerTab::Versions => versions::of_broker(app, cluster.clone(), id).into_any(),
            BrokerTab::Connections => connections(app, query).into_any(),
        }}
    }
}

fn in_view(app: App, query: Query<BrokerDetail>) {
    let totals = RwSignal::new(Vec::new());
    let views = Signal::stored(vec![View::Cluster]);
    app.subject.set(Some(Subject { stamp: query.stamp, totals, views }));
}

fn overview(app: App, query: Query<BrokerDetail>) -> impl IntoView {
    in_view(app, query);
    let failure = move || query.stamp.with(|stamp| stamp.as_ref().and_then(|stamp| stamp.failure().cloned()));
    view! {
        {failures(app, query.stamp)}
        {move || match (query.value.get(), failure()) {
            (Some(broker), _) => facts(app, query, broker).into_any(),
            (None, Some(error)) => standing::failed(app, error).into_any(),
            (None, None) => standing::asking("Asked the cluster for this broker.").into_any(),
        }}
    }
}

fn facts(app: App, query: Query<BrokerDetail>, broker: Arc<BrokerDetail>) -> impl IntoView {
    let row = &broker.row;
    let text = |text: String| vec![crate::model::cell::mono(text, crate::model::cell::Tone::Plain)];
    let none = |why: &str| vec![crate::model::cell::noted("—", crate::model::cell::Tone::Dim, why)];
    let size = |fact: &contract::Fact<contract::Int64>, about| {
        let read = |v: &contract::Int64| {
            let (number, unit) = bytes::fitting(v.0);
            format!("{number} {unit}")
        };
        vec![Piece::Figure(Figure::of(fact, about, read).exact(fact.value().map(|v| bytes::exact(v.0))))]
    };
    let counted =
        |fact: &contract::Fact<u32>, about| vec![Piece::Figure(Figure::of(fact, about, |v| count(*v)))];
    let address = match row.port {
        Some(port) if !row.host.is_empty() => text(format!("{}:{port}", row.host)),
        _ => none("Only replica lists name this broker; its address is not known."),
    };
    let rack = row.rack.clone().map_or_else(|| none("This broker names no rack."), text);
    let words =
        |fact: &contract::Fact<String>, about| vec![Piece::Figure(Figure::of(fact, about, Clone::clone))];
    let lines: Vec<(&str, Vec<Piece>)> = vec![
        ("Address", address),
        ("Rack", rack),
        ("Roles", words(&broker.roles, "roles of this broker")),
        ("Kafka", words(&broker.kafka_version, "by the requests that it offers")),
        ("Leads", counted(&row.leads, "partitions led by this broker")),
        (
            "Skew",
            vec![Piece::Figure(Figure::of(&row.leads_skew, "from an even share of the leaders", |v| {
                skew(*v)
            }))],
        ),
        ("Replicas", counted(&row.replicas, "replicas assigned to this broker")),
        ("In sync", counted(&row.in_sync, "replicas of this broker are in the ISR")),
        ("Kafka's share", size(&row.kafka, "in replicas on this broker")),
        ("Volumes", size(&row.volume, "of its volumes, each once where that can be told")),
        ("Usable", size(&row.usable, "free for Kafka on its volumes")),
        (
            "Round trip",
            vec![Piece::Figure(Figure::of(
                &row.round_trip_ms,
                "round trip of the last small request",
                |v| format!("{v:.1} ms"),
            ))],
        ),
    ];
    let lines = lines
        .into_iter()
        .map(|(label, cell)| view! { <dt>{label}</dt><dd>{pieces(app, &cell, Reach::Tab)}</dd> })
        .collect_view();
    view! {
        <dl class="sheet-facts" data-sources=move || query.sources.with(|sources| sources.id().to_string())>{lines}</dl>
    }
}

fn log_dirs(app: App, cluster: String, id: i32) -> impl IntoView {
    let table = log_dirs_table(app, cluster, Signal::derive(|| true), Some(id));
    view! {
        {toolbar(app, table, "Filter directories")}
        {failures(app, table.feed.stamp)}
        {draw(app, table, "Asked this broker for its log dirs.", "This broker told of no log dir.")}
    }
}

fn broker_configs(app: App, cluster: String, id: i32) -> impl IntoView {
    let of = cluster.clone();
    configs(
        app,
        cluster,
        View::BrokerConfigs { broker: id },
        "Asked this broker for its configs.",
        move |raw| {
            let asked = of.clone();
            fetch(
                of,
                move |query| ListBrokerConfigs { cluster: asked.clone(), id, query },
                move |row, _| rows::configs::shown(row, raw.try_get_untracked().unwrap_or(false)),
            )
        },
    )
}

fn connections(app: App, query: Query<BrokerDetail>) -> impl IntoView {
    in_view(app, query);
    let feed = Feed::fixed(filter_here(app));
    let table = Table::new(feed, Signal::stored(rows::sockets::columns()), Signal::derive(|| false));
    Effect::new(move |_| {
        feed.stamp.set(query.stamp.get());
        if let Some(broker) = query.value.get() {
            let shown = broker
                .connections
                .iter()
                .enumerate()
                .map(|(at, row)| rows::sockets::shown(at, row))
                .collect();
            feed.put(shown, &query.sources.get());
        }
    });
    view! {
        <div class="pad sub below">"This program's own connections to the broker."</div>
        {draw(app, table, "Asked the core for its connections.", "This program has no connection to this broker now.")}
    }
}
