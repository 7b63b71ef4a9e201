//! The overview: a verdict with its reasons, tiles, and the brokers. A tile that leaves brokers out says so.

use std::sync::Arc;

use contract::{Fact, GetOverview, Overview, Reason, Verdict, View};
use leptos::prelude::*;

use super::lists::brokers_table;
use crate::{
    components::{
        drawings::Icon,
        failures::failures,
        icon::icon,
        pieces::{Reach, figure},
        standing,
        table::table,
    },
    ipc,
    model::{
        bytes,
        cell::{Figure, Tone},
        number::{count, of},
        place,
        shown::total,
        time::clock,
    },
    state::{app::App, query::Query, subject::Subject},
};

pub(super) fn page(app: App, cluster: String) -> impl IntoView {
    let asked = cluster.clone();
    let query = Query::new(
        cluster.clone(),
        vec![View::Cluster, View::LogDirs, View::Groups, View::Versions],
        move || GetOverview { cluster: asked.clone() },
    );
    let brokers = brokers_table(app, cluster.clone());
    let totals = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        if let Some(overview) = query.value.get() {
            totals.set(status(&overview));
        }
    });
    app.subject.set(Some(Subject {
        stamp: query.stamp,
        totals,
        views: Signal::stored(vec![View::Cluster, View::LogDirs]),
    }));
    let failure = move || query.stamp.with(|stamp| stamp.as_ref().and_then(|stamp| stamp.failure().cloned()));
    view! {
        <div data-sources=move || query.sources.with(|sources| sources.id().to_string())>
            {move || match (query.value.get(), failure()) {
                (Some(overview), _) => {
                    view! {
                        {verdict(&cluster, &overview)}
                        {tiles(&overview)}
                    }
                        .into_any()
                }
                (None, Some(error)) => standing::failed(app, error).into_any(),
                (None, None) => standing::asking("Asked the cluster how it is.").into_any(),
            }}
        </div>
        <div class="section"><h2>"Brokers"</h2></div>
        {failures(app, query.stamp)}
        {table(app, brokers, "Asked the cluster for its brokers.", "The cluster's metadata lists no broker.")}
    }
}

fn verdict(cluster: &str, overview: &Overview) -> impl IntoView + use<> {
    let (word, class, symbol) = match overview.verdict {
        Verdict::Healthy => ("Healthy", "fine", Icon::Fine),
        Verdict::Degraded => ("Degraded", "degraded", Icon::Warning),
        Verdict::Unhealthy => ("Unhealthy", "unhealthy", Icon::Bad),
        Verdict::Unknown => ("Not known yet", "unknown", Icon::Unknown),
    };
    let none = overview.reasons.is_empty().then(|| match overview.verdict {
        Verdict::Healthy => {
            view! { <p>"Every broker answers, every partition has its leader and its replicas in sync."</p> }
                .into_any()
        }
        _ => view! { <p>"Too little was told to say how the cluster is."</p> }.into_any(),
    });
    let reasons = overview.reasons.iter().map(|reason| line(cluster, reason)).collect::<Vec<_>>();
    view! {
        <div class=format!("verdict {class}") data-testid="verdict" data-verdict=class>
            {icon(symbol)}
            <div class="grow">
                <h1>{word}</h1>
                {none}
                <ul>{reasons}</ul>
            </div>
        </div>
    }
}

fn line(cluster: &str, reason: &Reason) -> impl IntoView + use<> {
    let since = reason.since.map(|at| format!(" since {}", clock(at.0, ipc::west_of_utc())));
    let link = reason.link.as_ref().map(|(text, to)| {
        view! {
            " "
            <a href=place::route(cluster, to).href()>{text.clone()}</a>
        }
    });
    view! {
        <li data-testid="reason">
            <b class="strong">{reason.head.clone()}</b>
            {since}
            {reason.text.clone()}
            {reason.verbatim.clone().map(|text| view! { " " <span class="mono">{text}</span> })}
            {link}
        </li>
    }
}

fn tiles(overview: &Arc<Overview>) -> impl IntoView + use<> {
    let counted = |fact: &Fact<u32>, about: &'static str, bad: Tone| {
        let tone = if fact.value().is_some_and(|v| *v > 0) { bad } else { Tone::Plain };
        Figure::of(fact, about, |v| count(*v)).tone(tone)
    };
    let up = Figure::of(&overview.brokers_up, "brokers answer", |v| count(*v));
    let all_up = overview.brokers_up.value() == overview.brokers_known.value();
    let known = overview.brokers_known.value().map(|known| format!("of {}", count(*known)));
    let (topics, inside) = (overview.topics.value(), overview.internal_topics.value());
    let topics = topics.map(|topics| of(*topics, "topic", "topics"));
    let inside =
        inside.filter(|inside| **inside > 0).map(|inside| of(*inside, "internal topic", "internal topics"));
    let (answered, brokers) = overview.stored_from;
    let partly = (answered < brokers).then(|| format!("{answered} of {brokers} brokers"));
    let (stored, unit) = match overview.stored.value() {
        Some(v) => bytes::fitting(v.0),
        None => (String::new(), ""),
    };
    let unit = if unit.is_empty() { None } else { Some(format!("{unit}, all replicas")) };
    let exact = overview.stored.value().map(|v| bytes::exact(v.0));
    let stored =
        Figure::of(&overview.stored, "in all replicas on the brokers that answered", |_| stored).exact(exact);
    view! {
        <dl class="tiles">
            {tile("brokers_up", "Brokers up", None, up.tone(if all_up { Tone::Plain } else { Tone::Amber }), known)}
            {tile("partitions", "Partitions", inside, counted(&overview.partitions, "partitions", Tone::Plain), topics)}
            {tile("leaderless", "Without leader", None, counted(&overview.leaderless, "partitions without a leader", Tone::Red), None)}
            {tile("under_replicated", "Under-replicated", None, counted(&overview.under_replicated, "partitions with a replica out of the ISR", Tone::Amber), None)}
            {tile("at_min_isr", "At or below min ISR", None, counted(&overview.at_min_isr, "partitions whose ISR is at or below min.insync.replicas; not those that have no more replicas than that by design", Tone::Amber), None)}
            {tile("stored", "Stored", partly, stored, unit)}
        </dl>
    }
}

fn tile(
    id: &'static str,
    label: &'static str,
    beside: Option<String>,
    value: Figure,
    after: Option<String>,
) -> impl IntoView {
    let partly = id == "stored";
    view! {
        <div data-testid=format!("tile-{id}")>
            <dt>
                {label}
                {beside.map(|beside| view! { " " <small class:amber=partly>{beside}</small> })}
            </dt>
            <dd>
                {figure(&value, Reach::Tab)}
                {after.map(|after| view! { " " <small>{after}</small> })}
            </dd>
        </div>
    }
}

fn status(overview: &Overview) -> Vec<contract::Total> {
    let told = |fact: &Fact<String>| fact.value().cloned().unwrap_or_else(|| "—".to_owned());
    let controller = overview.controller.value().map_or_else(|| "—".to_owned(), ToString::to_string);
    let groups = overview.groups.value().map_or_else(|| "—".to_owned(), |groups| count(*groups));
    let mut line = vec![
        total("Cluster id", told(&overview.cluster_id), ""),
        total("Kafka", told(&overview.kafka_version), ""),
        total("Controller", controller, ""),
        total("Groups", groups, ""),
        total("Connections", count(overview.connections), ""),
    ];
    if let Some(version) = overview.metadata_version.value() {
        line.insert(2, total("Metadata", version.clone(), ""));
    }
    line
}
