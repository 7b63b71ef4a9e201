//! Newer packages in a folder of the user's: which folder, what the last look told, and the command that would install one. It is looked at
//! when the button is pressed; what is found is never installed from here.

use contract::{
    ApiError, Call, CheckUpdate, Found, GetUpdates, Listed, LookForUpdates, Looked, NameUpdateFolder,
    Package, StopUpdates, SumState, Updates, View, WatchEvent,
};
use leptos::{prelude::*, task::spawn_local};

use super::copy::copy;
use crate::{
    ipc,
    model::{
        cell::{Tone, sentence},
        update_words::{check, found, listed, measures, when},
    },
    state::events,
};

/// What was told last, and what was said to the last wish.
#[derive(Clone, Copy)]
struct Told {
    updates: RwSignal<Option<Updates>>,
    problem: RwSignal<Option<ApiError>>,
}

impl Told {
    fn ask<C: Call<Reply = Updates> + 'static>(self, call: C) {
        self.problem.set(None);
        spawn_local(async move { self.hear(ipc::call(call).await) });
    }

    fn hear(self, answer: Result<Updates, ApiError>) {
        match answer {
            Ok(updates) => drop(self.updates.try_set(Some(updates))),
            Err(error) => drop(self.problem.try_set(Some(error))),
        }
    }
}

pub(super) fn updates() -> AnyView {
    let told = Told { updates: RwSignal::new(None), problem: RwSignal::new(None) };
    let folder = RwSignal::new(String::new());
    let typed = StoredValue::new(false);
    spawn_local(async move {
        let answer = ipc::call(GetUpdates {}).await;
        // What somebody typed meanwhile stays.
        if let (Ok(updates), Some(false)) = (&answer, typed.try_get_value()) {
            let _gone = folder.try_set(updates.folder.clone());
        }
        told.hear(answer);
    });
    events::listen(move |event| {
        if matches!(event, WatchEvent::Changed { view: View::Updates, .. }) {
            told.ask(GetUpdates {});
        }
    });
    let look = move || {
        let folder = folder.get_untracked();
        told.problem.set(None);
        spawn_local(async move {
            let named = ipc::call(NameUpdateFolder { folder }).await;
            let is_named = named.is_ok();
            told.hear(named);
            if is_named {
                told.hear(ipc::call(LookForUpdates {}).await);
            }
        });
    };
    let busy = Memo::new(move |_| told.updates.with(|updates| updates.as_ref().is_some_and(under_way)));
    view! {
        <section data-testid="updates">
            <h2>"Updates"</h2>
            <p>"Never looked for by itself. Name a folder or share where newer packages are put; its file names are read when you say so."</p>
            <form class="row" on:submit=move |event| {
                event.prevent_default();
                look();
            }>
                <input
                    class="field mono grow"
                    type="text"
                    placeholder="/mnt/share/brokerscope"
                    aria-label="Folder of newer packages"
                    autocomplete="off"
                    spellcheck="false"
                    data-testid="update-folder"
                    prop:value=folder
                    on:input=move |event| {
                        typed.set_value(true);
                        folder.set(event_target_value(&event));
                    }
                />
                <button type="submit" class="btn" data-testid="look-now" disabled=busy>"Look now"</button>
                {move || busy.get().then(|| view! {
                    <button type="button" class="btn ghost" data-testid="stop-look" on:click=move |_| told.ask(StopUpdates {})>"Stop"</button>
                })}
            </form>
            {move || told.problem.get().map(|error| line(sentence(&error), Tone::Red, "update-problem"))}
            {move || told.updates.get().map(|updates| state(told, updates))}
        </section>
    }
    .into_any()
}

fn under_way(updates: &Updates) -> bool {
    let reads = updates.check.as_ref().is_some_and(|check| matches!(check.state, SumState::Reading { .. }));
    reads || updates.looking.is_some()
}

fn line(words: String, tone: Tone, test: &'static str) -> AnyView {
    view! { <p class=tone.class() role="status" data-testid=test>{words}</p> }.into_any()
}

fn state(told: Told, updates: Updates) -> AnyView {
    let unkept = updates.unkept.clone().map(|why| line(why, Tone::Amber, "update-unkept"));
    let last = match (updates.looking, &updates.last) {
        (Some(_), _) => Some(line("Looking at the folder.".to_owned(), Tone::Dim, "update-found")),
        (None, Some(last)) => Some(looked(told, &updates, last)),
        (None, None) => None,
    };
    view! {
        {unkept}
        {last}
    }
    .into_any()
}

fn looked(told: Told, updates: &Updates, last: &Looked) -> AnyView {
    let (words, tone) = found(&last.found);
    let package = match &last.found {
        Found::Newer { package, command } => Some(file(told, updates, package, command.clone())),
        Found::Same { package } | Found::Older { package } => Some(file(told, updates, package, None)),
        _ => None,
    };
    view! {
        {line(words, tone, "update-found")}
        {package}
        {line(when(last.at.0, last.took_ms, ipc::now()), Tone::Dim, "update-when")}
    }
    .into_any()
}

fn file(told: Told, updates: &Updates, package: &Package, command: Option<String>) -> AnyView {
    let (sum, tone) = listed(&package.sum);
    let checked =
        updates.check.as_ref().filter(|check| check.file == package.file).map(|sum| check(&sum.state));
    let may_check = matches!(package.sum, Listed::Listed { .. }) && !under_way(updates);
    let newer = command.is_some();
    let differs = updates
        .check
        .as_ref()
        .is_some_and(|sum| sum.file == package.file && matches!(sum.state, SumState::Differs { .. }));
    // What is another file than the one that was listed is not to be installed.
    let command = command.filter(|_| !differs).map(|command| {
        let text = command.clone();
        view! {
            <p>"To install it, in a terminal:"</p>
            <div class="row">
                <code class="grow" data-testid="update-command">{command}</code>
                {copy("Copy", "copy-update-command", move || Some(text.clone()))}
            </div>
        }
    });
    let by_hand = (!newer
        && matches!(updates.last.as_ref().map(|last| &last.found), Some(Found::Newer { .. })))
    .then(|| {
        line(
            "Install it by hand: the folder's name can't stand in a command.".to_owned(),
            Tone::Dim,
            "update-by-hand",
        )
    });
    view! {
        <p><span class="mono" data-testid="update-file">{package.file.clone()}</span>" "<small>{measures(package, ipc::now())}</small></p>
        <div class="row">
            <span class=tone.class() data-testid="update-sum">{sum}</span>
            {may_check.then(|| view! {
                <button type="button" class="btn" data-testid="check-sum" on:click=move |_| told.ask(CheckUpdate {})>"Check its sum"</button>
            })}
        </div>
        {checked.map(|(words, tone)| line(words, tone, "update-check"))}
        {command}
        {by_hand}
    }
    .into_any()
}
