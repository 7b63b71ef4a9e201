//! The pages, one file each, and which one is in view. A page is built anew when its place changes, not when its search does.

mod broker;
mod configs;
pub(crate) mod connections;
mod connections_row;
mod doctor;
mod doctor_timeline;
pub(crate) mod editor;
mod group;
mod import;
mod import_clusters;
mod import_lines;
mod lists;
mod log_dir;
mod overview;
mod requests;
mod requests_answer;
mod requests_path;
mod security;
mod setting;
mod share;
mod topic;
mod versions;

use contract::{BrokerTab, TopicTab};
use leptos::prelude::*;

use crate::{
    model::route::{Desk, GroupTab, LogDirBy, Page, Part, Route},
    state::app::App,
};

/// The page of the address.
pub fn current(app: App) -> impl IntoView {
    let place = Memo::new(move |_| match app.route.get() {
        Route::Cluster { id, page, .. } => Route::page(&id, whole(page)),
        // Its parts change inside of the editor.
        Route::Desk(Desk::Edit { id, .. }) => Route::Desk(Desk::Edit { id, part: Part::default() }),
        other => other,
    });
    move || {
        app.subject.set(None);
        if let Some(address) = app.nowhere.get() {
            return nowhere(address).into_any();
        }
        match place.get() {
            Route::Connections => connections::page(app).into_any(),
            Route::Desk(desk) => of_connections(app, desk),
            Route::Cluster { id, page, .. } => of_cluster(app, id, page),
        }
    }
}

/// A page without its tab: tabs change inside of a page, its head stays.
fn whole(page: Page) -> Page {
    match page {
        Page::Broker { id, .. } => Page::Broker { id, tab: BrokerTab::default() },
        Page::Topic { name, .. } => Page::Topic { name, tab: TopicTab::default() },
        Page::LogDir { broker, path, .. } => Page::LogDir { broker, path, by: LogDirBy::default() },
        Page::Group { id, .. } => Page::Group { id, tab: GroupTab::default() },
        other => other,
    }
}

fn of_connections(app: App, desk: Desk) -> AnyView {
    match desk {
        Desk::Edit { id, .. } => editor::page(app, id).into_any(),
        Desk::Import => import::page(app).into_any(),
        Desk::Share => share::page(app).into_any(),
        Desk::Doctor { id } => doctor::page(app, id).into_any(),
    }
}

fn of_cluster(app: App, cluster: String, page: Page) -> AnyView {
    match page {
        Page::Overview => overview::page(app, cluster).into_any(),
        Page::Brokers => lists::brokers(app, cluster).into_any(),
        Page::Broker { id, .. } => broker::page(app, cluster, id).into_any(),
        Page::LogDirs => lists::log_dirs(app, cluster).into_any(),
        Page::LogDir { broker, path, .. } => log_dir::page(app, cluster, broker, path).into_any(),
        Page::Topics => lists::topics(app, cluster).into_any(),
        Page::Topic { name, .. } => topic::page(app, cluster, name).into_any(),
        Page::Groups => lists::groups(app, cluster).into_any(),
        Page::Acls => security::acls(app, cluster).into_any(),
        Page::ScramUsers => security::scram_users(app, cluster).into_any(),
        Page::Quotas => security::quotas(app, cluster).into_any(),
        Page::Quorum => lists::quorum(app, cluster).into_any(),
        Page::Reassignments => lists::reassignments(app, cluster).into_any(),
        Page::Transactions => lists::transactions(app, cluster).into_any(),
        Page::Group { id, .. } => group::page(app, cluster, id).into_any(),
        Page::Versions => versions::page(app, cluster).into_any(),
        Page::Requests => requests::page(app, cluster).into_any(),
        Page::Journal => lists::journal(app, cluster).into_any(),
    }
}

fn nowhere(address: String) -> impl IntoView {
    view! {
        <div class="standing" data-testid="nowhere">
            <p class="strong">"Nothing is at this address."</p>
            <p class="mono">{address}</p>
            <a class="btn" href=Route::Connections.href()>
                "To the connections"
            </a>
        </div>
    }
}
