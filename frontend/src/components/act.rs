//! Keys to deeds. The bindings are decided in `model::keys`; here they reach the table, the overlays and the address.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlFormElement, HtmlInputElement, KeyboardEvent};

use super::{dialogs, toolbar::SEARCH_ID};
use crate::{
    model::{
        keys::{Deed, Press, deed},
        route::Route,
    },
    pages::connections,
    state::{
        app::{App, Overlay},
        dialog::Dialog,
    },
};

/// Obeys the keys from now on.
pub fn obey(app: App) {
    let handle = window_event_listener(ev::keydown, move |event| {
        let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
        let is = |selector: &str| {
            target.as_ref().is_some_and(|element| element.closest(selector).ok().flatten().is_some())
        };
        let press = Press {
            key: &event.key(),
            command: event.ctrl_key() || event.meta_key(),
            alt: event.alt_key(),
            typing: is("input:not([type=checkbox]), textarea, select"),
            on_control: is("a, button, summary, [role=option]"),
        };
        if let Some(deed) = deed(press)
            && act(app, deed, &event)
        {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether the deed was done; if not, the key is the browser's.
fn act(app: App, deed: Deed, event: &KeyboardEvent) -> bool {
    let overlay = app.overlay.get_untracked();
    if app.dialog.with_untracked(Option::is_some) {
        // What a dialog asks is answered or put off; nothing beneath it moves.
        if deed == Deed::Back {
            app.dialog.set(None);
        }
        return deed == Deed::Back;
    }
    let over = matches!(overlay, Overlay::Palette | Overlay::Keys);
    if over && !matches!(deed, Deed::Back | Deed::Palette | Deed::Keys | Deed::About) {
        return false;
    }
    let table = app.table.get_untracked();
    match deed {
        Deed::Palette => {
            app.overlay.set(if overlay == Overlay::Palette { Overlay::None } else { Overlay::Palette });
            true
        }
        Deed::About => {
            dialogs::open(app, Dialog::About);
            true
        }
        Deed::Keys => {
            app.overlay.set(if overlay == Overlay::Keys { Overlay::None } else { Overlay::Keys });
            true
        }
        Deed::Back => back(app, event),
        Deed::Search => focus_search(),
        Deed::Refresh => {
            app.refresh();
            true
        }
        Deed::Pause => {
            app.pace.update(|pace| pace.paused = !pace.paused);
            true
        }
        Deed::FigureLeft => walk_figures(false),
        Deed::FigureRight => walk_figures(true),
        Deed::Save => save(),
        Deed::MoveUp | Deed::MoveDown => connections::move_focused(app, deed == Deed::MoveUp),
        Deed::Next | Deed::Previous | Deed::First | Deed::Last | Deed::Open => {
            if app.route.with_untracked(|route| *route == Route::Connections) {
                return connections::walk(deed);
            }
            let Some(table) = table else { return false };
            match deed {
                Deed::Next => table.step(true),
                Deed::Previous => table.step(false),
                Deed::First => table.end(false),
                Deed::Last => table.end(true),
                _ => {
                    if let Some(route) = table.enter() {
                        app.go(&route);
                    }
                }
            }
            true
        }
    }
}

/// Closes what is open, from the innermost outwards; then clears the search; then goes up.
fn back(app: App, event: &KeyboardEvent) -> bool {
    if app.overlay.get_untracked() != Overlay::None {
        app.overlay.set(Overlay::None);
        return true;
    }
    let field: Option<HtmlInputElement> = event
        .target()
        .and_then(|target| target.dyn_into().ok())
        .filter(|field: &HtmlInputElement| field.id() == SEARCH_ID);
    if let Some(field) = field {
        if !field.value().is_empty() {
            app.find.set(String::new());
            let mut filter = app.route.with_untracked(Route::filter);
            filter.search = String::new();
            app.replace(app.route.with_untracked(|route| route.with_filter(filter)));
        }
        let _left = field.blur();
        return true;
    }
    if let Some(focused) = focused()
        && focused.closest(".fact, input, textarea, select").ok().flatten().is_some()
    {
        let _left = focused.blur();
        return true;
    }
    if let Some(table) = app.table.get_untracked()
        && table.open.get_untracked().is_some()
    {
        table.open.set(None);
        return true;
    }
    app.up();
    true
}

/// Sends the form of the page as its own button would.
fn save() -> bool {
    let form = document().query_selector("form[data-saves]").ok().flatten();
    let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return false };
    let _sent = form.request_submit();
    true
}

pub(crate) fn focused() -> Option<HtmlElement> {
    document().active_element()?.dyn_into().ok()
}

fn focus_search() -> bool {
    let field: Option<HtmlInputElement> =
        document().get_element_by_id(SEARCH_ID).and_then(|field| field.dyn_into().ok());
    field.is_some_and(|field| {
        field.select();
        field.focus().is_ok()
    })
}

/// From figure to figure along the chosen row, opening each one's card.
fn walk_figures(right: bool) -> bool {
    let Ok(found) = document().query_selector_all("tr.sel .fact") else { return false };
    let figures: Vec<HtmlElement> =
        (0..found.length()).filter_map(|at| found.item(at)).filter_map(|node| node.dyn_into().ok()).collect();
    let now = focused().and_then(|focused| figures.iter().position(|figure| *figure == focused));
    let next = match (now, right) {
        (None, true) => figures.first(),
        (None, false) => figures.last(),
        (Some(at), true) => figures.get(at + 1),
        (Some(at), false) => at.checked_sub(1).and_then(|at| figures.get(at)),
    };
    next.is_some_and(|figure| figure.focus().is_ok())
}
