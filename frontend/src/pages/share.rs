//! Sharing connections with a team: one text without any secret, and the way back. What comes in is added, locked, beside what is
//! there; nothing is overwritten.

use contract::{ApiError, ExportProfiles, ImportProfiles, SavedProfile};
use leptos::{prelude::*, task::spawn_local};

use crate::{
    components::{copy::copy, drawings::Icon, icon::icon},
    ipc,
    model::{
        cell::sentence,
        found::movable,
        route::{Desk, Part, Route},
    },
    state::app::App,
};

pub(super) fn page(app: App) -> impl IntoView {
    view! {
        <div class="page-head">
            <div class="grow">
                <h1>"Share connections"</h1>
                <p class="sub">"As one text without any secret: each of you gives your own."</p>
            </div>
        </div>
        <div class="split halves">
            {out(app)}
            {back(app)}
        </div>
    }
}

fn out(app: App) -> impl IntoView {
    let left_out = RwSignal::new(Vec::<String>::new());
    let text = RwSignal::new(None::<Result<String, ApiError>>);
    let rows = Memo::new(move |_| {
        app.profiles.with(|profiles| match profiles {
            Some(Ok(profiles)) => profiles
                .rows
                .iter()
                .filter(|row| movable(&row.profile.id))
                .map(|row| (row.profile.id.clone(), row.profile.name.clone(), row.profile.bootstrap.clone()))
                .collect::<Vec<_>>(),
            _ => Vec::new(),
        })
    });
    let turn = StoredValue::new(0_u64);
    Effect::new(move |_| {
        let ids: Vec<String> = rows
            .get()
            .into_iter()
            .map(|(id, ..)| id)
            .filter(|id| left_out.with(|left_out| !left_out.contains(id)))
            .collect();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        if ids.is_empty() {
            text.set(None);
            return;
        }
        spawn_local(async move {
            let answer = ipc::call(ExportProfiles { ids }).await;
            if turn.try_get_value() == Some(mine) {
                let _set = text.try_set(Some(answer));
            }
        });
    });
    let one = move |(id, name, addresses): (String, String, String)| {
        let of = id.clone();
        let on = move || left_out.with(|left_out| !left_out.contains(&of));
        let change = move |event| {
            let on = event_target_checked(&event);
            left_out.update(|left_out| {
                left_out.retain(|left| *left != id);
                if !on {
                    left_out.push(id.clone());
                }
            });
        };
        view! {
            <label class="check">
                <input type="checkbox" prop:checked=on on:change=change />
                <span>{name}</span>
                <span class="mono dim">{addresses}</span>
            </label>
        }
    };
    view! {
        <div class="form" data-testid="export">
            <h2>"Give"</h2>
            {move || rows.with(Vec::is_empty).then(|| view! { <p class="dim">"No connection is kept that could be shared."</p> })}
            <div class="ticks">{move || rows.get().into_iter().map(one).collect_view()}</div>
            {move || match text.get() {
                None => ().into_any(),
                Some(Err(error)) => view! { <p class="red" role="alert">{sentence(&error)}</p> }.into_any(),
                Some(Ok(json)) => view! {
                    <textarea class="field tall mono" rows="14" readonly aria-label="The text to share" data-testid="export-text" prop:value=json></textarea>
                    <div class="row">
                        {copy("Copy", "copy-export", move || text.get_untracked().and_then(Result::ok))}
                    </div>
                }
                .into_any(),
            }}
        </div>
    }
}

fn back(app: App) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let told = RwSignal::new(None::<Result<Vec<SavedProfile>, ApiError>>);
    let take = move || {
        let given = text.get_untracked();
        spawn_local(async move {
            let answer = ipc::call(ImportProfiles { text: given }).await;
            if answer.is_ok() {
                let _taken = text.try_set(String::new());
                app.load_profiles();
            }
            let _said = told.try_set(Some(answer));
        });
    };
    view! {
        <form
            class="form"
            data-saves=true
            data-testid="take"
            on:submit=move |event| {
                event.prevent_default();
                take();
            }
        >
            <h2>"Take"</h2>
            <label>
                "Paste what somebody shared"
                <textarea
                    class="field tall mono"
                    rows="14"
                    spellcheck="false"
                    data-testid="take-text"
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </label>
            {move || told.get().map(|told| match told {
                Err(error) => view! { <p class="red" role="alert" data-testid="take-problem">{sentence(&error)}</p> }.into_any(),
                Ok(added) => {
                    let lines = added.into_iter().map(line).collect_view();
                    view! { <ul class="plain" data-testid="taken">{lines}</ul> }.into_any()
                }
            })}
            <div class="row">
                <button type="submit" class="btn primary" data-testid="take-them" disabled=move || text.with(|text| text.trim().is_empty())>
                    {icon(Icon::Plus)}
                    "Add them"
                </button>
            </div>
        </form>
    }
}

fn line(added: SavedProfile) -> impl IntoView {
    let edit = Route::Desk(Desk::Edit { id: Some(added.profile.id), part: Part::default() });
    let problems =
        added.problems.into_iter().map(|problem| view! { <p class="amber">{problem}</p> }).collect_view();
    view! {
        <li>
            "Added "
            <a href=edit.href()>{added.profile.name}</a>
            {problems}
        </li>
    }
}
