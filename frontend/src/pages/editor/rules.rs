//! The table of other addresses: rows in the order in which they are tried. Rows are drawn by their place and read what stands there, so
//! that typing and moving never take the focus out of a field.

use contract::{CheckedReach, Rewrite};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::fields::setting;
use crate::{
    components::{drawings::Icon, icon::icon},
    state::editing::Editing,
};

pub(super) fn rules(editing: Editing, checked: RwSignal<CheckedReach>) -> impl IntoView {
    let count = Memo::new(move |_| editing.draft.with(|draft| draft.reach.rewrites.len()));
    let add = move |_| {
        editing.draft.update(|draft| draft.reach.rewrites.push(Rewrite::default()));
        focus_on(format!("rule-{}-from", count.get_untracked().saturating_sub(1)));
    };
    let control = view! {
        {move || (count.get() > 0).then(|| view! {
            <div class="rules" data-testid="rules">
                <span class="head" aria-hidden="true">"Advertised as"</span>
                <span class="head" aria-hidden="true">"Is found at"</span>
                <span class="head" aria-hidden="true"></span>
                {(0..count.get()).map(|at| row(editing, checked, count, at)).collect_view()}
            </div>
        })}
        <div class="row">
            <button type="button" class="btn" id="rule-add" data-testid="add-rule" on:click=add>
                {icon(Icon::Plus)}
                "Add a rule"
            </button>
        </div>
    };
    let hint = view! {
        "To the left a broker's id or its address; a host alone means all its ports, and "
        <span class="mono">"*"</span>
        " anything. To the right host and port; "
        <span class="mono">":19092"</span>
        " keeps the host, a host alone keeps the port. The first rule that fits counts. Certificates are held against the name to the left."
    };
    setting("Other addresses", hint, control)
}

fn row(editing: Editing, checked: RwSignal<CheckedReach>, count: Memo<usize>, at: usize) -> impl IntoView {
    let number = at + 1;
    let problem = Memo::new(move |_| checked.with(|checked| checked.rules.get(at).cloned().flatten()));
    let field = move |side: &'static str,
                      placeholder: &'static str,
                      label: String,
                      part: fn(&mut Rewrite) -> &mut String| {
        let value = move || {
            editing.draft.with(|draft| {
                draft.reach.rewrites.get(at).map(|rule| part(&mut rule.clone()).clone()).unwrap_or_default()
            })
        };
        let type_in = move |event| {
            editing.draft.update(|draft| {
                if let Some(rule) = draft.reach.rewrites.get_mut(at) {
                    *part(rule) = event_target_value(&event);
                }
            });
        };
        view! {
            <input
                class="field mono"
                type="text"
                id=format!("rule-{at}-{side}")
                placeholder=placeholder
                aria-label=label
                aria-invalid=move || problem.with(Option::is_some).then_some("true")
                aria-describedby=format!("rule-{at}-problem")
                autocomplete="off"
                spellcheck="false"
                data-testid=format!("rule-{side}")
                prop:value=value
                on:input=type_in
            />
        }
    };
    let remove = move |_| {
        editing.draft.update(|draft| {
            if at < draft.reach.rewrites.len() {
                draft.reach.rewrites.remove(at);
            }
        });
        let left = count.get_untracked();
        focus_on(if left == 0 { "rule-add".to_owned() } else { format!("rule-{}-remove", at.min(left - 1)) });
    };
    // The button that was pressed goes with its rule, so that pressing on moves the same one on.
    let swap = move |other: Option<usize>, deed: &'static str| {
        let Some(other) = other.filter(|other| *other < count.get_untracked()) else { return };
        editing.draft.update(|draft| {
            if at.max(other) < draft.reach.rewrites.len() {
                draft.reach.rewrites.swap(at, other);
            }
        });
        let deed = match (other == 0, other + 1 == count.get_untracked()) {
            (true, false) => "down",
            (false, true) => "up",
            _ => deed,
        };
        focus_on(format!("rule-{other}-{deed}"));
    };
    // Not written into the view: there a `>` would end the tag.
    let last = move || count.get() <= number;
    view! {
        {field("from", "kafka-1.internal:9092", format!("Rule {number}: advertised as"), |rule| &mut rule.from)}
        {field("to", "localhost:19092", format!("Rule {number}: is found at"), |rule| &mut rule.to)}
        <span class="deeds">
            <button
                type="button"
                class="btn ghost more"
                id=format!("rule-{at}-up")
                aria-label=format!("Try rule {number} earlier")
                title="Try it earlier"
                data-testid="rule-up"
                disabled=at == 0
                on:click=move |_| swap(at.checked_sub(1), "up")
            >
                {icon(Icon::ArrowUp)}
            </button>
            <button
                type="button"
                class="btn ghost more"
                id=format!("rule-{at}-down")
                aria-label=format!("Try rule {number} later")
                title="Try it later"
                data-testid="rule-down"
                disabled=last
                on:click=move |_| swap(Some(at + 1), "down")
            >
                {icon(Icon::ArrowDown)}
            </button>
            <button
                type="button"
                class="btn ghost more"
                id=format!("rule-{at}-remove")
                aria-label=format!("Remove rule {number}")
                title="Remove it"
                data-testid="rule-remove"
                on:click=remove
            >
                {icon(Icon::Remove)}
            </button>
        </span>
        <p class="red wrong" id=format!("rule-{at}-problem") role="alert" data-testid="rule-problem" hidden=move || problem.with(Option::is_none)>
            {move || problem.get()}
        </p>
    }
}

/// After the rows are drawn.
fn focus_on(id: String) {
    request_animation_frame(move || {
        let element = document().get_element_by_id(&id);
        if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _focused = element.focus();
        }
    });
}
