//! Adding or changing a connection. Addresses are checked while they are typed, by the core, without connecting; what can't be
//! used is said in a sentence and kept as typed.

use contract::{ApiError, CheckAddresses, CheckedAddresses, Profile, SaveProfile, SavedProfile};
use leptos::{prelude::*, task::spawn_local};

use super::connections::COLORS;
use crate::{
    components::{drawings::Icon, icon::icon},
    ipc,
    model::{
        cell::sentence,
        route::{Page, Route},
    },
    state::app::App,
};

pub(super) fn form(app: App, profile: Profile, editing: RwSignal<Option<Profile>>) -> impl IntoView {
    let new = profile.id.is_empty();
    let draft = RwSignal::new(profile);
    let saved = RwSignal::new(None::<Result<SavedProfile, ApiError>>);
    let save = move |then_open: bool| {
        let mut profile = draft.get_untracked();
        if profile.name.trim().is_empty() {
            profile.name = named_after(&profile.bootstrap);
        }
        spawn_local(async move {
            let answer = ipc::call(SaveProfile { profile }).await;
            app.load_profiles();
            if let Ok(kept) = &answer {
                let usable = kept.problems.is_empty();
                let _kept = draft.try_set(kept.profile.clone());
                if usable {
                    let _closed = editing.try_set(None);
                    if then_open {
                        app.go(&Route::page(&kept.profile.id, Page::Overview));
                    }
                    return;
                }
            }
            let _said = saved.try_set(Some(answer));
        });
    };
    let colors = COLORS
        .into_iter()
        .map(|color| {
            let on = move || draft.with(|draft| draft.color == color);
            view! {
                <button
                    type="button"
                    class="swatch"
                    class:on=on
                    aria-pressed=move || on().to_string()
                    aria-label=format!("Colour {color}")
                    style:background-color=move || color
                    on:click=move |_| draft.update(|draft| color.clone_into(&mut draft.color))
                >
                    {move || on().then(|| icon(Icon::Check))}
                </button>
            }
        })
        .collect_view();
    view! {
        <form
            class="form"
            data-testid="profile-form"
            on:submit=move |event| {
                event.prevent_default();
                save(false);
            }
        >
            <h1>{if new { "New connection" } else { "Edit connection" }}</h1>
            <label>
                "Name"
                <input
                    class="field"
                    type="text"
                    placeholder="orders-staging"
                    autocomplete="off"
                    data-testid="profile-name"
                    prop:value=move || draft.with(|draft| draft.name.clone())
                    on:input=move |event| draft.update(|draft| draft.name = event_target_value(&event))
                />
            </label>
            <label>
                "Bootstrap addresses"
                <textarea
                    class="field tall mono"
                    rows="3"
                    placeholder="kafka-1:9092, kafka-2:9092"
                    spellcheck="false"
                    data-testid="profile-addresses"
                    prop:value=move || draft.with(|draft| draft.bootstrap.clone())
                    on:input=move |event| draft.update(|draft| draft.bootstrap = event_target_value(&event))
                ></textarea>
            </label>
            {checked(draft, saved)}
            <div class="labelled">
                "Colour of the strip"
                <div class="swatches">{colors}</div>
            </div>
            <label class="check">
                <input
                    type="checkbox"
                    data-testid="profile-read-only"
                    prop:checked=move || draft.with(|draft| draft.read_only)
                    on:change=move |event| draft.update(|draft| draft.read_only = event_target_checked(&event))
                />
                "Read only: refuse every request that could write"
            </label>
            {move || saved.get().map(outcome)}
            <div class="row">
                <button type="button" class="btn primary" data-testid="save-and-open" on:click=move |_| save(true)>
                    "Save and open"
                </button>
                <button type="submit" class="btn" data-testid="save-profile">
                    "Save"
                </button>
                <button type="button" class="btn ghost" on:click=move |_| editing.set(None)>
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

fn outcome(saved: Result<SavedProfile, ApiError>) -> impl IntoView {
    match saved {
        Ok(saved) => {
            let problems = saved.problems.into_iter().map(|problem| view! { <p>{problem}</p> }).collect_view();
            view! {
                <div class="note amber stacked" role="alert" data-testid="profile-problems">
                    <b>"Kept as typed, but it can't be used yet."</b>
                    {problems}
                </div>
            }
            .into_any()
        }
        Err(error) => view! { <div class="note stacked" role="alert" data-testid="profile-problems">{sentence(&error)}</div> }.into_any(),
    }
}

/// What the core reads in the addresses so far.
fn checked(
    draft: RwSignal<Profile>,
    saved: RwSignal<Option<Result<SavedProfile, ApiError>>>,
) -> impl IntoView {
    let text = Memo::new(move |_| draft.with(|draft| draft.bootstrap.clone()));
    let read = RwSignal::new(None::<CheckedAddresses>);
    let turn = StoredValue::new(0_u64);
    Effect::new(move |_| {
        let text = text.get();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        if text.trim().is_empty() {
            read.set(None);
            return;
        }
        spawn_local(async move {
            let answer = ipc::call(CheckAddresses { text }).await;
            if turn.try_get_value() == Some(mine) {
                let _read = read.try_set(answer.ok());
            }
        });
    });
    move || {
        let CheckedAddresses { addresses, problem } = read.get()?;
        // What saving has just said stands there, and once is enough.
        let problem = problem.filter(|problem| {
            saved.with(|saved| !matches!(saved, Some(Ok(saved)) if saved.problems.contains(problem)))
        });
        let good = (!addresses.is_empty()).then(|| format!("Read as: {}", addresses.join(", ")));
        Some(view! {
            <div class="checked" role="status" data-testid="addresses-checked">
                {problem.map(|problem| view! { <p class="red">{problem}</p> })}
                {good.map(|good| view! { <p class="dim">{good}</p> })}
            </div>
        })
    }
}

/// A connection without a name takes its first address.
fn named_after(bootstrap: &str) -> String {
    let first = bootstrap.split([',', ' ', '\n']).map(str::trim).find(|part| !part.is_empty());
    first.unwrap_or("unnamed").to_owned()
}
