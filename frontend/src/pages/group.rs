//! One group: its head, the offsets of its partitions, its members.

use contract::{GetGroup, GroupDetail, ListGroupMembers, ListGroupOffsets, View};
use leptos::prelude::*;

use super::setting::table;
use crate::{
    components::{
        failures::failures,
        pieces::{Reach, pieces},
        standing,
        table::table as draw,
        tabs::{Tab, tabs},
        toolbar::toolbar,
    },
    model::{
        number::count,
        route::{GroupTab, Page, Route},
        rows,
    },
    state::{app::App, fetched::fetch, query::Query},
};

pub(super) fn page(app: App, cluster: String, id: String) -> impl IntoView {
    let asked = (cluster.clone(), id.clone());
    let view = View::Group { name: id.clone() };
    let query = Query::new(cluster.clone(), vec![view, View::Groups], move || {
        let (cluster, id) = asked.clone();
        GetGroup { cluster, id }
    });
    let ways = {
        let (cluster, id) = (cluster.clone(), id.clone());
        Memo::new(move |_| ways(&cluster, &id, query.value.get().as_deref()))
    };
    let tab = Memo::new(move |_| match app.route.get() {
        Route::Cluster { page: Page::Group { tab, .. }, .. } => tab,
        _ => GroupTab::Offsets,
    });
    // Asked for in vain, with nothing from before: there is nothing to head.
    let lacking = Memo::new(move |_| {
        let error = query.stamp.with(|stamp| stamp.as_ref().and_then(|stamp| stamp.error.clone()));
        error.filter(|_| query.value.with(Option::is_none))
    });
    let title = id.clone();
    let head =
        move || query.value.get().map(|group| pieces(app, &rows::groups::headline(&group), Reach::Tab));
    view! {
        <div class="pad" data-sources=move || query.sources.with(|sources| sources.id().to_string())>
            <h1 class="mono" data-testid="group-id">{title}</h1>
            <p class="sub pieces" data-testid="group-head">{head}</p>
        </div>
        {tabs(app, ways.into())}
        {move || match (lacking.get(), tab.get()) {
            (Some(error), _) => standing::failed(app, error).into_any(),
            (None, GroupTab::Offsets) => offsets(app, cluster.clone(), id.clone()).into_any(),
            (None, GroupTab::Members) => members(app, cluster.clone(), id.clone()).into_any(),
        }}
    }
}

fn ways(cluster: &str, id: &str, group: Option<&GroupDetail>) -> Vec<Tab> {
    let route = |tab| Route::page(cluster, Page::Group { id: id.to_owned(), tab });
    let partitions = group.and_then(|group| group.row.lag.value()).map(|lag| count(lag.of));
    let members = group.and_then(|group| group.row.members.value()).map(|members| count(*members));
    vec![
        Tab { label: "Offsets", note: partitions, route: route(GroupTab::Offsets) },
        Tab { label: "Members", note: members, route: route(GroupTab::Members) },
    ]
}

fn offsets(app: App, cluster: String, id: String) -> impl IntoView {
    let asked = (cluster.clone(), id.clone());
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, group) = asked.clone();
            ListGroupOffsets { cluster, group, query }
        },
        rows::group_offsets::shown,
    );
    let columns = Signal::stored(rows::group_offsets::columns());
    let table = table(app, cluster, View::Group { name: id }, columns, fetch);
    view! {
        {toolbar(app, table, "Filter partitions, members and hosts")}
        {failures(app, table.feed.stamp)}
        {draw(
            app,
            table,
            "Asked the group's coordinator for its commits, and the leaders for the ends of their logs.",
            "This group has committed nothing, and no member has a partition.",
        )}
    }
}

fn members(app: App, cluster: String, id: String) -> impl IntoView {
    let asked = (cluster.clone(), id.clone());
    let fetch = fetch(
        cluster.clone(),
        move |query| {
            let (cluster, group) = asked.clone();
            ListGroupMembers { cluster, group, query }
        },
        |row, _| rows::group_members::shown(row),
    );
    let columns = Signal::stored(rows::group_members::columns());
    let table = table(app, cluster, View::Group { name: id }, columns, fetch);
    view! {
        {toolbar(app, table, "Filter members, hosts and topics")}
        {failures(app, table.feed.stamp)}
        {draw(app, table, "Asked the group's coordinator for its members.", "This group has no members.")}
    }
}
