//! Who may do what: ACLs with their two questions, SCRAM users, client quotas. A cluster without an authorizer is said to have
//! none: an empty table would read as "nobody may do anything".

use contract::{ListAcls, ListQuotas, ListScramUsers, NO_AUTHORIZER, View};
use leptos::prelude::*;

use super::{
    lists::list,
    setting::{filter_here, table},
};
use crate::{
    components::{
        failures::failures,
        table::table as draw,
        toolbar::{question, toolbar},
    },
    model::{route::Filter, rows},
    state::{
        app::App,
        fetched::{Fetch, fetch},
    },
};

pub(super) fn acls(app: App, cluster: String) -> impl IntoView {
    let filter = filter_here(app);
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let Filter { principal, topic, .. } = filter.try_get_untracked().unwrap_or_default();
            ListAcls { cluster: of.clone(), principal, topic, query }
        },
        rows::acls::shown,
    );
    view! {
        <div class="bar questions">
            {question(app, "Principal", "What can it do? User:orders", "principal", |filter| &filter.principal, |filter| &mut filter.principal)}
            {question(app, "Topic", "Who can touch it?", "topic", |filter| &filter.topic, |filter| &mut filter.topic)}
        </div>
        {listed(app, cluster, fetch, "The authorizer has no ACLs: only super users may do anything, unless allow.everyone.if.no.acl.found is set.")}
    }
}

/// A tab of a topic's page: those that cover it.
pub(super) fn acls_of(app: App, cluster: String, topic: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, topic) = (of.clone(), topic.clone());
            ListAcls { cluster, principal: String::new(), topic, query }
        },
        rows::acls::shown,
    );
    listed(
        app,
        cluster,
        fetch,
        "No ACL covers this topic: only super users may touch it, unless allow.everyone.if.no.acl.found is set.",
    )
}

fn listed(app: App, cluster: String, fetch: Fetch, empty: &'static str) -> impl IntoView {
    let table = table(app, cluster, View::Acls, Signal::stored(rows::acls::columns()), fetch);
    let none = Memo::new(move |_| {
        table.feed.totals.with(|totals| {
            let none = totals.iter().find(|total| total.label == NO_AUTHORIZER);
            none.map(|total| total.note.clone())
        })
    });
    view! {
        {toolbar(app, table, "Filter names, principals, operations")}
        {failures(app, table.feed.stamp)}
        {move || match none.get() {
            None => draw(app, table, "Asked a broker for all ACLs.", empty).into_any(),
            Some(says) => view! {
                <div class="standing" data-testid="no-authorizer">
                    <p class="strong">"This cluster has no authorizer."</p>
                    <p>{says}</p>
                </div>
            }
            .into_any(),
        }}
    }
}

pub(super) fn scram_users(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let question = move |query| ListScramUsers { cluster: of.clone(), query };
    let fetch = fetch(cluster.clone(), question, |row, _| rows::scram_users::shown(row));
    let columns = Signal::stored(rows::scram_users::columns());
    let table = table(app, cluster, View::ScramUsers, columns, fetch);
    list(
        app,
        table,
        "Filter users and mechanisms",
        "Asked a broker for all SCRAM users.",
        "No user has a SCRAM password.",
    )
}

pub(super) fn quotas(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let question = move |query| ListQuotas { cluster: of.clone(), query };
    let fetch = fetch(cluster.clone(), question, |row, _| rows::quotas::shown(row));
    let table = table(app, cluster, View::Quotas, Signal::stored(rows::quotas::columns()), fetch);
    list(
        app,
        table,
        "Filter entities and keys",
        "Asked a broker for all client quotas.",
        "No client quota is set.",
    )
}
