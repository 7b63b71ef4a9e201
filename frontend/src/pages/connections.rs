//! The connections: every cluster that the user keeps, and the demo, which is always there. What was typed is kept, also when it
//! can't be used; the row then says why.

use contract::{CloseCluster, ConnectionState, DEMO, Profile, ProfileRow, Profiles, RemoveProfile};
use leptos::{prelude::*, task::spawn_local};

use super::profile_form;
use crate::{
    components::{drawings::Icon, icon::icon, standing},
    ipc,
    model::{
        cell::sentence,
        route::{Page, Route},
        time::age,
    },
    state::app::App,
};

/// Colours that a new connection takes in turn.
pub(super) const COLORS: [&str; 8] =
    ["#1f8a70", "#2457c5", "#8a5a1f", "#7b3fb5", "#b3261e", "#0f7c9c", "#5f6b1c", "#a12a6b"];

pub(super) fn page(app: App) -> impl IntoView {
    app.load_profiles();
    let editing = RwSignal::new(None::<Profile>);
    let add = move |_| {
        let kept = app.profiles.with_untracked(|profiles| match profiles {
            Some(Ok(profiles)) => profiles.rows.len(),
            _ => 0,
        });
        let color = COLORS.get(kept % COLORS.len()).copied().unwrap_or("#2457c5");
        editing.set(Some(Profile {
            id: String::new(),
            name: String::new(),
            color: color.to_owned(),
            bootstrap: String::new(),
            read_only: true,
            ..Profile::default()
        }));
    };
    view! {
        <div class="page-head">
            <div class="grow">
                <h1>"Connections"</h1>
                <p class="sub">"Clusters that you keep. Nothing is asked of one before you open it."</p>
            </div>
            <button type="button" class="btn primary" data-testid="add-connection" on:click=add>
                {icon(Icon::Plus)}
                "Add a connection"
            </button>
        </div>
        <div class="split wide" class:with-form=move || editing.with(Option::is_some)>
            <div class="connections">
                {move || match app.profiles.get() {
                    None => standing::asking("Asked the core for the kept connections.").into_any(),
                    Some(Err(error)) => standing::failed(app, error).into_any(),
                    Some(Ok(profiles)) => list(app, profiles, editing).into_any(),
                }}
            </div>
            {move || editing.get().map(|profile| profile_form::form(app, profile, editing))}
        </div>
    }
}

fn list(app: App, profiles: Profiles, editing: RwSignal<Option<Profile>>) -> impl IntoView {
    let warning = profiles.warning.map(|warning| {
        view! { <div class="note amber" role="alert" data-testid="profiles-warning">{warning}</div> }
    });
    let rows = profiles.rows.into_iter().map(|row| line(app, row, editing)).collect_view();
    view! {
        {warning}
        <ul class="profiles">{rows}</ul>
    }
}

fn line(app: App, row: ProfileRow, editing: RwSignal<Option<Profile>>) -> impl IntoView {
    let ProfileRow { profile, state, summary } = row;
    let demo = profile.id == DEMO;
    let to = Route::page(&profile.id, Page::Overview);
    let open = matches!(
        state,
        ConnectionState::Open { .. } | ConnectionState::Connecting { .. } | ConnectionState::Failed { .. }
    );
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
    let edited = profile.clone();
    let failure = match &state {
        ConnectionState::Failed { error } => Some(sentence(error)),
        _ => None,
    };
    view! {
        <li data-testid="profile" data-key=profile.id.clone()>
            <span class="dot" style:background-color=move || color.clone()></span>
            <div class="who">
                <a class="strong" href=to.href() data-testid="open-profile">
                    {profile.name.clone()}
                </a>
                <span class="dim address" class:mono=!demo title=addresses.clone()>{addresses.clone()}</span>
            </div>
            <div class="state">
                {standing_of(app, &state)}
                <small>{summary}</small>
            </div>
            <span class="lock" title=if profile.read_only { "Read only" } else { "Unlocked" }>
                {icon(if profile.read_only { Icon::Lock } else { Icon::Unlocked })}
                {if profile.read_only { "Read only" } else { "Unlocked" }}
            </span>
            <div class="deeds">
                {open.then(|| view! { <button type="button" class="btn" data-testid="close-profile" on:click=close>"Disconnect"</button> })}
                {(!demo).then(|| view! {
                    <button type="button" class="btn ghost" data-testid="edit-profile" on:click=move |_| editing.set(Some(edited.clone()))>
                        {icon(Icon::Edit)}
                        "Edit"
                    </button>
                    {remove(app, profile.id.clone())}
                })}
                <a class="btn" href=to.href()>"Open"</a>
            </div>
            {failure.map(|failure| view! { <p class="why red">{failure}</p> })}
        </li>
    }
}

/// Asks once before it removes: what was typed would be gone.
fn remove(app: App, id: String) -> impl IntoView {
    let sure = RwSignal::new(false);
    let gone = move |_| {
        if !sure.get_untracked() {
            sure.set(true);
            return;
        }
        let id = id.clone();
        spawn_local(async move {
            let _removed = ipc::call(RemoveProfile { id }).await;
            app.load_profiles();
        });
    };
    view! {
        <button
            type="button"
            class="btn ghost"
            class:danger=sure
            data-testid="remove-profile"
            on:click=gone
            on:blur=move |_| sure.set(false)
        >
            {icon(Icon::Remove)}
            {move || if sure.get() { "Really remove" } else { "Remove" }}
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
        ConnectionState::Failed { .. } => view! { <span class="red">"Nothing answers"</span> }.into_any(),
    }
}
