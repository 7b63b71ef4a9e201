//! The request panel: choose a request, see where it would go and why before it goes, then send it. What could write is listed
//! and explained, and has no way to be sent.

use contract::{
    ApiError, ExplainRequest, Explained, FieldKind, ListRequestKinds, RequestDraft, RequestKind, SendRequest,
};
use leptos::{prelude::*, task::spawn_local};

use super::{
    requests_answer::{Reply, answer},
    requests_path::{command, path},
};
use crate::{
    components::{drawings::Icon, icon::icon},
    ipc,
    model::{cell::sentence, shown::total},
    state::{app::App, subject::Subject},
};

pub(super) fn page(app: App, cluster: String) -> impl IntoView {
    app.subject.set(Some(Subject {
        stamp: RwSignal::new(None),
        totals: RwSignal::new(vec![total(
            "Nothing here can change the cluster:",
            "mutating requests are refused before the socket",
            "",
        )]),
        views: Signal::stored(Vec::new()),
    }));
    let kinds = RwSignal::new(None::<Result<Vec<RequestKind>, ApiError>>);
    let draft = RwSignal::new(RequestDraft::default());
    let explained = RwSignal::new(None::<Result<Explained, ApiError>>);
    let answered = RwSignal::new(None::<Reply>);
    let sending = RwSignal::new(false);
    let of = cluster.clone();
    spawn_local(async move {
        let list = ipc::call(ListRequestKinds { cluster: of }).await;
        if let Ok(list) = &list
            && let Some(first) = list
                .iter()
                .find(|kind| kind.name == "DescribeLogDirs" && kind.offered)
                .or_else(|| list.iter().find(|kind| kind.offered))
        {
            let _chosen = draft.try_set(RequestDraft { key: first.key, fields: Vec::new() });
        }
        let _set = kinds.try_set(Some(list));
    });
    let turn = StoredValue::new(0_u64);
    let of = cluster.clone();
    Effect::new(move |_| {
        let draft = draft.get();
        if kinds.with(Option::is_none) {
            return;
        }
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        let question = ExplainRequest { cluster: of.clone(), draft };
        spawn_local(async move {
            let answer = ipc::call(question).await;
            if turn.try_get_value() == Some(mine) {
                let _set = explained.try_set(Some(answer));
            }
        });
    });
    let chosen = Memo::new(move |_| {
        kinds.with(|kinds| match kinds {
            Some(Ok(kinds)) => kinds.iter().find(|kind| kind.key == draft.with(|draft| draft.key)).cloned(),
            _ => None,
        })
    });
    let send = move || {
        if sending.get_untracked() {
            return;
        }
        sending.set(true);
        let question = SendRequest { cluster: cluster.clone(), draft: draft.get_untracked() };
        let name = chosen.with_untracked(|kind| kind.as_ref().map(|kind| kind.name.clone()));
        spawn_local(async move {
            let answer = ipc::call(question).await;
            let _set = answered.try_set(Some(Reply { to: name.unwrap_or_default(), answer }));
            let _done = sending.try_set(false);
        });
    };
    let can = Memo::new(move |_| {
        chosen.with(|kind| kind.as_ref().is_some_and(|kind| kind.offered && !kind.could_write))
            && explained.with(|explained| matches!(explained, Some(Ok(explained)) if explained.passes && explained.refused.is_none()))
    });
    view! {
        <div class="split">
            <form
                class="form panel"
                on:submit=move |event| {
                    event.prevent_default();
                    send();
                }
            >
                <div class="above">
                <div>
                    <h1>"Request"</h1>
                    <p class="sub">"See where it would go before it goes."</p>
                </div>
                {move || match kinds.get() {
                    None => view! { <p class="dim">"Asked the core for its requests."</p> }.into_any(),
                    Some(Err(error)) => view! { <p class="red">{sentence(&error)}</p> }.into_any(),
                    Some(Ok(kinds)) => choice(kinds, draft).into_any(),
                }}
                {move || chosen.get().map(|kind| fields(kind, draft))}
                {move || match explained.get() {
                    None => ().into_any(),
                    Some(Err(error)) => view! { <p class="red">{sentence(&error)}</p> }.into_any(),
                    Some(Ok(explained)) => path(explained).into_any(),
                }}
                {move || command(explained.get())}
                </div>
                <div class="row foot">
                    <button type="submit" class="btn primary" data-testid="send" disabled=move || !can.get() || sending.get()>
                        {icon(Icon::Requests)}
                        {move || if sending.get() { "Sending" } else { "Send" }}
                    </button>
                </div>
            </form>
            {answer(answered, sending)}
        </div>
    }
}

fn choice(kinds: Vec<RequestKind>, draft: RwSignal<RequestDraft>) -> impl IntoView {
    let options = |kinds: Vec<&RequestKind>| {
        kinds
            .into_iter()
            .map(|kind| {
                let versions = kind.versions.map(|(low, high)| format!(" · v{low}–{high}")).unwrap_or_default();
                let (key, text) = (kind.key, format!("{} · key {}{versions}", kind.name, kind.key));
                view! { <option value=key.to_string() selected=move || draft.with(|draft| draft.key == key)>{text}</option> }
            })
            .collect_view()
    };
    let (offered, rest): (Vec<_>, Vec<_>) = kinds.iter().partition(|kind| kind.offered && !kind.could_write);
    let (writes, other): (Vec<_>, Vec<_>) = rest.into_iter().partition(|kind| kind.could_write);
    let pick = move |event| {
        if let Ok(key) = event_target_value(&event).parse() {
            draft.set(RequestDraft { key, fields: Vec::new() });
        }
    };
    let offered = options(offered);
    let other = (!other.is_empty())
        .then(|| view! { <optgroup label="Reads, not sent from here">{options(other)}</optgroup> });
    let writes = (!writes.is_empty())
        .then(|| view! { <optgroup label="Could write: refused">{options(writes)}</optgroup> });
    view! {
        <label>
            "API"
            <span class="select">
                <select class="field" data-testid="request-kind" on:change=pick>
                    <optgroup label="Can be sent">{offered}</optgroup>
                    {other}
                    {writes}
                </select>
                {icon(Icon::Down)}
            </span>
        </label>
    }
}

fn fields(kind: RequestKind, draft: RwSignal<RequestDraft>) -> impl IntoView {
    kind.fields
        .into_iter()
        .map(|field| {
            let (id, of) = (field.id.clone(), field.id.clone());
            let value = move || {
                draft.with(|draft| {
                    draft
                        .fields
                        .iter()
                        .find(|(name, _)| *name == of)
                        .map(|(_, text)| text.clone())
                        .unwrap_or_default()
                })
            };
            let type_in = move |event| {
                let text = event_target_value(&event);
                draft.update(|draft| {
                    draft.fields.retain(|(name, _)| *name != id);
                    draft.fields.push((id.clone(), text));
                });
            };
            let verbatim = !matches!(field.kind, FieldKind::Broker | FieldKind::Partition);
            let needed = field.required.then(|| view! { " " <small>"needed"</small> });
            view! {
                <label>
                    <span>{field.label}{needed}</span>
                    <input
                        class="field"
                        class:mono=verbatim
                        type="text"
                        placeholder=field.placeholder
                        autocomplete="off"
                        spellcheck="false"
                        data-field=field.id
                        prop:value=value
                        on:input=type_in
                    />
                </label>
            }
        })
        .collect_view()
}
