//! The editor of a connection: its parts, what is wrong with them as saved, and the buttons. What is typed is kept as typed, also
//! when it can't be used.

mod addresses;
mod fields;
mod general;
mod reach;
mod rules;
mod secret;
mod security;
mod sign_in;
mod time_limits;

use contract::{ApiError, Profile, SavedProfile};
use leptos::{prelude::*, task::spawn_local};

use super::{connections::COLORS, doctor};
use crate::{
    components::{
        dialogs,
        drawings::Icon,
        icon::icon,
        standing,
        tabs::{Tab, tabs},
    },
    model::{
        cell::sentence,
        found::COMMAND_LINE,
        route::{Desk, Page, Part, Route},
        secret_words::next_missing,
    },
    state::{
        app::App,
        dialog::{Dialog, Wanted},
        editing::Editing,
    },
};

/// What follows a saving that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Stay,
    Open,
    Test,
}

pub(super) fn page(app: App, id: Option<String>) -> impl IntoView {
    let Some(id) = id else {
        app.editing.begin(blank(app));
        return editor(app).into_any();
    };
    let edited = app.editing.kept.with_untracked(|kept| kept.id == id);
    let of = id.clone();
    // Found once: what the core tells of it later must not replace what is being typed.
    let known = Memo::new(move |was: Option<&bool>| {
        was == Some(&true)
            || edited
            || app.profiles.with(|profiles| matches!(profiles, Some(Ok(_)))) && app.profile(&of).is_some()
    });
    (move || {
        if known.get() {
            let kept = untrack(|| app.profile(&id));
            match kept {
                Some(profile) => app.editing.begin(profile),
                None => app.editing.load_secrets(),
            }
            return editor(app).into_any();
        }
        match app.profiles.with(|profiles| profiles.as_ref().map(|told| told.as_ref().err().cloned())) {
            None => standing::asking("Asked the core for this connection.").into_any(),
            Some(Some(error)) => standing::failed(app, error).into_any(),
            Some(None) => view! {
                <div class="standing" data-testid="not-there">
                    <p class="strong">"This connection is not kept any more."</p>
                    <a class="btn" href=Route::Connections.href()>"To the connections"</a>
                </div>
            }
            .into_any(),
        }
    })
    .into_any()
}

/// Begins a new connection with what a link says of it.
pub(crate) fn fill_in(app: App, bootstrap: String, name: String) {
    app.editing.fill_in(blank(app), bootstrap, name);
    app.go(&Route::Desk(Desk::Edit { id: None, part: Part::default() }));
}

fn blank(app: App) -> Profile {
    let kept = app.profiles.with_untracked(|profiles| match profiles {
        Some(Ok(profiles)) => profiles.rows.len(),
        _ => 0,
    });
    let color = COLORS.get(kept % COLORS.len()).copied().unwrap_or("#2457c5");
    Profile { color: color.to_owned(), ..Profile::default() }
}

