//! The palette: a few letters lead to a page, a topic, a broker, a group, or what the window itself can do. What can't be searched yet is named, so that "not found"
//! never stands for "not known yet".

use contract::{DEMO, Link, PaletteHit, PaletteHits, SearchPalette};
use leptos::{ev::KeyboardEvent, html, prelude::*, task::spawn_local};

use super::{dialogs, drawings::Icon, icon::icon};
use crate::{
    ipc,
    model::{found::COMMAND_LINE, number::count, place, route::Route},
    state::{
        app::{App, Overlay},
        dialog::Dialog,
    },
};

pub fn palette(app: App, cluster: Option<String>) -> impl IntoView {
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
        let text = text.get();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        let Some(cluster) = asked.clone() else {
            let _set =
                hits.try_set(Some(Ok(PaletteHits { hits: Vec::new(), total: 0, unknown: Vec::new() })));
            return at.set(0);
        };
        spawn_local(async move {
            let answer = ipc::call(SearchPalette { cluster, text }).await;
            // An earlier question may be answered after a later one.
            if turn.try_get_value() == Some(mine) {
                let _set = hits.try_set(Some(answer));
                let _first = at.try_set(0);
            }
        });
    });
    // What the core found, and behind it what the window itself can do.
    let lines = Memo::new(move |_| {
        let found = hits.with(|hits| match hits {
            Some(Ok(found)) => found.hits.iter().map(|hit| line(cluster.as_deref(), hit)).collect(),
            _ => Vec::new(),
        });
        let mut lines: Vec<Line> = found;
        lines.extend(deeds(app, &text.get()));
        lines
    });
    let go = move |to: To| {
        app.overlay.set(Overlay::None);
        match to {
            To::Route(route) => app.go(&route),
            To::Dialog(dialog) => dialogs::open(app, dialog),
        }
    };
    let keydown = move |event: KeyboardEvent| {
        let last = lines.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => at.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => at.update(|at| *at = at.saturating_sub(1)),
            "Enter" => {
                if let Some(line) = lines.with_untracked(|lines| lines.get(at.get_untracked()).cloned()) {
                    go(line.to);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let says = move || match hits.get() {
        None => view! { <p class="says">"Asking"</p> }.into_any(),
        Some(Err(error)) => view! { <p class="says red">{error.message}</p> }.into_any(),
        Some(Ok(found)) => notes(&found, lines.with(Vec::is_empty)),
    };
    let list = move || {
        let lines = lines.get().into_iter().enumerate().map(|(place, line)| drawn(place, line, at, go));
        lines.collect_view()
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
                <ul role="listbox">{list}</ul>
                {says}
            </div>
        </div>
    }
}

/// One that can be chosen.
#[derive(Clone, PartialEq)]
struct Line {
    kind: String,
    text: String,
    note: String,
    to: To,
}

#[derive(Clone, PartialEq)]
enum To {
    Route(Route),
    Dialog(Dialog),
}

fn line(cluster: Option<&str>, hit: &PaletteHit) -> Line {
    let to = To::Route(place::route(cluster.unwrap_or_default(), &hit.place));
    Line { kind: hit.kind.clone(), text: hit.text.clone(), note: hit.note.clone(), to }
}

/// What the window can do by itself, as far as it fits what is typed.
fn deeds(app: App, typed: &str) -> Vec<Line> {
    let typed = typed.trim().to_lowercase();
    let mut all = vec![("Updates and licences", "About Brokerscope", To::Dialog(Dialog::About))];
    if let Some(link) = link(app) {
        all.insert(0, ("", "Copy link to this page", To::Dialog(Dialog::Link(link))));
    }
    let all = all.into_iter().map(|(note, text, to)| Line {
        kind: "Window".to_owned(),
        text: text.to_owned(),
        note: note.to_owned(),
        to,
    });
    all.filter(|line| format!("{} {}", line.text, line.note).to_lowercase().contains(&typed)).collect()
}

/// To what is on screen; by the connection's name where only one has it, since its id is this machine's alone.
fn link(app: App) -> Option<String> {
    let route = app.route.get();
    let id = route.cluster().filter(|id| *id != COMMAND_LINE)?;
    let name =
        app.profile(id).map(|profile| profile.name).filter(|name| !name.trim().is_empty() && id != DEMO);
    let alone = |name: &String| {
        app.profiles.with(|profiles| match profiles {
            Some(Ok(profiles)) => {
                profiles
                    .rows
                    .iter()
                    .filter(|row| row.profile.name == *name || row.profile.id == *name)
                    .count()
                    == 1
            }
            _ => false,
        })
    };
    let profile = name.filter(alone).unwrap_or_else(|| id.to_owned());
    Some(Link::Open { profile, page: route.page_path()? }.to_string())
}

fn drawn(place: usize, line: Line, at: RwSignal<usize>, go: impl Fn(To) + Copy + Send + 'static) -> AnyView {
    let Line { kind, text, note, to } = line;
    let named = matches!(kind.as_str(), "Topic" | "Group");
    view! {
        <li
            role="option"
            class:on=move || at.get() == place
            aria-selected=move || (at.get() == place).to_string()
            data-testid="palette-hit"
            on:mousemove=move |_| at.set(place)
            on:click=move |_| go(to.clone())
        >
            <small>{kind}</small>
            <span class:mono=named>{text}</span>
            <i>{note}</i>
        </li>
    }
    .into_any()
}

fn notes(found: &PaletteHits, none: bool) -> AnyView {
    let more = found.total.saturating_sub(u32::try_from(found.hits.len()).unwrap_or(u32::MAX));
    let unknown = (!found.unknown.is_empty()).then(|| format!("Not searched: {}.", found.unknown.join("; ")));
    view! {
        {none.then(|| view! { <p class="says">"Nothing of that name among what is known."</p> })}
        {(more > 0).then(|| view! { <p class="says">{format!("{} more; type further letters.", count(more))}</p> })}
        {unknown.map(|unknown| view! { <p class="says amber">{unknown}</p> })}
    }
    .into_any()
}
