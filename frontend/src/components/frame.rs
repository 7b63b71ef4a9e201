//! The frame: a strip of the cluster's colour, sidebar, top bar, the page, the status line.

use contract::{ApiError, ConnectionState, ErrorKind, OpenCluster, Total};
use leptos::{prelude::*, task::spawn_local};

use super::{
    dialogs, drawings::Icon, icon::icon, keys, palette, sidebar::sidebar, tip::tip, top_bar::top_bar, way,
};
use crate::{
    ipc,
    model::{
        found::movable,
        number::count,
        route::{Desk, Part, Route},
        shown::total,
    },
    pages,
    state::{
        app::{App, Overlay},
        table::Table,
    },
};

pub fn frame(app: App) -> impl IntoView {
    let color = move || {
        let status = app.status.get().and_then(Result::ok);
        status.map_or_else(|| "var(--accent)".to_owned(), |status| status.color)
    };
    let cluster = app.cluster();
    // A cluster that is not there at all has no pages.
    let refused = Memo::new(move |_| app.status.with(|status| status.as_ref()?.as_ref().err().cloned()));
    view! {
        <div class="app" style:--cluster=color inert=move || app.dialog.with(Option::is_some)>
            <div class="strip"></div>
            {sidebar(app)}
            {top_bar(app)}
            <main data-testid="page" data-page=move || app.route.with(page_name)>
                {move || trouble(app)}
                {move || match refused.get().filter(|_| app.nowhere.with(Option::is_none)) {
                    Some(error) => not_there(error).into_any(),
                    None => pages::current(app).into_any(),
                }}
            </main>
            {status_line(app)}
        </div>
        {move || match (app.overlay.get(), cluster.get()) {
            (Overlay::Palette, id) => palette::palette(app, id).into_any(),
            (Overlay::Keys, _) => keys::overlay(app).into_any(),
            (Overlay::Clusters | Overlay::Pace | Overlay::Row, _) => {
                view! { <div class="veil clear" on:click=move |_| app.overlay.set(Overlay::None)></div> }.into_any()
            }
            _ => ().into_any(),
        }}
        {dialogs::dialogs(app)}
        {tip(app)}
    }
}

fn page_name(route: &Route) -> &'static str {
    match route {
        Route::Connections => "Connections",
        Route::Desk(desk) => desk.title(),
        Route::Cluster { page, .. } => page.title(),
    }
}

/// What stands above every page while the cluster itself can't be reached.
fn trouble(app: App) -> Option<AnyView> {
    let id = app.cluster().get()?;
    match app.status.get()? {
        Err(_) => None,
        Ok(status) => match status.state {
            ConnectionState::Failed { error } => Some(unreachable(app, id, status.name, error).into_any()),
            ConnectionState::Connecting { .. } => {
                Some(view! { <div class="note plain" role="status" data-testid="connecting">"Connecting to "<b>{status.name}</b></div> }.into_any())
            }
            ConnectionState::Closed | ConnectionState::Open { .. } => None,
        },
    }
}

fn not_there(error: ApiError) -> impl IntoView {
    view! {
        <div class="standing bad" role="alert" data-testid="not-there">
            {icon(Icon::Bad)}
            <p class="strong">{error.message}</p>
            {error.advice.map(|advice| view! { <p>{advice}</p> })}
            <a class="btn" href=Route::Connections.href()>
                "To the connections"
            </a>
        </div>
    }
}

fn unreachable(app: App, id: String, name: String, error: ApiError) -> impl IntoView {
    let again = {
        let id = id.clone();
        move |_| {
            let id = id.clone();
            spawn_local(async move {
                // The outcome comes as a note, like every change of the connection.
                let _asked = ipc::call(OpenCluster { id }).await;
            });
        }
    };
    let ask = dialogs::asks(app, &id, &name, &error).map(|dialog| {
        let says = dialogs::deed(&dialog);
        let ask = move |_| dialogs::open(app, dialog.clone());
        view! { <button type="button" class="btn primary" data-testid="give-secret" on:click=ask>{says}</button> }
    });
    // What is neither kept nor edited has nothing to be changed.
    let edit = movable(&id).then(|| {
        let part = match error.kind {
            ErrorKind::Authentication | ErrorKind::Token | ErrorKind::SecretNeeded => Part::SignIn,
            ErrorKind::Tls => Part::Security,
            ErrorKind::Connect | ErrorKind::Timeout if goes_round(app, &id) => Part::Reach,
            _ => Part::General,
        };
        let to = Route::Desk(Desk::Edit { id: Some(id.clone()), part });
        view! { <a class="btn" href=to.href()>"Edit"</a> }
    });
    view! {
        <div class="note" role="alert" data-testid="not-connected">
            <b>"Not connected."</b>
            <span>{error.message}" "{error.advice}</span>
            <div class="row">
                {ask}
                {edit}
                <button type="button" class="btn" on:click=again>
                    "Try again"
                </button>
            </div>
        </div>
    }
}

/// Whether its brokers are reached in another way than straight.
fn goes_round(app: App, id: &str) -> bool {
    untrack(|| app.profile(id)).is_some_and(|profile| !profile.reach.is_direct())
}

fn status_line(app: App) -> impl IntoView {
    let totals = move || {
        let told = app.subject.get().and_then(|subject| subject.totals.try_get()).unwrap_or_default();
        // Where the core sums nothing up, at least how many rows there are, and how many are left out.
        if told.is_empty() { app.table.get().and_then(rows).into_iter().collect() } else { told }
    };
    let one = |total: Total| {
        view! {
            <span data-testid="total" title=total.note.clone()>
                {total.label}
                " "
                <b>{total.value}</b>
                {(!total.note.is_empty()).then(|| format!(" {}", total.note))}
            </span>
        }
    };
    view! {
        <div class="status" role="contentinfo">
            <div class="totals">{move || totals().into_iter().map(one).collect_view()}</div>
            {way::in_line(app)}
        </div>
    }
}

fn rows(table: Table) -> Option<Total> {
    let shown = table.feed.store.try_with(|store| store.answered().then(|| store.shown())).flatten()?;
    let all = table.feed.told.try_with(|told| told.total)?;
    let value = if all > shown { format!("{} of {}", count(shown), count(all)) } else { count(shown) };
    Some(total("Rows", value, ""))
}