fn editor(app: App) -> impl IntoView {
    let editing = app.editing;
    let part = Memo::new(move |was: Option<&Part>| match app.route.get() {
        Route::Desk(Desk::Edit { part, .. }) => part,
        _ => was.copied().unwrap_or_default(),
    });
    let changed = Memo::new(move |_| editing.changed());
    let new = Memo::new(move |_| editing.kept.with(|kept| kept.id.is_empty()));
    let save = move |then: Then| {
        if !editing.saving.get_untracked() {
            spawn_local(async move { follow(app, editing.save().await, then) });
        }
    };
    let links = Signal::derive(move || {
        let id = editing.kept.with(|kept| (!kept.id.is_empty()).then(|| kept.id.clone()));
        Part::ALL
            .into_iter()
            .map(|part| Tab {
                label: part.title(),
                note: None,
                route: Route::Desk(Desk::Edit { id: id.clone(), part }),
            })
            .collect()
    });
    view! {
        <form
            class="editor"
            data-saves=true
            data-testid="profile-form"
            on:submit=move |event| {
                event.prevent_default();
                save(Then::Stay);
            }
        >
            <div class="page-head bare">
                <div class="grow">
                    <h1>{move || editing.kept.with(|kept| if kept.id.is_empty() { "New connection".to_owned() } else { kept.name.clone() })}</h1>
                    <p class="sub" role="status" data-testid="saved-or-not">
                        {move || match (new.get(), changed.get()) {
                            (true, true) if editing.linked.get() => "Filled in by a link. Nothing is saved, and nothing is connected to.",
                            (true, false) => "Addresses are enough to begin with.",
                            (_, true) => "Changed, and not saved yet.",
                            (false, false) => "As it is kept.",
                        }}
                    </p>
                </div>
                <div class="row">
                    {move || changed.get().then(|| view! {
                        <button type="button" class="btn ghost" data-testid="discard" on:click=move |_| editing.discard()>
                            "Discard the changes"
                        </button>
                    })}
                    <button type="button" class="btn" data-testid="test" title="Saves it, and examines each step of connecting" on:click=move |_| save(Then::Test)>
                        {icon(Icon::Doctor)}
                        "Test"
                    </button>
                    <button type="submit" class="btn" data-testid="save-profile" disabled=editing.saving>
                        "Save"
                    </button>
                    <button type="button" class="btn primary" data-testid="save-and-open" disabled=editing.saving on:click=move |_| save(Then::Open)>
                        "Save and open"
                    </button>
                </div>
            </div>
            {tabs(app, links)}
            <div class="settings">
                {move || editing.told.get().map(outcome)}
                {move || {
                    editing.turn.get();
                    match part.get() {
                        Part::General => general::part(app).into_any(),
                        Part::Security => security::part(app).into_any(),
                        Part::SignIn => sign_in::part(app).into_any(),
                        Part::Reach => reach::part(app).into_any(),
                        Part::Timeouts => time_limits::part(editing).into_any(),
                    }
                }}
            </div>
        </form>
    }
}

/// What comes after saving: the page under its own address, and what was wanted with it.
fn follow(app: App, answer: Result<SavedProfile, ApiError>, then: Then) {
    app.load_profiles();
    let Ok(saved) = answer else { return };
    let id = saved.profile.id.clone();
    if then == Then::Test {
        app.editing.told.set(None);
        doctor::begin(app, id);
        return;
    }
    if let Route::Desk(Desk::Edit { id: None, part }) = app.route.get_untracked() {
        app.replace(Route::Desk(Desk::Edit { id: Some(id.clone()), part }));
    }
    if then == Then::Stay {
        return;
    }
    let (name, clean) = (saved.profile.name, saved.problems.is_empty());
    spawn_local(async move {
        let secrets = crate::ipc::call(contract::ListSecrets { profile: id.clone() }).await;
        match secrets.ok().as_ref().and_then(next_missing) {
            Some(kind) => {
                let wanted = Wanted { profile: id, name, kind, why: None, then_open: true };
                dialogs::open(app, Dialog::Secret(wanted));
            }
            None if clean => app.go(&Route::page(&id, Page::Overview)),
            // What was noticed is read first; its note has a way on.
            None => {}
        }
    });
}

fn outcome(told: Result<SavedProfile, ApiError>) -> impl IntoView {
    match told {
        Ok(saved) if saved.problems.is_empty() => ().into_any(),
        Ok(saved) => {
            let to = Route::page(&saved.profile.id, Page::Overview);
            let problems =
                saved.problems.into_iter().map(|problem| view! { <p>{problem}</p> }).collect_view();
            view! {
                <div class="note amber stacked" role="alert" data-testid="profile-problems">
                    <b>"Kept as typed. What was noticed:"</b>
                    {problems}
                    <a class="btn" href=to.href() data-testid="open-anyway">"Open it all the same"</a>
                </div>
            }
            .into_any()
        }
        Err(error) => view! {
            <div class="note stacked" role="alert" data-testid="profile-problems">
                <b>"Not saved."</b>
                <p>{sentence(&error)}</p>
            </div>
        }
        .into_any(),
    }
}

/// The command line's connection is kept from its first saving on.
pub(super) fn is_kept(editing: Editing) -> bool {
    editing.kept.with(|kept| !kept.id.is_empty() && kept.id != COMMAND_LINE)
}
