//! The doctor: why a connection comes about or not, step by step and address by address. It runs in the core; this page follows it, and
//! never starts it again by itself: each run signs in once, and refused sign-ins lock accounts.

use contract::{
    ApiError, Examination, Examine, GetExamination, GetExaminationText, StopExamination, View, WatchEvent,
};
use leptos::{prelude::*, task::spawn_local};

use super::doctor_timeline::patient;
use crate::{
    components::{copy::copy, dialogs, drawings::Icon, icon::icon},
    ipc,
    model::{
        examined::progress,
        route::{Desk, Page, Part, Route},
        time::{age, took_ms},
    },
    state::{app::App, events},
};

/// Begins an examination and shows it.
pub(super) fn begin(app: App, id: String) {
    app.examine.set(Some(id.clone()));
    app.go(&Route::Desk(Desk::Doctor { id }));
}

#[derive(Clone, Copy)]
struct Seen {
    examination: RwSignal<Option<Examination>>,
    refused: RwSignal<Option<ApiError>>,
    report: RwSignal<Option<String>>,
    turn: StoredValue<u64>,
}

impl Seen {
    fn load(self, id: String, begin: bool) {
        self.turn.update_value(|turn| *turn += 1);
        let mine = self.turn.get_value();
        spawn_local(async move {
            let mut found = ipc::call(GetExamination { profile: id.clone() }).await;
            if begin && matches!(found, Ok(None)) {
                found = match ipc::call(Examine { profile: id.clone() }).await {
                    Ok(()) => ipc::call(GetExamination { profile: id.clone() }).await,
                    Err(error) => Err(error),
                };
            }
            if self.turn.try_get_value() != Some(mine) {
                return;
            }
            match found {
                Ok(found) => {
                    let ended = found.as_ref().is_some_and(|found| found.ended.is_some());
                    let _set = self.examination.try_set(found);
                    let _set = self.refused.try_set(None);
                    let text =
                        if ended { ipc::call(GetExaminationText { profile: id }).await.ok() } else { None };
                    let _set = self.report.try_set(text);
                }
                Err(error) => {
                    let _set = self.refused.try_set(Some(error));
                }
            }
        });
    }

    fn again(self, id: String) {
        self.refused.set(None);
        spawn_local(async move {
            match ipc::call(Examine { profile: id.clone() }).await {
                Ok(()) => self.load(id, false),
                Err(error) => {
                    let _set = self.refused.try_set(Some(error));
                }
            }
        });
    }
}

pub(super) fn page(app: App, id: String) -> impl IntoView {
    let seen = Seen {
        examination: RwSignal::new(None),
        refused: RwSignal::new(None),
        report: RwSignal::new(None),
        turn: StoredValue::new(0),
    };
    if app.examine.get_untracked().as_ref() == Some(&id) {
        app.examine.set(None);
        seen.again(id.clone());
    } else {
        seen.load(id.clone(), true);
    }
    let of = id.clone();
    events::listen(move |event| {
        if let WatchEvent::Changed { cluster, view: View::Examination } = event
            && *cluster == of
        {
            seen.load(of.clone(), false);
        }
    });
    let name = {
        let id = id.clone();
        move || app.profile(&id).map_or_else(|| id.clone(), |profile| profile.name)
    };
    let running = Memo::new(move |_| {
        seen.examination.with(|found| found.as_ref().is_some_and(|found| found.ended.is_none()))
    });
    let again = {
        let id = id.clone();
        move |_| seen.again(id.clone())
    };
    let stop = {
        let id = id.clone();
        move |_| {
            let profile = id.clone();
            spawn_local(async move {
                // What it has found so far comes as a note.
                let _stopped = ipc::call(StopExamination { profile }).await;
            });
        }
    };
    let edit = Route::Desk(Desk::Edit { id: Some(id.clone()), part: Part::default() });
    let open = Route::page(&id, Page::Overview);
    view! {
        <div class="page-head">
            <div class="grow">
                <h1>{name.clone()}</h1>
                <p class="sub">{move || when(app, seen.examination.get())}</p>
            </div>
            <div class="row">
                {move || seen.report.with(Option::is_some).then(|| copy("Copy report", "copy-report", move || seen.report.get_untracked()))}
                <a class="btn" href=edit.href()>{icon(Icon::Edit)}"Edit"</a>
                {move || if running.get() {
                    view! { <button type="button" class="btn" data-testid="stop" on:click=stop.clone()>"Stop"</button> }.into_any()
                } else {
                    view! {
                        <button type="button" class="btn" data-testid="examine-again" on:click=again.clone()>
                            {icon(Icon::Refresh)}
                            "Examine again"
                        </button>
                    }.into_any()
                }}
                <a class="btn primary" href=open.href()>"Open"</a>
            </div>
        </div>
        <div class="doctor" data-testid="doctor" data-running=move || running.get().to_string()>
            {move || seen.refused.get().map(|error| refused(app, &id, &name(), error))}
            {move || seen.examination.get().map(|found| view! {
                {verdict(&found)}
                {found.patients.iter().map(patient).collect_view()}
                {(found.left_out > 0).then(|| view! {
                    <p class="aside">{format!("{} more advertised brokers were not examined, because there are so many.", found.left_out)}</p>
                })}
            })}
            {move || (seen.examination.with(Option::is_none) && seen.refused.with(Option::is_none)).then(|| view! {
                <div class="standing" role="status"><p>"Asked the core to examine it. Nothing found yet."</p></div>
            })}
            {move || seen.report.get().map(|report| view! {
                <details class="report">
                    <summary>"The report as text"</summary>
                    <p class="dim">"Addresses and user names are in it; no secret is."</p>
                    <pre data-testid="report">{report}</pre>
                </details>
            })}
        </div>
    }
}

fn when(app: App, found: Option<Examination>) -> String {
    match found {
        None => "Each step of connecting, for each address.".to_owned(),
        Some(Examination { ended: None, patients, .. }) => format!("Examining. {}.", progress(&patients)),
        Some(Examination { began, ended: Some(ended), .. }) => {
            let took = u32::try_from(ended.0.saturating_sub(began.0)).unwrap_or_default();
            format!(
                "Examined {} ago, in {}. Nothing was changed on any broker.",
                age(app.now.get() - ended.0),
                took_ms(took)
            )
        }
    }
}

fn verdict(found: &Examination) -> impl IntoView + use<> {
    found.verdict.clone().map(|verdict| {
        let (class, symbol) =
            if verdict.healthy { ("verdict fine", Icon::Fine) } else { ("verdict unhealthy", Icon::Bad) };
        view! {
            <div class=class role="status" data-testid="diagnosis" data-healthy=verdict.healthy.to_string()>
                {icon(symbol)}
                <div>
                    <h1>{verdict.sentence}</h1>
                    {verdict.advice.map(|advice| view! { <p>{advice}</p> })}
                </div>
            </div>
        }
    })
}

fn refused(app: App, id: &str, name: &str, error: ApiError) -> impl IntoView + use<> {
    let ask = dialogs::asks(app, id, name, &error).map(|dialog| {
        let says = dialogs::deed(&dialog);
        let ask = move |_| dialogs::open(app, dialog.clone());
        view! { <button type="button" class="btn primary" on:click=ask>{says}</button> }
    });
    view! {
        <div class="note" role="alert" data-testid="not-examined">
            <b>"Not examined."</b>
            <span>{error.message}" "{error.advice}</span>
            {ask}
        </div>
    }
}
