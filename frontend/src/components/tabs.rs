//! Tabs of one thing's page. Each is a link, so that it can be bookmarked and opened by the palette.

use leptos::prelude::*;

use crate::{model::route::Route, state::app::App};

/// A tab: its label, a note beside it, and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    pub label: &'static str,
    pub note: Option<String>,
    pub route: Route,
}

/// The row of tabs.
pub fn tabs(app: App, tabs: Signal<Vec<Tab>>) -> impl IntoView {
    let one = move |tab: Tab| {
        let route = tab.route.clone();
        let on = Memo::new(move |_| app.route.with(|now| now.same_place(&route)));
        view! {
            <a href=tab.route.href() class:on=on aria-current=move || on.get().then_some("page") data-testid="tab">
                {tab.label}
                {tab.note.map(|note| view! { <small>{note}</small> })}
            </a>
        }
    };
    view! { <nav class="tabs" aria-label="Parts of this page">{move || tabs.get().into_iter().map(one).collect_view()}</nav> }
}
