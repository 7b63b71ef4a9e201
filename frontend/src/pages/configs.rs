//! Configs, of a topic or a broker: changed ones first, and on demand as raw as the broker sent them.

use contract::View;
use leptos::prelude::*;

use super::setting::table;
use crate::{
    components::{failures::failures, table::table as draw, toolbar::toolbar},
    model::rows,
    state::{app::App, fetched::Fetch},
};

/// `fetch` gets the signal that says whether values are wanted raw.
pub(super) fn configs(
    app: App,
    cluster: String,
    view: View,
    asked: &'static str,
    fetch: impl FnOnce(RwSignal<bool>) -> Fetch,
) -> impl IntoView {
    let raw = RwSignal::new(false);
    let table = table(app, cluster, view, Signal::stored(rows::configs::columns()), fetch(raw));
    let toggle = move |_| {
        raw.update(|raw| *raw = !*raw);
        table.feed.again();
    };
    view! {
        <div class="bar-with">
            {toolbar(app, table, "Filter names and values")}
            <label class="check">
                <input type="checkbox" prop:checked=raw on:change=toggle data-testid="raw" />
                "Raw values"
            </label>
        </div>
        {failures(app, table.feed.stamp)}
        {draw(app, table, asked, "No config was told.")}
    }
}
