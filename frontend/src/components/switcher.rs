//! The cluster switcher: which cluster is open, how it stands, and the way to the others.

use contract::{ClusterStatus, ConnectionState, ProfileRow};
use leptos::prelude::*;

use super::{drawings::Icon, icon::icon};
use crate::{
    model::route::{Page, Route},
    state::app::{App, Overlay},
};

pub fn switcher(app: App) -> impl IntoView {
    let status = move || app.status.get().and_then(Result::ok);
    let name = move || match (app.route.with(|route| route.cluster().map(str::to_owned)), status()) {
        (None, _) => "Brokerscope".to_owned(),
        (Some(_), Some(status)) => status.name,
        (Some(id), None) => id,
    };
    let says = move || match (app.route.with(|route| route.cluster().is_some()), app.status.get()) {
        (false, _) => "No cluster chosen".to_owned(),
        (true, Some(Ok(status))) => summary(&status),
        (true, Some(Err(_))) => "Not open".to_owned(),
        (true, None) => "Opening".to_owned(),
    };
    let state = move || {
        status().map_or("closed", |status| match status.state {
            ConnectionState::Closed => "closed",
            ConnectionState::Connecting { .. } => "connecting",
            ConnectionState::Open { .. } => "open",
            ConnectionState::Failed { .. } => "failed",
        })
    };
    let toggle = move |_| {
        app.load_profiles();
        app.overlay.update(|overlay| {
            *overlay = if *overlay == Overlay::Clusters { Overlay::None } else { Overlay::Clusters };
        });
    };
    view! {
        <div class="switch-place">
            <button type="button" class="switch" data-testid="cluster-switch" data-state=state on:click=toggle>
                <span class="dot"></span>
                <span class="grow">
                    <b>{name}</b>
                    <small>{says}</small>
                </span>
                {icon(Icon::Switch)}
            </button>
            {move || (app.overlay.get() == Overlay::Clusters).then(|| menu(app))}
        </div>
    }
}

fn summary(status: &ClusterStatus) -> String {
    match &status.state {
        ConnectionState::Closed => "Closed".to_owned(),
        ConnectionState::Connecting { .. } => "Connecting".to_owned(),
        ConnectionState::Open { .. } => status.summary.clone(),
        ConnectionState::Failed { .. } => "Nothing answers".to_owned(),
    }
}

fn menu(app: App) -> impl IntoView {
    let rows = move || match app.profiles.get() {
        Some(Ok(profiles)) => profiles.rows,
        _ => Vec::new(),
    };
    let line = move |row: ProfileRow| {
        let color = row.profile.color.clone();
        let href = Route::page(&row.profile.id, Page::Overview).href();
        view! {
            <a href=href on:click=move |_| app.overlay.set(Overlay::None)>
                <span class="dot" style:background-color=move || color.clone()></span>
                <span class="grow">{row.profile.name}</span>
                <small>{row.summary}</small>
            </a>
        }
    };
    view! {
        <div class="menu clusters" data-testid="cluster-menu">
            {move || rows().into_iter().map(line).collect_view()}
            <a class="all" href=Route::Connections.href() on:click=move |_| app.overlay.set(Overlay::None)>
                {icon(Icon::Plug)}
                <span class="grow">"All connections"</span>
            </a>
        </div>
    }
}
