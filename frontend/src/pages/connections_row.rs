//! A connection's row: how it stands, how it is secured, and what can be done with it.

use contract::{CloseCluster, ConnectionState, DEMO, DuplicateProfile, ProfileRow, RemoveProfile};
use leptos::{prelude::*, task::spawn_local};

use super::{connections::move_by_one, doctor};
use crate::{
    components::{dialogs, drawings::Icon, icon::icon},
    ipc,
    model::{
        cell::sentence,
        found::{COMMAND_LINE, movable},
        route::{Desk, Page, Part, Route},
        secured,
        time::age,
    },
    state::app::{App, Overlay},
};

pub(super) fn row(
    app: App,
    row: ProfileRow,
    menu: RwSignal<Option<String>>,
    ids: Memo<Vec<String>>,
) -> impl IntoView {
    let ProfileRow { profile, state, summary } = row;
    let demo = profile.id == DEMO;
    let to = Route::page(&profile.id, Page::Overview);
    let open = !matches!(state, ConnectionState::Closed);
    let color = profile.color.clone();
    let addresses =
        if demo { "five brokers inside this program".to_owned() } else { profile.bootstrap.clone() };
    let id = profile.id.clone();
    let close = move |_| {
        let id = id.clone();
        spawn_local(async move {
            // The outcome comes as a note, like every change of a connection.
            let _asked = ipc::call(CloseCluster { id }).await;
        });
    };
    let trouble = match &state {
        ConnectionState::Failed { error } => {
            let ask = dialogs::asks(app, &profile.id, &profile.name, error).map(|dialog| {
                let says = dialogs::deed(&dialog);
                let ask = move |_| dialogs::open(app, dialog.clone());
                view! { <button type="button" class="btn" on:click=ask>{says}</button> }
            });
            Some(view! { <p class="why red">{sentence(error)}" "{ask}</p> })
        }
        _ => None,
    };
    let edit = Route::Desk(Desk::Edit { id: Some(profile.id.clone()), part: Part::default() });
    let unchecked = secured::unchecked(&profile.tls).map(|(chip, hint)| {
        view! { <span class="amber" title=hint>{format!(" · {chip}")}</span> }
    });
    let secured = (!demo).then(|| secured::words(&profile));
    let key = profile.id.clone();
    view! {
        <li data-testid="profile" data-key=profile.id.clone()>
            <span class="dot" style:background-color=move || color.clone()></span>
            <div class="who">
                <span class="name">
                    <a class="strong" href=to.href() data-testid="open-profile">
                        {profile.name.clone()}
                    </a>
                    {profile.production.then(|| view! { <span class="tag">"production"</span> })}
                </span>
                <span class="dim address" class:mono=!demo title=addresses.clone()>{addresses.clone()}</span>
            </div>
            <div class="state">
                {standing_of(app, &state)}
                <small>{summary}</small>
            </div>
            <div class="state">
                <span class="lock" title=if profile.read_only { "Requests that write are refused" } else { "Requests that write are let through" }>
                    {icon(if profile.read_only { Icon::Lock } else { Icon::Unlocked })}
                    {if profile.read_only { "Read only" } else { "Unlocked" }}
                </span>
                <small title=secured.clone()>{secured.clone()}{unchecked}</small>
            </div>
            <div class="deeds">
                {open.then(|| view! { <button type="button" class="btn ghost" data-testid="close-profile" on:click=close>"Disconnect"</button> })}
                {(!demo).then(|| view! {
                    <a class="btn ghost" data-testid="edit-profile" href=edit.href()>
                        {icon(Icon::Edit)}
                        "Edit"
                    </a>
                })}
                <a class="btn" href=to.href()>"Open"</a>
                {(!demo).then(|| more(app, key, menu, ids))}
            </div>
            {trouble}
        </li>
    }
}

