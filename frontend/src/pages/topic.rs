//! One topic: its head, the grid of its partitions, its configs, the groups that read it, the ACLs that cover it, its producers.

use contract::{
    GetTopic, ListPartitions, ListProducers, ListTopicConfigs, ListTopicGroups, ReplicaState, TopicDetail,
    TopicTab, View,
};
use leptos::prelude::*;

use super::{configs::configs, security, setting::table};
use crate::{
    components::{
        drawings::Icon,
        failures::failures,
        icon::icon,
        pieces::{Reach, figure, pieces},
        standing,
        table::table as draw,
        tabs::{Tab, tabs},
        toolbar::toolbar,
    },
    model::{
        cell::Figure,
        number::count,
        route::{Page, Route},
        rows::{
            self,
            partitions::{mark, mark_class},
        },
    },
    state::{app::App, fetched::fetch, query::Query},
};

pub(super) fn page(app: App, cluster: String, name: String) -> impl IntoView {
    let asked = (cluster.clone(), name.clone());
    let view = View::Topic { name: name.clone() };
    let query = Query::new(cluster.clone(), vec![view, View::Topics], move || {
        let (cluster, name) = asked.clone();
        GetTopic { cluster, name }
    });
    let ways = {
        let (cluster, name) = (cluster.clone(), name.clone());
        Memo::new(move |_| ways(&cluster, &name, query.value.get().as_deref()))
    };
    let tab = Memo::new(move |_| match app.route.get() {
        Route::Cluster { page: Page::Topic { tab, .. }, .. } => tab,
        _ => TopicTab::Partitions,
    });
    // The columns of the grid; it is built anew only when they change.
    let brokers = Memo::new(move |_| {
        query.value.get().map(|topic| (topic.brokers.clone(), topic.brokers_down.clone()))
    });
    let failure = Memo::new(move |_| {
        query.stamp.with(|stamp| stamp.as_ref().and_then(|stamp| stamp.failure().cloned()))
    });
    // Asked for in vain, with nothing from before: there is nothing to head, and no grid to explain.
    let lacking = Memo::new(move |_| {
        let told = query
            .value
            .with(|topic| topic.as_ref().is_some_and(|topic| rows::topics::untold(&topic.row).is_none()));
        failure.with(Option::is_some) && !told
    });
    let title = name.clone();
    view! {
        <div class="pad" data-sources=move || query.sources.with(|sources| sources.id().to_string())>
            <h1 class="mono" data-testid="topic-name">{title}</h1>
            <p class="sub pieces">
                {move || query.value.get().filter(|_| !lacking.get()).map(|topic| head(app, &topic))}
            </p>
        </div>
        <div class="tabs-with">
            {tabs(app, ways.into())}
            {move || (tab.get() == TopicTab::Partitions && !lacking.get()).then(legend)}
        </div>
        {move || match (tab.get(), brokers.get(), failure.get()) {
            (TopicTab::Configs, ..) => topic_configs(app, cluster.clone(), name.clone()).into_any(),
            (TopicTab::Acls, ..) => security::acls_of(app, cluster.clone(), name.clone()).into_any(),
            (TopicTab::Producers, ..) => producers(app, cluster.clone(), name.clone()).into_any(),
            (TopicTab::Groups, ..) => topic_groups(app, cluster.clone(), name.clone()).into_any(),
            (TopicTab::Partitions, Some((brokers, down)), _) => {
                partitions(app, cluster.clone(), name.clone(), brokers, down).into_any()
            }
            (TopicTab::Partitions, None, Some(error)) => standing::failed(app, error).into_any(),
            (TopicTab::Partitions, None, None) => {
                standing::asking("Asked the cluster for this topic's partitions.").into_any()
            }
        }}
    }
}

fn head(app: App, topic: &TopicDetail) -> impl IntoView + use<> {
    let head = pieces(app, &rows::topics::headline(&topic.row), Reach::Tab);
    let known = rows::topics::untold(&topic.row).is_none().then(|| {
        view! {
            <span class="dim">"·"</span>
            <span>"min ISR"</span>
            {figure(&Figure::of(&topic.min_insync, "min.insync.replicas", Clone::clone), Reach::Tab)}
            <span class="dim">"·"</span>
            <span>"id"</span>
            {figure(&Figure::of(&topic.id, "id of this topic", Clone::clone).mono(), Reach::Tab)}
        }
    });
    view! {
        {head}
        {known}
    }
}

