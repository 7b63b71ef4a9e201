//! About the program: which build it is, where it keeps things on this machine, whose software is in it, and whether there is a newer one in a
//! folder of the user's. Nothing is looked at before somebody asks.

use contract::{About, ApiError, GetAbout, Kept};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::{copy::copy, updates};
use crate::{ipc, model::cell::sentence, state::app::App};

pub(super) fn body(app: App) -> AnyView {
    let about = RwSignal::new(None::<Result<About, ApiError>>);
    spawn_local(async move {
        let told = ipc::call(GetAbout {}).await;
        let _told = about.try_set(Some(told));
    });
    let report = move || about.with(|about| Some(about.as_ref()?.as_ref().ok()?.report.clone()));
    view! {
        <div class="about" data-testid="about">
            {move || match about.get() {
                None => view! { <p role="status">"Asked the core which build this is."</p> }.into_any(),
                Some(Err(error)) => view! { <p class="red" role="alert">{sentence(&error)}</p> }.into_any(),
                Some(Ok(about)) => whole(about),
            }}
            {updates::updates()}
            {licences()}
            <div class="row end">
                {copy("Copy this as text", "copy-about", report)}
                <button type="button" class="btn" data-first=true on:click=move |_| app.dialog.set(None)>"Close"</button>
            </div>
        </div>
    }
    .into_any()
}

fn whole(about: About) -> AnyView {
    let build = about.build;
    let facts = [
        ("Version", build.version),
        ("Commit", build.commit),
        (
            "Built",
            [build.date, build.compiler]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(", "),
        ),
        ("For", build.target),
        ("Web view", build.web_view),
        ("Installed", about.package),
    ];
    let facts = facts.into_iter().map(|(name, value)| {
        let known = if value.is_empty() { "unknown".to_owned() } else { value };
        fact(name.to_owned(), known, String::new())
    });
    let places = about.places.into_iter().map(|Kept { what, path, note }| fact(what, path, note));
    view! {
        <dl class="facts-of" data-testid="about-build">{facts.collect_view()}</dl>
        <section>
            <h2>"Kept on this machine"</h2>
            <dl class="facts-of" data-testid="about-places">{places.collect_view()}</dl>
        </section>
    }
    .into_any()
}

fn fact(name: String, value: String, note: String) -> AnyView {
    view! { <dt>{name}</dt><dd><span class="mono">{value}</span>" "<small>{note}</small></dd> }.into_any()
}

/// Who made what is in it. The list is a file beside the page, read when somebody wants to see it.
fn licences() -> AnyView {
    let list = RwSignal::new(None::<String>);
    let show = move |_| {
        spawn_local(async move {
            let read = read("third-party.txt").await;
            let _shown =
                list.try_set(Some(read.unwrap_or_else(|| "The list is not in this build.".to_owned())));
        });
    };
    view! {
        <section>
            <h2>"Licence"</h2>
            <p>"Apache License 2.0. What others made of it has licences of its own; their full texts lie beside the installed program."</p>
            {move || match list.get() {
                None => view! {
                    <button type="button" class="btn" data-testid="show-licences" on:click=show>"Show the software in it"</button>
                }
                .into_any(),
                Some(list) => view! { <pre class="third-party" tabindex="0" data-testid="third-party">{list}</pre> }.into_any(),
            }}
        </section>
    }
    .into_any()
}

/// A file of the page's own.
async fn read(file: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(file)).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
