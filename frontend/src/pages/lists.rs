//! The pages that are one table: brokers, log dirs, topics, groups, quorum, reassignments, transactions, journal.

use contract::{
    ListBrokers, ListGroups, ListJournal, ListLogDirs, ListQuorum, ListReassignments, ListTopics,
    ListTransactions, LogDirRow, View,
};
use leptos::prelude::*;

use super::setting::{filter_here, grouped_table, table};
use crate::{
    components::{failures::failures, table::table as draw, toolbar::toolbar},
    model::{rows, shown::Around},
    state::{
        app::App,
        fetched::{fetch, fetch_kept},
        table::Table,
    },
};

pub(super) fn list(
    app: App,
    table: Table,
    search: &'static str,
    asked: &'static str,
    empty: &'static str,
) -> impl IntoView {
    view! {
        {toolbar(app, table, search)}
        {failures(app, table.feed.stamp)}
        {draw(app, table, asked, empty)}
    }
}

pub(super) fn brokers(app: App, cluster: String) -> impl IntoView {
    list(
        app,
        brokers_table(app, cluster),
        "Filter brokers, hosts and racks",
        "Asked the cluster for its brokers.",
        "The cluster's metadata lists no broker.",
    )
}

/// Also stands on the overview.
pub(super) fn brokers_table(app: App, cluster: String) -> Table {
    let of = cluster.clone();
    let fetch =
        fetch(cluster.clone(), move |query| ListBrokers { cluster: of.clone(), query }, rows::brokers::shown);
    table(app, cluster, View::Cluster, Signal::stored(rows::brokers::columns()), fetch)
}

pub(super) fn log_dirs(app: App, cluster: String) -> impl IntoView {
    // Under headings only in the brokers' own order; any other order mixes them, and each row then names its broker.
    let filter = filter_here(app);
    let grouped = Signal::from(Memo::new(move |_| filter.with(|filter| filter.sort.is_empty())));
    let table = log_dirs_table(app, cluster, grouped, None);
    list(
        app,
        table,
        "Filter brokers and directories",
        "Asked each broker for its log dirs.",
        "No broker told of any log dir.",
    )
}

/// Also a tab of a broker's page, with its rows `only`.
pub(super) fn log_dirs_table(app: App, cluster: String, grouped: Signal<bool>, only: Option<i32>) -> Table {
    let of = cluster.clone();
    let question = move |query| ListLogDirs { cluster: of.clone(), query };
    let show = move |row: &LogDirRow, around: &Around<'_>| {
        rows::log_dirs::shown(row, grouped.try_get_untracked().unwrap_or(true), around)
    };
    let fetch = match only {
        None => fetch(cluster.clone(), question, show),
        Some(id) => fetch_kept(cluster.clone(), question, move |row: &LogDirRow| row.broker == id, show),
    };
    let columns = Signal::derive(move || rows::log_dirs::columns(grouped.get()));
    grouped_table(app, cluster, View::LogDirs, columns, grouped, fetch)
}

pub(super) fn topics(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch =
        fetch(cluster.clone(), move |query| ListTopics { cluster: of.clone(), query }, rows::topics::shown);
    let table = table(app, cluster, View::Topics, Signal::stored(rows::topics::columns()), fetch);
    list(app, table, "Filter topics", "Asked the cluster for its topics.", "This cluster has no topics.")
}

pub(super) fn groups(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch =
        fetch(cluster.clone(), move |query| ListGroups { cluster: of.clone(), query }, rows::groups::shown);
    let table = table(app, cluster, View::Groups, Signal::stored(rows::groups::columns()), fetch);
    list(
        app,
        table,
        "Filter groups",
        "Asked each broker for the groups that it coordinates.",
        "No broker coordinates any group.",
    )
}

pub(super) fn quorum(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch =
        fetch(cluster.clone(), move |query| ListQuorum { cluster: of.clone(), query }, rows::quorum::shown);
    let table = table(app, cluster, View::Quorum, Signal::stored(rows::quorum::columns()), fetch);
    list(
        app,
        table,
        "Filter nodes, roles and endpoints",
        "Asked a broker for the quorum of controllers.",
        "The leader names no voter.",
    )
}

pub(super) fn reassignments(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| ListReassignments { cluster: of.clone(), query },
        rows::reassignments::shown,
    );
    let columns = Signal::stored(rows::reassignments::columns());
    let table = table(app, cluster, View::Reassignments, columns, fetch);
    list(
        app,
        table,
        "Filter topics, or broker 3",
        "Asked the controller for the reassignments that are under way.",
        "No partition is being moved between brokers now.",
    )
}

pub(super) fn transactions(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch = fetch(
        cluster.clone(),
        move |query| ListTransactions { cluster: of.clone(), query },
        rows::transactions::shown,
    );
    let columns = Signal::stored(rows::transactions::columns());
    let table = table(app, cluster, View::Transactions, columns, fetch);
    list(
        app,
        table,
        "Filter transactional ids and topics",
        "Asked each broker for the transactional ids that it coordinates.",
        "No broker lists a transactional id. They list only those that this user may describe (Describe on the id), and leave out the \
         others without a word.",
    )
}

pub(super) fn journal(app: App, cluster: String) -> impl IntoView {
    let of = cluster.clone();
    let fetch =
        fetch(cluster.clone(), move |query| ListJournal { cluster: of.clone(), query }, rows::journal::shown);
    let table = table(app, cluster, View::Journal, Signal::stored(rows::journal::columns()), fetch);
    list(
        app,
        table,
        "Filter requests, keys and outcomes",
        "Asked the core for what it has sent.",
        "Nothing was sent to this cluster yet.",
    )
}
