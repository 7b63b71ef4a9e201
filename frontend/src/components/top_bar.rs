//! The top bar: where one is, how old what is shown is, how it is refreshed, and whether the lock is closed.

use contract::{BrokerTab, TopicTab};
use leptos::prelude::*;

use super::{drawings::Icon, icon::icon, lock_dialog, refresh_menu::refresh_menu};
use crate::{
    model::{
        cell::sentence,
        found::movable,
        freshness::ChipState,
        route::{Desk, GroupTab, LogDirBy, Page, Route},
        secured,
    },
    state::app::App,
};

pub fn top_bar(app: App) -> impl IntoView {
    let read_only = Memo::new(move |_| {
        app.status.with(|status| {
            status.as_ref().and_then(|status| status.as_ref().ok()).map(|status| status.read_only)
        })
    });
    // A page without a view of the core's has nothing to refresh.
    let refreshes = Memo::new(move |_| {
        app.subject
            .get()
            .and_then(|subject| subject.views.try_with(|views| !views.is_empty()))
            .unwrap_or(false)
    });
    view! {
        <header>
            {crumbs(app)}
            <span class="grow"></span>
            {age_chip(app)}
            {move || refreshes.get().then(|| refresh_menu(app))}
            {unchecked(app)}
            {move || read_only.get().map(|read_only| lock(app, read_only))}
        </header>
    }
}

/// Stands for as long as a connection is on screen that believes whoever answers.
fn unchecked(app: App) -> impl IntoView {
    let says = Memo::new(move |_| {
        let id = app.route.with(|route| match route {
            Route::Cluster { id, .. } => Some(id.clone()),
            Route::Desk(desk) => desk.about().map(str::to_owned),
            Route::Connections => None,
        })?;
        secured::unchecked(&app.profile(&id)?.tls)
    });
    move || {
        says.get().map(|(chip, hint)| {
            view! {
                <span class="chip stale plain" role="alert" data-hint=hint tabindex="0" data-testid="unchecked">
                    {icon(Icon::Warning)}
                    {chip}
                </span>
            }
        })
    }
}

fn lock(app: App, read_only: bool) -> impl IntoView {
    let (symbol, word, hint) = if read_only {
        (
            Icon::Lock,
            "Read only",
            "Every request that could write is refused in this program, before a byte leaves.",
        )
    } else {
        (Icon::Unlocked, "Unlocked", "This connection is not read only: its owner opened the lock.")
    };
    let id = app.route.with_untracked(|route| route.cluster().map(str::to_owned));
    let turns = id.filter(|id| movable(id));
    let chip = if read_only { "chip plain" } else { "chip plain stale" };
    match turns {
        None => view! {
            <span class=chip data-hint=hint tabindex="0" data-testid="lock">
                {icon(symbol)}
                {word}
            </span>
        }
        .into_any(),
        Some(id) => view! {
            <button
                type="button"
                class=chip
                data-hint=hint
                data-testid="lock"
                on:click=move |_| {
                    if let Some(profile) = untrack(|| app.profile(&id)) {
                        lock_dialog::turn(app, profile, !read_only);
                    }
                }
            >
                {icon(symbol)}
                {word}
            </button>
        }
        .into_any(),
    }
}

fn age_chip(app: App) -> impl IntoView {
    let stamp = move || app.subject.get().and_then(|subject| subject.stamp.try_get().flatten());
    let chip = Memo::new(move |_| {
        let asks = app.subject.get()?.views.try_with(|views| !views.is_empty()).unwrap_or(false);
        match stamp() {
            Some(stamp) => Some(stamp.chip(app.now.get())),
            None => asks.then(|| (ChipState::Asking, "asking".to_owned())),
        }
    });
    let hint = move || {
        let stamp = stamp()?;
        let fresh = &stamp.freshness;
        Some(match (stamp.failure(), fresh.failures.is_empty()) {
            (Some(error), _) => sentence(error),
            (None, false) => {
                let reasons: Vec<String> = fresh
                    .failures
                    .iter()
                    .map(|failure| format!("Broker {}: {}", failure.broker, failure.error.message))
                    .collect();
                reasons.join(" ")
            }
            (None, true) => format!(
                "Age of the oldest figure here. Past {} it turns amber.",
                crate::model::time::age(i64::from(fresh.limit_ms))
            ),
        })
    };
    let loading = Memo::new(move |_| stamp().is_some_and(|stamp| stamp.freshness.loading));
    move || {
        chip.with(Option::is_some).then(|| {
            let state = move || chip.get().map_or(ChipState::Asking, |(state, _)| state).word();
            view! {
                <span
                    class=move || format!("chip {}", state())
                    class:loading=loading
                    data-testid="age"
                    data-state=state
                    data-hint=hint
                    tabindex="0"
                    role="status"
                >
                    {move || chip.get().map(|(_, text)| text)}
                </span>
            }
        })
    }
}

