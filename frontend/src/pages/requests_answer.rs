//! What came back: a line for each broker with its time, version and attempts, and each answer in full.

use contract::{Answered, AnsweredPart, ApiError};
use leptos::prelude::*;

use crate::{
    ipc,
    model::{
        cell::sentence,
        number::grouped,
        time::{clock, took_ms},
    },
};

/// An answer, and the name of the request that it answers: the form may have gone on to another.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) to: String,
    pub(super) answer: Result<Answered, ApiError>,
}

pub(super) fn answer(answered: RwSignal<Option<Reply>>, sending: RwSignal<bool>) -> impl IntoView {
    view! {
        <div class="answer" class:waiting=sending data-testid="answer">
            {move || match answered.get() {
                None => {
                    view! {
                        <div class="standing">
                            <p>"Nothing was sent yet. The answer of each broker will stand here, with its time, version and attempts."</p>
                        </div>
                    }
                        .into_any()
                }
                Some(Reply { answer: Err(error), .. }) => {
                    view! { <div class="standing bad" role="alert"><p class="strong">{error.message}</p><p>{error.advice}</p></div> }
                        .into_any()
                }
                Some(Reply { to, answer: Ok(answered) }) => parts(&to, answered).into_any(),
            }}
        </div>
    }
}

fn parts(to: &str, answered: Answered) -> impl IntoView + use<> {
    let good = answered.parts.iter().filter(|part| part.error.is_none());
    let slowest = good.clone().map(|part| part.took_ms).max();
    let (count, all) = (good.count(), answered.parts.len());
    let head = format!("{to}: {count} of {all} answered in {}", took_ms(answered.took_ms));
    let slowest = match (slowest, count) {
        (Some(slowest), 1) => format!(" The one that answered took {}.", took_ms(slowest)),
        (Some(slowest), _) => format!(" Those that answered took {} at most.", took_ms(slowest)),
        (None, _) => " None answered.".to_owned(),
    };
    let sub = format!("Sent {}.{slowest}", clock(answered.sent_at.0, ipc::west_of_utc()));
    let first = answered.parts.iter().position(|part| part.error.is_none()).unwrap_or(0);
    let at = RwSignal::new(first);
    let rows = answered.parts.iter().enumerate().map(|(place, part)| row(place, part, at)).collect_view();
    let tabs = answered
        .parts
        .iter()
        .enumerate()
        .map(|(place, part)| {
            let name = name(part);
            let on = move || at.get() == place;
            view! {
                <button type="button" role="tab" class:on=on aria-selected=move || on().to_string() on:click=move |_| at.set(place)>
                    {name}
                </button>
            }
        })
        .collect_view();
    let parts = answered.parts;
    let body = move || parts.get(at.get()).map(body);
    view! {
        <div class="pad">
            <h1>{head}</h1>
            <p class="sub">{sub}</p>
        </div>
        <div class="parts">
            <table>
                <thead>
                    <tr>
                        <th>"Broker"</th>
                        <th class="num">"Time"</th>
                        <th>"Version"</th>
                        <th class="num">"Attempts"</th>
                        <th class="rest">"Answer"</th>
                        <th class="num">"Bytes"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <div class="tabs" role="tablist">{tabs}</div>
        {body}
    }
}

fn name(part: &AnsweredPart) -> String {
    part.broker.map_or_else(|| part.address.clone(), |id| format!("Broker {id}"))
}

fn row(place: usize, part: &AnsweredPart, at: RwSignal<usize>) -> impl IntoView + use<> {
    let version = part.version.map_or_else(|| "—".to_owned(), |version| format!("v{version}"));
    let bytes = part.bytes.map_or_else(|| "—".to_owned(), |bytes| grouped(bytes.0));
    let (text, class) = match &part.error {
        Some(error) => (error.message.clone(), "rest red"),
        None => (part.summary.clone(), "rest"),
    };
    view! {
        <tr class:sel=move || at.get() == place on:click=move |_| at.set(place) data-testid="answer-part">
            <td class="strong">{name(part)}</td>
            <td class="num">{took_ms(part.took_ms)}</td>
            <td>{version}</td>
            <td class="num">{part.attempts}</td>
            <td class=class title=text.clone()>{text.clone()}</td>
            <td class="num">{bytes}</td>
        </tr>
    }
}

fn body(part: &AnsweredPart) -> impl IntoView + use<> {
    if let Some(error) = &part.error {
        return view! { <div class="pad red">{sentence(error)}</div> }.into_any();
    }
    let cut =
        part.truncated.then(|| view! { <p class="dim pad">"The answer is longer; it was cut here."</p> });
    view! {
        <pre class="body" tabindex="0" data-testid="answer-body">{part.body.clone()}</pre>
        {cut}
    }
    .into_any()
}
