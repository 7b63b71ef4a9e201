//! The connections that come of an import: which of them to keep, under which name, and where their secrets go.

use contract::{ApiError, Imported, ImportedCluster, KeepImport, Profile, SavedProfile};
use leptos::{prelude::*, task::spawn_local};

use super::{connections::COLORS, import::Reading};
use crate::{
    components::keep::choice,
    ipc,
    model::{
        cell::sentence,
        route::{Desk, Page, Part, Route},
        secret_words::label,
        secured,
    },
    state::app::App,
};

/// One of them, as far as the user has come with it.
#[derive(Clone, Copy)]
struct Found {
    number: u32,
    profile: RwSignal<Profile>,
    wanted: RwSignal<bool>,
    kept: RwSignal<Option<Result<SavedProfile, ApiError>>>,
}

impl Found {
    fn done(self) -> bool {
        self.kept.with(|kept| matches!(kept, Some(Ok(_))))
    }
}

pub(super) fn clusters(app: App, reading: Reading, imported: &Imported) -> impl IntoView + use<> {
    let handle = imported.handle.clone();
    let secret = imported.clusters.iter().any(|cluster| !cluster.secrets.is_empty());
    let found: Vec<Found> = (0_u32..)
        .zip(&imported.clusters)
        .map(|(number, cluster)| Found {
            number,
            profile: RwSignal::new(dressed(&cluster.profile, number)),
            wanted: RwSignal::new(true),
            kept: RwSignal::new(None),
        })
        .collect();
    if found.is_empty() {
        return view! {
            <div class="standing" data-testid="no-cluster">
                <p class="strong">"No connection comes of this text."</p>
                <p>"It names no broker. What became of its lines is told below."</p>
            </div>
        }
        .into_any();
    }
    let cards =
        found.iter().zip(&imported.clusters).map(|(found, cluster)| card(*found, cluster)).collect_view();
    let all = StoredValue::new(found);
    let busy = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let left = Memo::new(move |_| {
        all.with_value(|all| all.iter().filter(|one| one.wanted.get() && !one.done()).count())
    });
    let keep = move |then_open: bool| {
        if let Some(wrong) = reading.keeping.problem().filter(|_| secret) {
            problem.set(Some(wrong.to_owned()));
            return;
        }
        busy.set(true);
        problem.set(None);
        let handle = handle.clone();
        spawn_local(async move {
            if secret && let Err(error) = reading.keeping.ready().await {
                let _said = problem.try_set(Some(sentence(&error)));
                let _busy = busy.try_set(false);
                return;
            }
            let mut last = None;
            for one in all.try_get_value().unwrap_or_default() {
                if !one.wanted.get_untracked() || untrack(|| one.done()) {
                    continue;
                }
                let question = KeepImport {
                    handle: handle.clone(),
                    cluster: one.number,
                    profile: one.profile.get_untracked(),
                    keep: reading.keeping.keep.get_untracked(),
                };
                let answer = ipc::call(question).await;
                last = answer.as_ref().ok().map(|saved| saved.profile.id.clone()).or(last);
                let _kept = one.kept.try_set(Some(answer));
            }
            app.load_profiles();
            let _busy = busy.try_set(false);
            if let Some(id) = last.filter(|_| then_open) {
                app.go(&Route::page(&id, Page::Overview));
            }
        });
    };
    let keep = StoredValue::new(keep);
    view! {
        <div class="found" data-testid="import-clusters">
            {cards}
            {move || (secret && left.get() > 0).then(|| reading.secrets.get().map(|secrets| choice(reading.keeping, &secrets)))}
            {move || problem.get().map(|problem| view! { <p class="red" role="alert" data-testid="import-problem">{problem}</p> })}
            <div class="row">
                <button
                    type="button"
                    class="btn primary"
                    data-testid="keep-and-open"
                    disabled=move || busy.get() || left.get() == 0
                    on:click=move |_| keep.with_value(|keep| keep(true))
                >
                    "Keep and open"
                </button>
                <button
                    type="button"
                    class="btn"
                    data-testid="keep"
                    disabled=move || busy.get() || left.get() == 0
                    on:click=move |_| keep.with_value(|keep| keep(false))
                >
                    {move || match left.get() {
                        0 | 1 => "Keep".to_owned(),
                        more => format!("Keep {more}"),
                    }}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// With a colour, and locked as every new connection is.
fn dressed(profile: &Profile, number: u32) -> Profile {
    let mut profile = profile.clone();
    if profile.color.is_empty() {
        let turn = usize::try_from(number).unwrap_or_default() % COLORS.len();
        COLORS.get(turn).copied().unwrap_or("#2457c5").clone_into(&mut profile.color);
    }
    profile
}

fn card(found: Found, cluster: &ImportedCluster) -> impl IntoView + use<> {
    let secrets: Vec<&str> = cluster.secrets.iter().map(|kind| label(*kind)).collect();
    let secrets =
        (!secrets.is_empty()).then(|| format!("Found with it: {}.", secrets.join(", ").to_lowercase()));
    let problems = cluster.problems.clone();
    let problems = move || {
        let lines = problems.iter().map(|problem| view! { <p class="amber">{problem.clone()}</p> });
        lines.collect_view()
    };
    let (addresses, secured) = (cluster.profile.bootstrap.clone(), secured::words(&cluster.profile));
    view! {
        <div class="one" data-testid="import-cluster">
            <label class="check">
                <input
                    type="checkbox"
                    aria-label="Keep this one"
                    data-testid="import-wanted"
                    prop:checked=found.wanted
                    on:change=move |event| found.wanted.set(event_target_checked(&event))
                />
            </label>
            <div class="what">
                <input
                    class="field"
                    type="text"
                    aria-label="Name"
                    placeholder="A name for it"
                    autocomplete="off"
                    data-testid="import-name"
                    prop:value=move || found.profile.with(|profile| profile.name.clone())
                    on:input=move |event| found.profile.update(|profile| profile.name = event_target_value(&event))
                />
                <p class="mono">{addresses}</p>
                <p class="sub">{secured}</p>
                {secrets.map(|secrets| view! { <p class="dim">{secrets}</p> })}
                {move || (!found.done()).then(&problems)}
                {move || found.kept.get().map(outcome)}
            </div>
        </div>
    }
}

fn outcome(kept: Result<SavedProfile, ApiError>) -> impl IntoView {
    match kept {
        Ok(saved) => {
            let id = saved.profile.id;
            let edit = Route::Desk(Desk::Edit { id: Some(id.clone()), part: Part::default() });
            let problems = saved
                .problems
                .into_iter()
                .map(|problem| view! { <p class="amber">{problem}</p> })
                .collect_view();
            view! {
                {problems}
                <div class="stands" data-testid="import-kept">
                    <span>"Kept."</span>
                    <a class="btn" href=Route::page(&id, Page::Overview).href()>"Open"</a>
                    <a class="btn ghost" href=edit.href()>"Edit"</a>
                </div>
            }
            .into_any()
        }
        Err(error) => view! { <p class="red" role="alert">{sentence(&error)}</p> }.into_any(),
    }
}
