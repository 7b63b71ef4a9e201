//! Import: another client's configuration is pasted or picked, read by the core, shown line by line, and kept as connections. The
//! text may hold secrets: it goes to the core once, and this page lets go of it as soon as it has been read.

use contract::{ApiError, Concealed, Imported, ListSecrets, ReadSettings, Secrets};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use super::{import_clusters::clusters, import_lines::lines};
use crate::{components::keep::Keeping, ipc, model::cell::sentence, state::app::App};

/// Above this it is no configuration that somebody wrote.
const MOST: f64 = 1_000_000.0;

#[derive(Clone, Copy)]
pub(super) struct Reading {
    text: RwSignal<String>,
    file_name: RwSignal<Option<String>>,
    pub(super) read: RwSignal<Option<Result<Imported, ApiError>>>,
    pub(super) secrets: RwSignal<Option<Secrets>>,
    pub(super) keeping: Keeping,
    problem: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
}

pub(super) fn page(app: App) -> impl IntoView {
    let reading = Reading {
        text: RwSignal::new(String::new()),
        file_name: RwSignal::new(None),
        read: RwSignal::new(None),
        secrets: RwSignal::new(None),
        keeping: Keeping::new(),
        problem: RwSignal::new(None),
        busy: RwSignal::new(false),
    };
    spawn_local(async move {
        // Of no connection yet: only where secrets can be kept.
        if let Ok(found) = ipc::call(ListSecrets { profile: String::new() }).await {
            reading.keeping.offered(&found, true);
            let _set = reading.secrets.try_set(Some(found));
        }
    });
    view! {
        <div class="page-head">
            <div class="grow">
                <h1>"Import settings"</h1>
                <p class="sub">"Java properties, librdkafka and kcat, a Confluent Cloud snippet, Spring Boot YAML, or the variables and YAML of other UIs."</p>
            </div>
        </div>
        <div class="split import">
            {source(reading)}
            <div class="read">
                {move || match reading.read.get() {
                    None => view! {
                        <div class="standing" data-testid="nothing-read">
                            <p>"Nothing is read yet. Every line will be shown with what became of it: understood, not needed, or not supported and why."</p>
                            <p>"Secrets in the text stay in the core and are shown nowhere, here neither."</p>
                        </div>
                    }
                    .into_any(),
                    Some(Err(error)) => view! {
                        <div class="standing bad" role="alert" data-testid="not-read">
                            <p class="strong">{error.message}</p>
                            {error.advice.map(|advice| view! { <p>{advice}</p> })}
                        </div>
                    }
                    .into_any(),
                    Some(Ok(imported)) => view! {
                        {clusters(app, reading, &imported)}
                        {lines(&imported)}
                    }
                    .into_any(),
                }}
            </div>
        </div>
    }
}

fn source(reading: Reading) -> impl IntoView {
    let pick = move |event: leptos::ev::Event| {
        let input: Option<HtmlInputElement> = event.target().and_then(|target| target.dyn_into().ok());
        let file = input.as_ref().and_then(HtmlInputElement::files).and_then(|files| files.get(0));
        let Some(file) = file else { return };
        if file.size() > MOST {
            reading.problem.set(Some(format!("{} is larger than 1 MB: no configuration is.", file.name())));
            return;
        }
        spawn_local(async move {
            let name = file.name();
            match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
                Some(text) => {
                    let _set = reading.file_name.try_set(Some(name));
                    let _set = reading.text.try_set(text);
                    read(reading);
                }
                None => {
                    let _set = reading.problem.try_set(Some(format!("{name} can't be read.")));
                }
            }
        });
    };
    view! {
        <form
            class="form"
            data-saves=true
            data-testid="import-form"
            on:submit=move |event| {
                event.prevent_default();
                read(reading);
            }
        >
            <label class="fills">
                "Paste the text"
                <textarea
                    class="field tall mono"
                    spellcheck="false"
                    placeholder="bootstrap.servers=kafka-1:9093
security.protocol=SASL_SSL
…"
                    data-testid="import-text"
                    prop:value=reading.text
                    on:input=move |event| {
                        reading.file_name.set(None);
                        reading.text.set(event_target_value(&event));
                    }
                ></textarea>
            </label>
            <label>
                "Or pick a file"
                <input class="file" type="file" data-testid="import-file" on:change=pick />
            </label>
            {move || reading.problem.get().map(|problem| view! { <p class="red" role="alert">{problem}</p> })}
            <div class="row">
                <button type="submit" class="btn primary" data-testid="read-import" disabled=reading.busy>
                    {move || if reading.busy.get() { "Reading" } else { "Read it" }}
                </button>
            </div>
        </form>
    }
}

fn read(reading: Reading) {
    if reading.busy.get_untracked() {
        return;
    }
    if reading.text.with_untracked(|text| text.trim().is_empty()) {
        reading.problem.set(Some("There is no text yet.".to_owned()));
        return;
    }
    reading.problem.set(None);
    reading.busy.set(true);
    spawn_local(async move {
        let question = ReadSettings {
            text: Concealed(reading.text.get_untracked()),
            file_name: reading.file_name.get_untracked(),
        };
        let answer = ipc::call(question).await;
        let _busy = reading.busy.try_set(false);
        match answer {
            Ok(imported) => {
                // It may hold secrets, and the core has them now.
                let _gone = reading.text.try_set(String::new());
                let _set = reading.read.try_set(Some(Ok(imported)));
            }
            Err(error) => {
                let _said = reading.problem.try_set(Some(sentence(&error)));
            }
        }
    });
}
