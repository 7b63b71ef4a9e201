//! The pass phrase of the encrypted file, where secrets are in it and it is locked.

use contract::{ListSecrets, SecretFile};
use leptos::{prelude::*, task::spawn_local};

use super::{
    dialogs,
    keep::{Keeping, pass_phrase},
};
use crate::{ipc, model::cell::sentence, state::app::App};

pub(super) fn body(app: App, profile: Option<String>, why: Option<String>) -> impl IntoView {
    let keeping = Keeping::new();
    keeping.file.set(SecretFile::Locked);
    let path = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let of = profile.clone().unwrap_or_default();
    spawn_local(async move {
        if let Ok(secrets) = ipc::call(ListSecrets { profile: of }).await {
            keeping.offered(&secrets, false);
            let _set = path.try_set(secrets.file_path);
        }
    });
    let unlock = move || {
        if busy.get_untracked() {
            return;
        }
        if let Some(wrong) = keeping.pass_phrase_problem() {
            problem.set(Some(wrong.to_owned()));
            return;
        }
        busy.set(true);
        problem.set(None);
        let profile = profile.clone();
        spawn_local(async move {
            match keeping.open().await {
                Ok(()) => {
                    app.dialog.set(None);
                    app.editing.load_secrets();
                    if let Some(id) = profile {
                        dialogs::open_again(id);
                    }
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
            data-testid="unlock-dialog"
            on:submit=move |event| {
                event.prevent_default();
                unlock();
            }
        >
            {why.map(|why| view! { <p class="why">{why}</p> })}
            {move || pass_phrase(keeping, true)}
            <small class="dim path-of">{path}</small>
            {move || problem.get().map(|problem| view! { <p class="red" role="alert" data-testid="secret-problem">{problem}</p> })}
            <div class="row end">
                <button type="button" class="btn ghost" on:click=move |_| app.dialog.set(None)>
                    "Not now"
                </button>
                <button type="submit" class="btn primary" data-testid="unlock" disabled=busy>
                    {move || if busy.get() { "Opening" } else { "Open the file" }}
                </button>
            </div>
        </form>
    }
}
