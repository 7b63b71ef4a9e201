//! How long to wait. What can't be read as a time is said and changes nothing.

use contract::Profile;
use leptos::prelude::*;

use super::fields::setting;
use crate::{model::millis, state::editing::Editing};

/// One limit: its name, what it means, what holds while it is empty, and its place.
type Limit = (&'static str, &'static str, &'static str, fn(&mut Profile) -> &mut Option<u32>);

const LIMITS: [Limit; 4] = [
    ("Connecting", "One dial, up to and including the sign-in.", "10 s", |profile| {
        &mut profile.timeouts.connect
    }),
    (
        "One attempt",
        "One broker's answer to one request; after that another attempt may be made.",
        "10 s",
        |profile| &mut profile.timeouts.attempt,
    ),
    ("A request that reads", "With all its attempts.", "30 s", |profile| &mut profile.timeouts.read),
    (
        "A request that changes something",
        "With all its attempts, as far as it may be sent again at all.",
        "60 s",
        |profile| &mut profile.timeouts.write,
    ),
];

pub(super) fn part(editing: Editing) -> impl IntoView {
    LIMITS.into_iter().map(|limit| line(editing, limit)).collect_view()
}

fn line(editing: Editing, (name, hint, placeholder, place): Limit) -> impl IntoView {
    let now = editing.draft.with_untracked(|draft| *place(&mut draft.clone()));
    let typed = RwSignal::new(millis::shown(now));
    let problem = RwSignal::new(None::<&'static str>);
    let type_in = move |event| {
        let text = event_target_value(&event);
        match millis::read(&text) {
            Ok(limit) => {
                problem.set(None);
                editing.draft.update(|draft| *place(draft) = limit);
            }
            Err(wrong) => problem.set(Some(wrong)),
        }
        typed.set(text);
    };
    let control = view! {
        <input
            class="field short"
            type="text"
            placeholder=placeholder
            aria-label=name
            autocomplete="off"
            spellcheck="false"
            prop:value=typed
            on:input=type_in
        />
        {move || problem.get().map(|problem| view! { <p class="red" role="alert">{problem}" The last one that could be read holds."</p> })}
    };
    setting(name, hint, control)
}
