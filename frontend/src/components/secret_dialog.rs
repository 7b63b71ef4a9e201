//! Giving a secret: it is typed here, handed to the core, and never seen again in this window.

use contract::{Concealed, GiveSecret, ListSecrets, Secrets};
use leptos::{prelude::*, task::spawn_local};

use super::keep::{Keeping, choice};
use crate::{
    ipc,
    model::{
        cell::sentence,
        route::{Page, Route},
        secret_words::{has_lines, label, next_missing},
    },
    state::{
        app::App,
        dialog::{Dialog, Wanted},
    },
};

pub(super) fn body(app: App, wanted: Wanted) -> impl IntoView {
    let value = RwSignal::new(String::new());
    let keeping = Keeping::new();
    let secrets = RwSignal::new(None::<Secrets>);
    let problem = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let of = wanted.profile.clone();
    spawn_local(async move {
        match ipc::call(ListSecrets { profile: of }).await {
            Ok(found) => {
                keeping.offered(&found, true);
                let _set = secrets.try_set(Some(found));
            }
            Err(error) => {
                let _set = problem.try_set(Some(sentence(&error)));
            }
        }
    });
    let asked = wanted.clone();
    let give = move || {
        if busy.get_untracked() {
            return;
        }
        if value.with_untracked(|value| value.is_empty()) {
            problem.set(Some("Type it first.".to_owned()));
            return;
        }
        if let Some(wrong) = keeping.problem() {
            problem.set(Some(wrong.to_owned()));
            return;
        }
        busy.set(true);
        problem.set(None);
        let asked = asked.clone();
        spawn_local(async move {
            let given = async {
                keeping.ready().await?;
                let question = GiveSecret {
                    profile: asked.profile.clone(),
                    kind: asked.kind,
                    value: Concealed(value.get_untracked()),
                    keep: keeping.keep.get_untracked(),
                };
                ipc::call(question).await
            };
            match given.await {
                Ok(now) => {
                    let _typed = value.try_set(String::new());
                    app.editing.load_secrets();
                    done(app, &asked, &now);
                }
                Err(error) => {
                    let _busy = busy.try_set(false);
                    let _said = problem.try_set(Some(sentence(&error)));
                }
            }
        });
    };
    let type_in = move |event| value.set(event_target_value(&event));
    let name = label(wanted.kind);
    let field = if has_lines(wanted.kind) {
        view! {
            <textarea
                class="field tall mono"
                rows="6"
                spellcheck="false"
                placeholder="-----BEGIN PRIVATE KEY-----"
                data-first=true
                data-testid="secret-value"
                prop:value=value
                on:input=type_in
            ></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                class="field"
                type="password"
                autocomplete="off"
                data-first=true
                data-testid="secret-value"
                prop:value=value
                on:input=type_in
            />
        }
        .into_any()
    };
    view! {
        <form
            class="asks"
            data-testid="secret-dialog"
            on:submit=move |event| {
                event.prevent_default();
                give();
            }
        >
            {wanted.why.map(|why| view! { <p class="why">{why}</p> })}
            <label>
                {name}
                {field}
            </label>
            {move || secrets.get().map(|secrets| choice(keeping, &secrets))}
            {move || problem.get().map(|problem| view! { <p class="red" role="alert" data-testid="secret-problem">{problem}</p> })}
            <div class="row end">
                <button type="button" class="btn ghost" on:click=move |_| app.dialog.set(None)>
                    "Not now"
                </button>
                <button type="submit" class="btn primary" data-testid="give" disabled=move || busy.get() || secrets.with(Option::is_none)>
                    {move || if busy.get() { "Keeping" } else { "Keep" }}
                </button>
            </div>
        </form>
    }
}

/// On to the next one that is missing, or to the cluster, or back.
fn done(app: App, asked: &Wanted, now: &Secrets) {
    let next = next_missing(now).filter(|_| asked.then_open);
    match next {
        Some(kind) => app.dialog.set(Some(Dialog::Secret(Wanted { kind, why: None, ..asked.clone() }))),
        None => {
            app.dialog.set(None);
            if asked.then_open {
                app.go(&Route::page(&asked.profile, Page::Overview));
            }
        }
    }
}