fn more(app: App, id: String, menu: RwSignal<Option<String>>, ids: Memo<Vec<String>>) -> impl IntoView {
    let mine = id.clone();
    let shown = Memo::new(move |_| {
        app.overlay.get() == Overlay::Row && menu.with(|menu| menu.as_deref() == Some(&mine))
    });
    let of = id.clone();
    let toggle = move |_| {
        if shown.get_untracked() {
            app.overlay.set(Overlay::None);
        } else {
            menu.set(Some(of.clone()));
            app.overlay.set(Overlay::Row);
        }
    };
    view! {
        <div class="menu-place">
            <button
                type="button"
                class="btn ghost more"
                title="More"
                aria-label="More"
                aria-haspopup="menu"
                aria-expanded=move || shown.get().to_string()
                data-testid="more"
                on:click=toggle
            >
                {icon(Icon::More)}
            </button>
            {move || shown.get().then(|| deeds(app, id.clone(), ids))}
        </div>
    }
}

fn deeds(app: App, id: String, ids: Memo<Vec<String>>) -> impl IntoView {
    let duplicate = {
        let id = id.clone();
        move |_| {
            app.overlay.set(Overlay::None);
            let id = id.clone();
            spawn_local(async move {
                if let Ok(saved) = ipc::call(DuplicateProfile { id }).await {
                    app.load_profiles();
                    let part = Part::default();
                    let told = saved.profile.id.clone();
                    app.editing.begin(saved.profile.clone());
                    app.editing.told.set((!saved.problems.is_empty()).then_some(Ok(saved)));
                    app.go(&Route::Desk(Desk::Edit { id: Some(told), part }));
                }
            });
        }
    };
    let step = move |id: String, up: bool| {
        move |_| {
            app.overlay.set(Overlay::None);
            move_by_one(app, &ids.get_untracked(), id.clone(), up);
        }
    };
    let places = movable(&id).then(|| {
        view! {
            <button type="button" role="menuitem" data-testid="move-up" on:click=step(id.clone(), true)>
                {icon(Icon::ArrowUp)}
                <span class="grow">"Move up"</span>
                <kbd>"Alt ↑"</kbd>
            </button>
            <button type="button" role="menuitem" data-testid="move-down" on:click=step(id.clone(), false)>
                {icon(Icon::ArrowDown)}
                <span class="grow">"Move down"</span>
                <kbd>"Alt ↓"</kbd>
            </button>
        }
    });
    view! {
        <div class="menu deeds-of" role="menu" data-testid="row-menu">
            {test(app, id.clone())}
            <button type="button" role="menuitem" data-testid="duplicate" on:click=duplicate>
                {icon(Icon::Copy)}
                <span class="grow">"Duplicate"</span>
            </button>
            {places}
            <hr />
            {remove(app, id)}
        </div>
    }
}

/// Asks once before it removes: what was typed would be gone.
fn remove(app: App, id: String) -> impl IntoView {
    let sure = RwSignal::new(false);
    let word = if id == COMMAND_LINE { "Take off the list" } else { "Remove, with its secrets" };
    let gone = move |_| {
        if !sure.get_untracked() {
            sure.set(true);
            return;
        }
        app.overlay.set(Overlay::None);
        let id = id.clone();
        spawn_local(async move {
            let _removed = ipc::call(RemoveProfile { id }).await;
            app.load_profiles();
        });
    };
    view! {
        <button type="button" role="menuitem" class:danger=sure data-testid="remove-profile" on:click=gone>
            {icon(Icon::Remove)}
            <span class="grow">{move || if sure.get() { "Really remove" } else { word }}</span>
        </button>
    }
}

fn test(app: App, id: String) -> impl IntoView {
    let test = move |_| {
        app.overlay.set(Overlay::None);
        doctor::begin(app, id.clone());
    };
    view! {
        <button type="button" role="menuitem" data-testid="test-profile" on:click=test>
            {icon(Icon::Doctor)}
            <span class="grow">"Test, step by step"</span>
        </button>
    }
}

fn standing_of(app: App, state: &ConnectionState) -> impl IntoView + use<> {
    match state {
        ConnectionState::Closed => view! { <span class="dim">"Closed"</span> }.into_any(),
        ConnectionState::Connecting { since } => {
            let since = since.0;
            view! { <span>{move || format!("Connecting for {}", age(app.now.get() - since))}</span> }
                .into_any()
        }
        ConnectionState::Open { since } => {
            let since = since.0;
            view! { <span class="chip live slim">{move || format!("open for {}", age(app.now.get() - since))}</span> }.into_any()
        }
        ConnectionState::Failed { .. } => view! { <span class="red">"Not connected"</span> }.into_any(),
    }
}
