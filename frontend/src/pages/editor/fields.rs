//! A setting in the editor: its name, its control, and what it means in one line.

use contract::Profile;
use leptos::prelude::*;

use crate::{
    components::{drawings::Icon, icon::icon},
    state::editing::Editing,
};

/// How a text field looks and what stands in it while it is empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    pub(super) test: &'static str,
    pub(super) placeholder: &'static str,
    /// What a machine reads: set in mono.
    pub(super) verbatim: bool,
    /// Lines, where more than one.
    pub(super) lines: u32,
}

pub(super) fn setting(name: &'static str, hint: impl IntoView, control: impl IntoView) -> impl IntoView {
    view! {
        <div class="setting" role="group" aria-label=name>
            <span class="name">{name}</span>
            <div class="how">
                {control}
                <small>{hint}</small>
            </div>
        </div>
    }
}

pub(super) fn text(
    editing: Editing,
    name: &'static str,
    hint: &'static str,
    look: Look,
    get: impl Fn(&Profile) -> String + Send + Sync + 'static,
    set: impl Fn(&mut Profile, String) + Send + Sync + 'static,
) -> impl IntoView {
    let value = move || editing.draft.with(&get);
    let type_in = move |event| editing.draft.update(|draft| set(draft, event_target_value(&event)));
    let class = if look.verbatim { "field mono" } else { "field" };
    let control = if look.lines > 1 {
        view! {
            <textarea
                class=format!("{class} tall")
                rows=look.lines.to_string()
                placeholder=look.placeholder
                aria-label=name
                spellcheck="false"
                data-testid=look.test
                prop:value=value
                on:input=type_in
            ></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                class=class
                type="text"
                placeholder=look.placeholder
                aria-label=name
                autocomplete="off"
                spellcheck="false"
                data-testid=look.test
                prop:value=value
                on:input=type_in
            />
        }
        .into_any()
    };
    setting(name, hint, control)
}

/// A choice out of a few; `get` and `set` speak of its place in `names`.
pub(super) fn select(
    name: &'static str,
    hint: impl IntoView,
    test: &'static str,
    names: Vec<&'static str>,
    get: impl Fn() -> usize + Copy + Send + Sync + 'static,
    set: impl Fn(usize) + Send + Sync + 'static,
) -> impl IntoView {
    let options = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| view! { <option value=at.to_string() selected=move || get() == at>{name}</option> })
        .collect_view();
    let pick = move |event| {
        if let Ok(at) = event_target_value(&event).parse() {
            set(at);
        }
    };
    let control = view! {
        <span class="select">
            <select class="field" aria-label=name data-testid=test prop:value=move || get().to_string() on:change=pick>
                {options}
            </select>
            {icon(Icon::Down)}
        </span>
    };
    setting(name, hint, control)
}

pub(super) fn check(
    editing: Editing,
    name: &'static str,
    says: &'static str,
    hint: impl IntoView,
    test: &'static str,
    get: impl Fn(&Profile) -> bool + Send + Sync + 'static,
    set: impl Fn(&mut Profile, bool) + Send + Sync + 'static,
) -> impl IntoView {
    let control = view! {
        <label class="check">
            <input
                type="checkbox"
                data-testid=test
                prop:checked=move || editing.draft.with(&get)
                on:change=move |event| editing.draft.update(|draft| set(draft, event_target_checked(&event)))
            />
            {says}
        </label>
    };
    setting(name, hint, control)
}
