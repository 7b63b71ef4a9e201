//! The overlay of the keys; it shows the same table that the page obeys.

use leptos::prelude::*;

use super::{drawings::Icon, icon::icon};
use crate::{
    model::keys::BINDINGS,
    state::app::{App, Overlay},
};

pub fn overlay(app: App) -> impl IntoView {
    let rows = BINDINGS
        .into_iter()
        .map(|(keys, says, _)| {
            let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd>" " }).collect_view();
            view! { <dt>{keys}</dt><dd>{says}</dd> }
        })
        .collect_view();
    let close = move |_| app.overlay.set(Overlay::None);
    view! {
        <div class="veil" on:click=close>
            <div class="sheet" role="dialog" aria-label="Keys" data-testid="keys" on:click=|event| event.stop_propagation()>
                <div class="sheet-head">
                    <h1>"Keys"</h1>
                    <button type="button" class="quiet" aria-label="Close" on:click=close>
                        {icon(Icon::Close)}
                    </button>
                </div>
                <dl class="keys">{rows}</dl>
            </div>
        </div>
    }
}
