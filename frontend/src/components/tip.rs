//! The source card: who told a figure, when, by which request and version, and its exact value; or why there is none. It opens on
//! hover and on keyboard focus of anything that carries a source, a reason, a note or a hint. One card for the whole page.

use contract::{ApiError, Source};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::{
    model::{
        cell::sentence,
        time::{age, took_ms},
    },
    state::{app::App, sources::Sources},
};

/// Pause before a card opens under the pointer, so that it doesn't flicker along.
const HOVER_MS: u64 = 220;
const WIDTH: f64 = 308.0;

#[derive(Clone, Debug, PartialEq)]
struct Card {
    left: f64,
    /// From the upper edge of the window, or from the lower one.
    top: Option<f64>,
    bottom: Option<f64>,
    /// The figure, with its unit where that stands in the header.
    text: String,
    about: String,
    note: Option<String>,
    exact: Option<String>,
    source: Option<Source>,
    reason: Option<ApiError>,
    knowing: String,
}

/// The card and what opens it.
pub fn tip(app: App) -> impl IntoView {
    let card = RwSignal::new(None::<Card>);
    let turn = StoredValue::new(0_u64);
    let next = move || {
        turn.update_value(|turn| *turn += 1);
        turn.get_value()
    };
    let hover = window_event_listener(ev::mouseover, move |event| {
        let Some(element) = carrier(event.target()) else {
            next();
            card.set(None);
            return;
        };
        let mine = next();
        card.set(None);
        set_timeout(
            move || {
                if turn.try_get_value() == Some(mine) {
                    card.set(read(&element));
                }
            },
            std::time::Duration::from_millis(HOVER_MS),
        );
    });
    let focus = window_event_listener(ev::focusin, move |event| {
        next();
        card.set(carrier(event.target()).and_then(|element| read(&element)));
    });
    let leave = move || {
        next();
        card.set(None);
    };
    let blur = window_event_listener(ev::focusout, move |_| leave());
    let press = window_event_listener(ev::mousedown, move |_| leave());
    let wheel = window_event_listener(ev::wheel, move |_| leave());
    // A card must not outlive the figure that it is about.
    Effect::new(move |_| {
        app.route.track();
        leave();
    });
    on_cleanup(move || {
        for handle in [hover, focus, blur, press, wheel] {
            handle.remove();
        }
    });
    move || card.get().map(|card| draw(app, card))
}

fn carrier(target: Option<web_sys::EventTarget>) -> Option<Element> {
    let element: Element = target?.dyn_into().ok()?;
    element.closest(".fact, [data-hint]").ok().flatten()
}

fn read(element: &Element) -> Option<Card> {
    if !element.is_connected() {
        return None;
    }
    let text = element.text_content().unwrap_or_default();
    let attribute = |name: &str| element.get_attribute(name).filter(|value| !value.is_empty());
    let index = |name: &str| attribute(name).and_then(|value| value.parse::<usize>().ok());
    let sources = element
        .closest("[data-sources]")
        .ok()
        .flatten()
        .and_then(|holder| holder.get_attribute("data-sources"))
        .and_then(|id| id.parse().ok())
        .and_then(Sources::find);
    let provenance = sources.as_ref().map(Sources::provenance);
    let source = index("data-source").and_then(|at| provenance?.sources.get(at).cloned());
    let reason = index("data-why").and_then(|at| provenance?.reasons.get(at).cloned());
    let place = element.get_bounding_client_rect();
    let (width, height) = size();
    let below = place.bottom() + 8.0 + 190.0 < height;
    Some(Card {
        left: place.left().min(width - WIDTH - 12.0).max(8.0),
        top: below.then(|| place.bottom() + 6.0),
        bottom: (!below).then(|| height - place.top() + 6.0),
        text: attribute("data-unit").map_or(text.clone(), |unit| format!("{text} {unit}")),
        about: attribute("data-about").unwrap_or_default(),
        note: attribute("data-note").or_else(|| attribute("data-hint")),
        exact: attribute("data-exact"),
        source,
        reason,
        knowing: attribute("data-knowing").unwrap_or_default(),
    })
}

fn size() -> (f64, f64) {
    let measure = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|value| value.as_f64());
    (measure(window().inner_width()).unwrap_or(1280.0), measure(window().inner_height()).unwrap_or(800.0))
}

fn draw(app: App, card: Card) -> impl IntoView {
    let px = |value: Option<f64>| value.map_or_else(|| "auto".to_owned(), |value| format!("{value:.0}px"));
    let (left, top, bottom) = (px(Some(card.left)), px(card.top), px(card.bottom));
    let head = match (card.knowing.as_str(), &card.note) {
        (_, Some(note)) => view! { <p class="note-text">{note.clone()}</p> }.into_any(),
        ("missing", None) => view! { <p><b>"Not known"</b>" "{card.about.clone()}</p> }.into_any(),
        ("asking", None) => view! { <p><b>"Being asked for"</b>" "{card.about.clone()}</p> }.into_any(),
        _ => view! { <p><b>{card.text.clone()}</b>" "{card.about.clone()}</p> }.into_any(),
    };
    let exact = card.exact.map(|exact| view! { <dt>"Exact"</dt><dd>{exact}</dd> });
    let source = card.source.map(|source| {
        let Source { broker, address, api, version, at, took_ms: took, attempts, derived } = source;
        let by = broker.map_or_else(|| address.clone(), |id| format!("broker {id}"));
        let at = at.0;
        let tries = if attempts <= 1 { "first attempt".to_owned() } else { format!("{attempts} attempts") };
        view! {
            {derived.map(|derived| view! { <dt>"Worked out"</dt><dd>{derived}</dd> })}
            <dt>"Told by"</dt>
            <dd>{move || format!("{by}, {} ago", age(app.now.get() - at))}</dd>
            <dt>"Request"</dt>
            <dd>{format!("{api} v{version}")}</dd>
            <dt>"Took"</dt>
            <dd>{format!("{}, {tries}", took_ms(took))}</dd>
        }
    });
    let reason = card.reason.map(|error| {
        let label = if card.knowing == "stale" { "Since then" } else { "Because" };
        view! { <dt>{label}</dt><dd class="reason">{sentence(&error)}</dd> }
    });
    view! {
        <div
            class="tip"
            role="tooltip"
            data-testid="source-card"
            style:left=move || left.clone()
            style:top=move || top.clone()
            style:bottom=move || bottom.clone()
        >
            {head}
            <dl>{source}{exact}{reason}</dl>
        </div>
    }
}
