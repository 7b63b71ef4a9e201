//! The connections: every cluster that the user keeps, and the demo, which is always there. What was typed is kept, also when it
//! can't be used; the row then says why.

use contract::{MoveProfile, Profiles};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::connections_row::row;
use crate::{
    components::{act::focused, drawings::Icon, icon::icon, standing, toolbar::SEARCH_ID},
    ipc,
    model::{
        found::{MANY, matches, moved},
        keys::Deed,
        route::{Desk, Part, Route},
    },
    state::app::App,
};

/// Colours that a new connection takes in turn.
pub(super) const COLORS: [&str; 8] =
    ["#1f8a70", "#2457c5", "#8a5a1f", "#7b3fb5", "#b3261e", "#0f7c9c", "#5f6b1c", "#a12a6b"];

pub(super) fn page(app: App) -> impl IntoView {
    app.load_profiles();
    let new = Route::Desk(Desk::Edit { id: None, part: Part::default() });
    // Told anew with each change of a connection; the list must not be built anew with it.
    let failed = Memo::new(move |_| {
        app.profiles.with(|profiles| profiles.as_ref().map(|told| told.as_ref().err().cloned()))
    });
    let many = Memo::new(move |_| {
        app.profiles.with(|profiles| matches!(profiles, Some(Ok(profiles)) if profiles.rows.len() >= MANY))
    });
    view! {
        <div class="page-head">
            <div class="grow">
                <h1>"Connections"</h1>
                <p class="sub">"Clusters that you keep. Nothing is asked of one before you open it."</p>
            </div>
            <div class="row">
                {move || many.get().then(|| search(app))}
                <a class="btn" href=Route::Desk(Desk::Import).href() data-testid="import">
                    {icon(Icon::Import)}
                    "Import settings"
                </a>
                <a class="btn primary" href=new.href() data-testid="add-connection">
                    {icon(Icon::Plus)}
                    "Add a connection"
                </a>
            </div>
        </div>
        <div class="connections">
            {move || match failed.get() {
                None => standing::asking("Asked the core for the kept connections.").into_any(),
                Some(Some(error)) => standing::failed(app, error).into_any(),
                Some(None) => list(app).into_any(),
            }}
        </div>
    }
}

fn search(app: App) -> impl IntoView {
    view! {
        <label class="search">
            {icon(Icon::Search)}
            <input
                id=SEARCH_ID
                type="search"
                placeholder="Name, address, sign-in"
                aria-label="Search the connections"
                autocomplete="off"
                spellcheck="false"
                data-testid="search"
                prop:value=app.find
                on:input=move |event| app.find.set(event_target_value(&event))
            />
            <kbd>"/"</kbd>
        </label>
    }
}

fn list(app: App) -> impl IntoView {
    let told = move || match app.profiles.get() {
        Some(Ok(profiles)) => profiles,
        _ => Profiles { rows: Vec::new(), warning: None },
    };
    let rows = Memo::new(move |_| {
        let search = app.find.get();
        let mut rows = told().rows;
        // A search that was typed while there were many must not hide what is left of them.
        if rows.len() >= MANY {
            rows.retain(|row| matches(row, &search));
        }
        rows
    });
    let warning = Memo::new(move |_| told().warning);
    let menu = RwSignal::new(None::<String>);
    let ids = Memo::new(move |_| told().rows.into_iter().map(|row| row.profile.id).collect::<Vec<_>>());
    view! {
        {move || warning.get().map(|warning| view! { <div class="note amber" role="alert" data-testid="profiles-warning">{warning}</div> })}
        <ul class="profiles">
            <For each=move || rows.get() key=|row| serde_json::to_string(row).unwrap_or_default() let:one>
                {row(app, one, menu, ids)}
            </For>
        </ul>
        {move || {
            rows.with(Vec::is_empty)
                .then(|| {
                    let says = if app.find.with(String::is_empty) {
                        "No connection is kept yet. Add one, or import the settings of another client."
                    } else {
                        "No connection matches."
                    };
                    view! { <div class="standing" data-testid="empty"><p>{says}</p></div> }
                })
        }}
    }
}

/// Moves a connection by one place, and keeps the focus on it.
pub(super) fn move_by_one(app: App, ids: &[String], id: String, up: bool) {
    let Some(before) = moved(ids, &id, up) else { return };
    spawn_local(async move {
        let _moved = ipc::call(MoveProfile { id: id.clone(), before }).await;
        let profiles = ipc::call(contract::ListProfiles {}).await;
        let _set = app.profiles.try_set(Some(profiles));
        request_animation_frame(move || focus(&id));
    });
}

fn focus(id: &str) {
    let link = links().into_iter().find(|link| line_of(link).is_some_and(|of| of == id));
    if let Some(link) = link {
        let _focused = link.focus();
    }
}

/// The connection whose row has the focus moves.
pub(crate) fn move_focused(app: App, up: bool) -> bool {
    let Some(id) = focused().and_then(|focused| line_of(&focused)) else { return false };
    let ids: Vec<String> = app.profiles.with_untracked(|profiles| match profiles {
        Some(Ok(profiles)) => profiles.rows.iter().map(|row| row.profile.id.clone()).collect(),
        _ => Vec::new(),
    });
    move_by_one(app, &ids, id, up);
    true
}

/// From connection to connection by keys.
pub(crate) fn walk(deed: Deed) -> bool {
    let links = links();
    let here = focused().and_then(|focused| line_of(&focused));
    let at = here.and_then(|here| links.iter().position(|link| line_of(link).as_deref() == Some(&here)));
    let next = match (deed, at) {
        (Deed::Next, None) | (Deed::First, _) => links.first(),
        (Deed::Previous, None) | (Deed::Last, _) => links.last(),
        (Deed::Next, Some(at)) => links.get(at + 1),
        (Deed::Previous, Some(at)) => at.checked_sub(1).and_then(|at| links.get(at)),
        _ => None,
    };
    next.is_some_and(|link| link.focus().is_ok())
}

fn links() -> Vec<HtmlElement> {
    let Ok(found) = document().query_selector_all("[data-testid=open-profile]") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.item(at)).filter_map(|node| node.dyn_into().ok()).collect()
}

/// The connection in whose row this is.
fn line_of(element: &HtmlElement) -> Option<String> {
    element.closest("li[data-key]").ok().flatten()?.get_attribute("data-key")
}
