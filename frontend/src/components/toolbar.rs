//! Above a table: search, and chips with how many rows each would show. Both stand in the address.

use contract::{Chip, Level};
use leptos::prelude::*;

use super::{drawings::Icon, icon::icon};
use crate::{
    model::{number::count, route::Filter},
    state::{app::App, table::Table},
};

/// The field that `/` goes to.
pub const SEARCH_ID: &str = "search";

fn narrow(app: App, change: impl FnOnce(&mut Filter)) {
    let mut filter = app.route.with_untracked(crate::model::route::Route::filter);
    change(&mut filter);
    app.replace(app.route.with_untracked(|route| route.with_filter(filter)));
}

/// The search field alone.
pub fn search(app: App, placeholder: &'static str) -> impl IntoView {
    let text = move || app.route.with(|route| route.filter().search);
    view! {
        <label class="search">
            {icon(Icon::Search)}
            <input
                id=SEARCH_ID
                type="search"
                placeholder=placeholder
                aria-label=placeholder
                autocomplete="off"
                spellcheck="false"
                data-testid="search"
                prop:value=text
                on:input=move |event| narrow(app, |filter| filter.search = event_target_value(&event))
            />
            <kbd>"/"</kbd>
        </label>
    }
}

/// A field of its own for a question that search can't put: `read` and `write` say where in the address it stands.
pub fn question(
    app: App,
    label: &'static str,
    placeholder: &'static str,
    id: &'static str,
    read: fn(&Filter) -> &String,
    write: fn(&mut Filter) -> &mut String,
) -> impl IntoView {
    let text = move || app.route.with(|route| read(&route.filter()).clone());
    view! {
        <label class="search">
            <b>{label}</b>
            <input
                type="search"
                placeholder=placeholder
                aria-label=placeholder
                autocomplete="off"
                spellcheck="false"
                data-testid=id
                prop:value=text
                on:input=move |event| narrow(app, |filter| *write(filter) = event_target_value(&event))
            />
        </label>
    }
}

/// Search and the chips that the core counts.
pub fn toolbar(app: App, table: Table, placeholder: &'static str) -> impl IntoView {
    let chips = Memo::new(move |_| table.feed.told.with(|told| told.chips.clone()));
    view! {
        <div class="bar">
            {search(app, placeholder)}
            {move || {
                let chips = chips.get();
                let apart = apart(&chips);
                let one = |(chip, apart): (Chip, bool)| {
                    view! {
                        {apart.then(|| view! { <i class="apart"></i> })}
                        {self::chip(app, chip)}
                    }
                };
                chips.into_iter().zip(apart).map(one).collect_view()
            }}
        </div>
    }
}

/// For each chip, whether it begins another family than the one before it: "state:Empty" after "kind:share".
fn apart(chips: &[Chip]) -> Vec<bool> {
    let family = |chip: &Chip| chip.id.split_once(':').map(|(family, _)| family.to_owned());
    let mut last = None;
    let mut begins = |chip: &Chip| {
        let now = family(chip);
        let begins = now.is_some() && now != last;
        last = now;
        begins
    };
    chips.iter().map(&mut begins).collect()
}

/// One chip; the one for "all" has an empty id or "all".
pub fn chip(app: App, chip: Chip) -> impl IntoView {
    let Chip { id, label, count: rows, level } = chip;
    let id = if id == "all" { String::new() } else { id };
    let mine = id.clone();
    let on = Memo::new(move |_| app.route.with(|route| route.filter().chip == mine));
    let tone = match (level, rows) {
        (_, Some(0) | None) | (Level::Plain, _) => "",
        (Level::Warn, _) => "amber",
        (Level::Bad, _) => "red",
    };
    let name = if id.is_empty() { "all".to_owned() } else { id.clone() };
    view! {
        <button
            type="button"
            class="filter"
            class:on=on
            aria-pressed=move || on.get().to_string()
            data-testid="chip"
            data-chip=name
            on:click=move |_| narrow(app, |filter| filter.chip.clone_from(&id))
        >
            {label}
            <b class=tone>{rows.map_or_else(|| "·".to_owned(), count)}</b>
        </button>
    }
}

#[cfg(test)]
mod tests {
    use contract::{Chip, Level};

    use super::apart;

    #[test]
    fn types_and_states_stand_apart() {
        let ids = ["all", "kind:classic", "kind:share", "state:Empty", "state:Stable"];
        let chip =
            |id: &str| Chip { id: id.to_owned(), label: String::new(), count: None, level: Level::Plain };
        assert_eq!(apart(&ids.map(chip)), [false, true, false, true, false]);
        assert_eq!(apart(&["all", "offline", "moving"].map(chip)), [false; 3]);
    }
}
