//! What a connection is called, where it begins, and whether it is guarded.

use leptos::prelude::*;

use super::{
    addresses::addresses,
    fields::{Look, check, setting, text},
    is_kept,
};
use crate::{
    components::{drawings::Icon, icon::icon, lock_dialog},
    pages::connections::COLORS,
    state::{app::App, editing::Editing},
};

const RED: &str = "#b3261e";

pub(super) fn part(app: App) -> impl IntoView {
    let editing = app.editing;
    view! {
        {text(
            editing,
            "Name",
            "What it is called in this program. Without one, its first address.",
            Look { test: "profile-name", placeholder: "orders-staging", ..Look::default() },
            |draft| draft.name.clone(),
            |draft, name| draft.name = name,
        )}
        {addresses(editing)}
        {colors(editing)}
        {check(
            editing,
            "Environment",
            "Production",
            "Its strip turns red, and its lock opens only for somebody who types its name.",
            "profile-production",
            |draft| draft.production,
            |draft, production| {
                draft.production = production;
                if production {
                    RED.clone_into(&mut draft.color);
                }
            },
        )}
        {lock(app)}
        {text(
            editing,
            "Client id",
            "What brokers write into their logs and quotas for us.",
            Look { test: "profile-client-id", placeholder: "brokerscope", verbatim: true, ..Look::default() },
            |draft| draft.client_id.clone(),
            |draft, client_id| draft.client_id = client_id,
        )}
    }
}

fn colors(editing: Editing) -> impl IntoView {
    let colors = COLORS
        .into_iter()
        .map(|color| {
            let on = move || editing.draft.with(|draft| draft.color == color);
            view! {
                <button
                    type="button"
                    class="swatch"
                    class:on=on
                    aria-pressed=move || on().to_string()
                    aria-label=format!("Colour {color}")
                    style:background-color=move || color
                    on:click=move |_| editing.draft.update(|draft| color.clone_into(&mut draft.color))
                >
                    {move || on().then(|| icon(Icon::Check))}
                </button>
            }
        })
        .collect_view();
    setting(
        "Colour",
        "Of the strip above every page of this cluster.",
        view! { <div class="swatches">{colors}</div> },
    )
}

fn lock(app: App) -> impl IntoView {
    let editing = app.editing;
    let locked = Memo::new(move |_| editing.kept.with(|kept| kept.read_only));
    let turn = move |_| {
        lock_dialog::turn(app, editing.kept.get_untracked(), !locked.get_untracked());
    };
    let control = view! {
        <div class="stands">
            {move || icon(if locked.get() { Icon::Lock } else { Icon::Unlocked })}
            <span data-testid="lock-state">{move || if locked.get() { "Read only" } else { "Unlocked" }}</span>
            {move || is_kept(editing).then(|| view! {
                <button type="button" class="btn" data-testid="turn-lock" on:click=turn>
                    {move || if locked.get() { "Unlock" } else { "Lock" }}
                </button>
            })}
        </div>
    };
    let hint = move || {
        if is_kept(editing) {
            "Every request that could write is refused before a byte leaves, until you open the lock."
        } else {
            "A new connection is locked: every request that could write is refused before a byte leaves. Once it is kept, the lock can be opened."
        }
    };
    setting("Lock", hint, control)
}