fn crumbs(app: App) -> impl IntoView {
    let name = move || {
        app.status.with(|status| {
            status.as_ref().and_then(|status| status.as_ref().ok()).map(|status| status.name.clone())
        })
    };
    move || {
        if app.nowhere.with(Option::is_some) {
            return view! { <nav class="crumb" aria-label="Place"><b>"Not found"</b></nav> }.into_any();
        }
        let (id, page) = match app.route.get() {
            Route::Connections => {
                return view! { <nav class="crumb" aria-label="Place"><b>"Connections"</b></nav> }.into_any();
            }
            Route::Desk(desk) => return desk_crumbs(app, &desk).into_any(),
            Route::Cluster { id, page, .. } => (id, page),
        };
        let home = Route::page(&id, Page::Overview).href();
        let steps = steps(&id, &page)
            .into_iter()
            .map(|step| {
                let inner = match step.to {
                    Some(route) => {
                        view! { <a class:mono=step.mono href=route.href()>{step.text}</a> }.into_any()
                    }
                    None => view! { <b class:mono=step.mono title=step.text.clone()>{step.text.clone()}</b> }
                        .into_any(),
                };
                view! { <span class="sep">"›"</span>{inner} }
            })
            .collect_view();
        let cluster = name().unwrap_or(id);
        view! {
            <nav class="crumb" aria-label="Place">
                <a href=home>{cluster}</a>
                {steps}
            </nav>
        }
        .into_any()
    }
}

fn desk_crumbs(app: App, desk: &Desk) -> impl IntoView + use<> {
    let name = desk.about().map(|id| app.profile(id).map_or_else(|| id.to_owned(), |profile| profile.name));
    view! {
        <nav class="crumb" aria-label="Place">
            <a href=Route::Connections.href()>"Connections"</a>
            {name.map(|name| view! { <span class="sep">"›"</span><span class="of">{name}</span> })}
            <span class="sep">"›"</span>
            <b>{desk.title()}</b>
        </nav>
    }
}

struct Step {
    text: String,
    mono: bool,
    to: Option<Route>,
}

fn steps(cluster: &str, page: &Page) -> Vec<Step> {
    let parent = Route::page(cluster, page.clone()).parent();
    let title = page.title().to_owned();
    let here = |text: &str, mono| Step { text: text.to_owned(), mono, to: None };
    let (name, mono, tab) = match page {
        Page::Broker { id, tab } => (format!("Broker {id}"), false, broker_tab(*tab)),
        Page::LogDir { broker, path, by } => {
            let by = if *by == LogDirBy::Topics { "By topic" } else { "Replicas" };
            (format!("{broker}:{path}"), true, by)
        }
        Page::Topic { name, tab } => {
            let tab = match tab {
                TopicTab::Partitions => "Partitions",
                TopicTab::Configs => "Configs",
                TopicTab::Acls => "ACLs",
                TopicTab::Producers => "Producers",
                TopicTab::Groups => "Groups",
            };
            (name.clone(), true, tab)
        }
        Page::Group { id, tab } => {
            (id.clone(), true, if *tab == GroupTab::Offsets { "Offsets" } else { "Members" })
        }
        _ => return vec![here(&title, false)],
    };
    vec![Step { text: title, mono: false, to: parent }, here(&name, mono), here(tab, false)]
}

/// A tab's name.
#[must_use]
pub const fn broker_tab(tab: BrokerTab) -> &'static str {
    match tab {
        BrokerTab::Overview => "Overview",
        BrokerTab::LogDirs => "Log dirs",
        BrokerTab::Configs => "Configs",
        BrokerTab::Versions => "API versions",
        BrokerTab::Connections => "Connections",
    }
}