fn ways(cluster: &str, name: &str, topic: Option<&TopicDetail>) -> Vec<Tab> {
    let route = |tab| Route::page(cluster, Page::Topic { name: name.to_owned(), tab });
    let set = topic.and_then(|topic| topic.overrides.value().map(|set| format!("{set} set")));
    vec![
        Tab {
            label: "Partitions",
            note: topic.filter(|topic| topic.row.partitions > 0).map(|topic| count(topic.row.partitions)),
            route: route(TopicTab::Partitions),
        },
        Tab { label: "Configs", note: set, route: route(TopicTab::Configs) },
        Tab { label: "Groups", note: None, route: route(TopicTab::Groups) },
        Tab { label: "ACLs", note: None, route: route(TopicTab::Acls) },
        Tab { label: "Producers", note: None, route: route(TopicTab::Producers) },
    ]
}

fn partitions(app: App, cluster: String, name: String, brokers: Vec<i32>, down: Vec<i32>) -> impl IntoView {
    let asked = (cluster.clone(), name.clone());
    let columns = Signal::stored(rows::partitions::columns(&brokers, &down));
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, topic) = asked.clone();
            ListPartitions { cluster, topic, query }
        },
        move |row, _| rows::partitions::shown(row, &brokers),
    );
    let table = table(app, cluster, View::Topic { name }, columns, fetch);
    view! {
        {toolbar(app, table, "Partition, broker or state")}
        {failures(app, table.feed.stamp)}
        {draw(app, table, "Asked the cluster for this topic's partitions.", "This topic has no partitions.")}
    }
}

fn producers(app: App, cluster: String, name: String) -> impl IntoView {
    let asked = (cluster.clone(), name.clone());
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, topic) = asked.clone();
            ListProducers { cluster, topic, query }
        },
        rows::producers::shown,
    );
    let columns = Signal::stored(rows::producers::columns());
    let table = table(app, cluster, View::Producers { name }, columns, fetch);
    view! {
        {toolbar(app, table, "Partition or producer id")}
        {failures(app, table.feed.stamp)}
        {draw(
            app,
            table,
            "Asked the leaders of this topic's partitions for the producers that they remember.",
            "No leader of this topic remembers an idempotent or transactional producer.",
        )}
    }
}

fn legend() -> impl IntoView {
    let states = [
        ReplicaState::Leader,
        ReplicaState::InSync,
        ReplicaState::OutOfSync,
        ReplicaState::Offline,
        ReplicaState::Adding,
    ];
    let entries = states
        .into_iter()
        .map(|state| {
            let (sign, word) = mark(state);
            let inside = sign.map_or_else(|| icon(Icon::Check).into_any(), IntoAny::into_any);
            view! {
                <span>
                    <i class=mark_class(state)>{inside}</i>
                    {word}
                </span>
            }
        })
        .collect_view();
    view! { <div class="legend" aria-hidden="true">{entries}</div> }
}

fn topic_groups(app: App, cluster: String, name: String) -> impl IntoView {
    let asked = (cluster.clone(), name.clone());
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, topic) = asked.clone();
            ListTopicGroups { cluster, topic, query }
        },
        rows::groups::shown,
    );
    let columns = Signal::stored(rows::groups::columns());
    let table = table(app, cluster, View::TopicGroups { name }, columns, fetch);
    view! {
        {toolbar(app, table, "Filter groups")}
        {failures(app, table.feed.stamp)}
        {draw(
            app,
            table,
            "Asked the coordinators what their groups have committed.",
            "None of the groups that were looked at reads this topic.",
        )}
    }
}

fn topic_configs(app: App, cluster: String, name: String) -> impl IntoView {
    let asked = (cluster.clone(), name.clone());
    let of = cluster.clone();
    configs(
        app,
        cluster,
        View::TopicConfigs { name },
        "Asked a broker for this topic's configs.",
        move |raw| {
            fetch(
                of,
                move |query| {
                    let (cluster, topic) = asked.clone();
                    ListTopicConfigs { cluster, topic, query }
                },
                move |row, _| rows::configs::shown(row, raw.try_get_untracked().unwrap_or(false)),
            )
        },
    )
}
