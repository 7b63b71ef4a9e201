//! The palette: a few letters lead to a page, a topic, a broker or a group. What can't be searched yet is named, so that "not found"
//! never stands for "not known yet".

use contract::{PaletteHit, PaletteHits, SearchPalette};
use leptos::{ev::KeyboardEvent, html, prelude::*, task::spawn_local};

use super::{drawings::Icon, icon::icon};
use crate::{
    ipc,
    model::{number::count, place},
    state::app::{App, Overlay},
};

pub fn palette(app: App, cluster: String) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let hits = RwSignal::new(None::<Result<PaletteHits, contract::ApiError>>);
    let at = RwSignal::new(0_usize);
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _focused = input.focus();
        }
    });
    let turn = StoredValue::new(0_u64);
    let asked = cluster.clone();
    Effect::new(move |_| {
        let question = SearchPalette { cluster: asked.clone(), text: text.get() };
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        spawn_local(async move {
            let answer = ipc::call(question).await;
            // An earlier question may be answered after a later one.
            if turn.try_get_value() == Some(mine) {
                let _set = hits.try_set(Some(answer));
                let _first = at.try_set(0);
            }
        });
    });
    let count_hits = move || {
        hits.with(|hits| hits.as_ref().and_then(|hits| hits.as_ref().ok()).map_or(0, |hits| hits.hits.len()))
    };
    let go = {
        let cluster = cluster.clone();
        move |hit: &PaletteHit| {
            app.overlay.set(Overlay::None);
            app.go(&place::route(&cluster, &hit.place));
        }
    };
    let open = go.clone();
    let keydown = move |event: KeyboardEvent| {
        let last = count_hits().saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => at.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => at.update(|at| *at = at.saturating_sub(1)),
            "Enter" => {
                let chosen = hits.with_untracked(|hits| {
                    hits.as_ref()
                        .and_then(|hits| hits.as_ref().ok())
                        .and_then(|hits| hits.hits.get(at.get_untracked()).cloned())
                });
                if let Some(hit) = chosen {
                    open(&hit);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let list = move || match hits.get() {
        None => view! { <p class="says">"Asking"</p> }.into_any(),
        Some(Err(error)) => view! { <p class="says red">{error.message}</p> }.into_any(),
        Some(Ok(found)) => results(found, at, go.clone()).into_any(),
    };
    view! {
        <div class="veil" on:click=move |_| app.overlay.set(Overlay::None)>
            <div
                class="sheet palette"
                role="dialog"
                aria-label="Search everything"
                data-testid="palette"
                on:click=|event| event.stop_propagation()
            >
                <label class="palette-field">
                    {icon(Icon::Search)}
                    <input
                        node_ref=input
                        type="text"
                        placeholder="Pages, topics, brokers, groups"
                        aria-label="Search everything"
                        autocomplete="off"
                        spellcheck="false"
                        data-testid="palette-field"
                        prop:value=text
                        on:input=move |event| text.set(event_target_value(&event))
                        on:keydown=keydown
                    />
                    <kbd>"Esc"</kbd>
                </label>
                {list}
            </div>
        </div>
    }
}

fn results(
    found: PaletteHits,
    at: RwSignal<usize>,
    go: impl Fn(&PaletteHit) + Clone + Send + 'static,
) -> impl IntoView {
    let more = found.total.saturating_sub(u32::try_from(found.hits.len()).unwrap_or(u32::MAX));
    let none = found.hits.is_empty();
    let lines = found
        .hits
        .into_iter()
        .enumerate()
        .map(|(place, hit)| {
            let go = go.clone();
            let (kind, text, note) = (hit.kind.clone(), hit.text.clone(), hit.note.clone());
            let named = matches!(kind.as_str(), "Topic" | "Group");
            view! {
                <li
                    role="option"
                    class:on=move || at.get() == place
                    aria-selected=move || (at.get() == place).to_string()
                    data-testid="palette-hit"
                    on:mousemove=move |_| at.set(place)
                    on:click=move |_| go(&hit)
                >
                    <small>{kind}</small>
                    <span class:mono=named>{text}</span>
                    <i>{note}</i>
                </li>
            }
        })
        .collect_view();
    let unknown = (!found.unknown.is_empty()).then(|| {
        let says = found.unknown.join("; ");
        view! { <p class="says amber">{format!("Not searched: {says}.")}</p> }
    });
    view! {
        <ul role="listbox">{lines}</ul>
        {none.then(|| view! { <p class="says">"Nothing of that name among what is known."</p> })}
        {(more > 0).then(|| view! { <p class="says">{format!("{} more; type further letters.", count(more))}</p> })}
        {unknown}
    }
}
