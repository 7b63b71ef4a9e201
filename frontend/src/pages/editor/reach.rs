//! The way round to brokers that can't be dialled as they advertise themselves. What an import brought of it is shown and can be taken
//! out; nothing of it is offered as long as the core refuses to dial with it.

use contract::{Profile, Reach, Through};
use leptos::prelude::*;

use super::fields::setting;
use crate::state::app::App;

/// Whether there is anything to show.
pub(super) fn is_set(profile: &Profile) -> bool {
    profile.reach != Reach::default()
}

pub(super) fn part(app: App) -> impl IntoView {
    let editing = app.editing;
    let take_out = move |_| editing.draft.update(|draft| draft.reach = Reach::default());
    move || {
        let reach = editing.draft.with(|draft| draft.reach.clone());
        let mut lines: Vec<String> = reach
            .rewrites
            .iter()
            .map(|rewrite| format!("{} is found at {}", rewrite.from, rewrite.to))
            .collect();
        lines.extend(match &reach.through {
            Through::Nothing => None,
            Through::Socks5 { proxy, .. } => Some(format!("through the SOCKS5 proxy {proxy}")),
            Through::Ssh { host } => Some(format!("through ssh to {host}")),
            Through::Kubectl { namespace, .. } => {
                Some(format!("through kubectl in the namespace {namespace}"))
            }
        });
        if lines.is_empty() {
            return view! { <p class="aside">"Brokers are dialled as they advertise themselves."</p> }
                .into_any();
        }
        let lines = lines.into_iter().map(|line| view! { <li class="mono">{line}</li> }).collect_view();
        let control = view! {
            <ul class="plain">{lines}</ul>
            <div class="stands">
                <button type="button" class="btn" data-testid="take-out-reach" on:click=take_out>"Take it out"</button>
            </div>
        };
        setting(
            "Set for it",
            "This version can't go this way, and never dials directly instead. Forward the ports yourself and give those addresses.",
            control,
        )
        .into_any()
    }
}
