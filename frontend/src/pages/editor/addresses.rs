//! The addresses: checked while they are typed, by the core, without connecting. What can't be used is said in a sentence and kept as
//! typed.

use contract::{CheckAddresses, CheckedAddresses};
use leptos::{prelude::*, task::spawn_local};

use super::fields::setting;
use crate::{ipc, state::editing::Editing};

pub(super) fn addresses(editing: Editing) -> impl IntoView {
    let control = view! {
        <textarea
            class="field tall mono"
            rows="3"
            placeholder="kafka-1:9092, kafka-2:9092"
            aria-label="Addresses"
            spellcheck="false"
            data-testid="profile-addresses"
            prop:value=move || editing.draft.with(|draft| draft.bootstrap.clone())
            on:input=move |event| editing.draft.update(|draft| draft.bootstrap = event_target_value(&event))
        ></textarea>
        {checked(editing)}
    };
    setting(
        "Addresses",
        "Where to begin: any brokers of the cluster, the others are learnt from them.",
        control,
    )
}

/// What the core reads in the addresses so far.
fn checked(editing: Editing) -> impl IntoView {
    let text = Memo::new(move |_| editing.draft.with(|draft| draft.bootstrap.clone()));
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
        // What saving has just said stands above, and once is enough.
        let problem = problem.filter(|problem| {
            editing.told.with(|told| !matches!(told, Some(Ok(saved)) if saved.problems.contains(problem)))
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
