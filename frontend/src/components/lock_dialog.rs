//! The lock of a connection. Closing it takes one press; opening it is asked for, and one of production asks for its name.

use contract::{Profile, SetLock};
use leptos::{prelude::*, task::spawn_local};

use super::dialogs;
use crate::{
    ipc,
    model::cell::sentence,
    state::{app::App, dialog::Dialog},
};

/// Closes the lock at once, or asks whether it is to be opened.
pub fn turn(app: App, profile: Profile, read_only: bool) {
    if !read_only {
        dialogs::open(app, Dialog::Lock(Box::new(profile)));
        return;
    }
    let id = profile.id;
    spawn_local(async move {
        if let Ok(saved) = ipc::call(SetLock { id, read_only, typed_name: None }).await {
            app.editing.locked(&saved.profile);
            app.load_profiles();
        }
    });
}

pub(super) fn body(app: App, profile: Profile) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let production = profile.production;
    // One without a name is known by its addresses, as the core has it.
    let name = if profile.name.trim().is_empty() { profile.bootstrap.clone() } else { profile.name.clone() };
    let wanted = name.clone();
    let fits = Memo::new(move |_| !production || typed.with(|typed| *typed == wanted));
    let id = profile.id;
    let unlock = move || {
        if busy.get_untracked() || !fits.get_untracked() {
            return;
        }
        busy.set(true);
        let question = SetLock {
            id: id.clone(),
            read_only: false,
            typed_name: production.then(|| typed.get_untracked()),
        };
        spawn_local(async move {
            match ipc::call(question).await {
                Ok(saved) => {
                    app.editing.locked(&saved.profile);
                    app.load_profiles();
                    app.dialog.set(None);
                }
                Err(error) => {
                    let _busy = busy.try_set(false);
                    let _said = problem.try_set(Some(sentence(&error)));
                }
            }
        });
    };
    view! {
        <form
            class="asks"
            data-testid="lock-dialog"
            on:submit=move |event| {
                event.prevent_default();
                unlock();
            }
        >
            <p>"Unlocked, requests that change this cluster are let through. Locked, they are refused before a byte leaves."</p>
            {production.then(|| view! {
                <label>
                    <span>"This is production. Type its name: "<b class="mono">{name.clone()}</b></span>
                    <input
                        class="field"
                        type="text"
                        autocomplete="off"
                        spellcheck="false"
                        data-first=true
                        data-testid="typed-name"
                        prop:value=typed
                        on:input=move |event| typed.set(event_target_value(&event))
                    />
                </label>
            })}
            {move || problem.get().map(|problem| view! { <p class="red" role="alert">{problem}</p> })}
            <div class="row end">
                <button type="button" class="btn ghost" data-first=!production on:click=move |_| app.dialog.set(None)>
                    "Stay read only"
                </button>
                <button type="submit" class="btn danger" data-testid="unlock-profile" disabled=move || busy.get() || !fits.get()>
                    "Unlock"
                </button>
            </div>
        </form>
    }
}
