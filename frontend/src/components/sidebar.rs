//! The sidebar: which cluster, its pages with what needs a look on each, the palette, the theme.

use contract::Level;
use leptos::prelude::*;

use super::{dialogs, drawings::Icon, icon::icon, switcher::switcher};
use crate::{
    model::route::{Desk, Page, Route},
    state::{
        app::{App, Overlay},
        dialog::Dialog,
        theme::Theme,
    },
};

/// Icon, id of its note from the core, page.
type Entry = (Icon, &'static str, Page);

/// The sidebar's sections.
fn pages() -> [(&'static str, Vec<Entry>); 3] {
    [
        (
            "",
            vec![
                (Icon::Overview, "overview", Page::Overview),
                (Icon::Brokers, "brokers", Page::Brokers),
                (Icon::LogDirs, "log_dirs", Page::LogDirs),
                (Icon::Topics, "topics", Page::Topics),
                (Icon::Groups, "groups", Page::Groups),
            ],
        ),
        (
            "Cluster",
            vec![
                (Icon::Shield, "acls", Page::Acls),
                (Icon::Key, "scram_users", Page::ScramUsers),
                (Icon::Gauge, "quotas", Page::Quotas),
                (Icon::Transactions, "transactions", Page::Transactions),
                (Icon::Reassignments, "reassignments", Page::Reassignments),
                (Icon::Quorum, "quorum", Page::Quorum),
                (Icon::Versions, "versions", Page::Versions),
            ],
        ),
        (
            "Tools",
            vec![(Icon::Requests, "requests", Page::Requests), (Icon::Journal, "journal", Page::Journal)],
        ),
    ]
}

pub fn sidebar(app: App) -> impl IntoView {
    let cluster = app.cluster();
    view! {
        <aside>
            {switcher(app)}
            {move || match cluster.get() {
                Some(id) => nav(app, &id).into_any(),
                None => home(app).into_any(),
            }}
            {foot(app)}
        </aside>
    }
}

/// The pages about connections.
fn home(app: App) -> impl IntoView {
    let entries = [
        (Icon::Plug, "Connections", Route::Connections),
        (Icon::Import, "Import", Route::Desk(Desk::Import)),
        (Icon::Share, "Share", Route::Desk(Desk::Share)),
    ];
    let links = entries
        .into_iter()
        .map(|(symbol, title, to)| {
            let href = to.href();
            let on = Memo::new(move |_| {
                app.route.with(|route| match route {
                    Route::Desk(Desk::Edit { .. } | Desk::Doctor { .. }) => to == Route::Connections,
                    other => *other == to,
                })
            });
            view! {
                <a href=href class:on=on aria-current=move || on.get().then_some("page")>
                    {icon(symbol)}
                    {title}
                </a>
            }
        })
        .collect_view();
    view! { <nav class="nav" aria-label="Pages">{links}</nav> }
}

fn nav(app: App, cluster: &str) -> impl IntoView + use<> {
    let sections = pages()
        .into_iter()
        .map(|(title, entries)| {
            let links = entries
                .into_iter()
                .map(|(symbol, id, page)| entry(app, symbol, id, Route::page(cluster, page)))
                .collect_view();
            view! {
                {(!title.is_empty()).then(|| view! { <h6>{title}</h6> })}
                {links}
            }
        })
        .collect_view();
    view! { <nav class="nav" aria-label="Pages">{sections}</nav> }
}

fn entry(app: App, symbol: Icon, id: &'static str, to: Route) -> impl IntoView {
    let title = match &to {
        Route::Cluster { page, .. } => page.title(),
        Route::Connections | Route::Desk(_) => "Connections",
    };
    let on = Memo::new(move |_| {
        app.nowhere.with(Option::is_none)
            && app.route.with(|route| matches!(route, Route::Cluster { page, .. } if page.title() == title))
    });
    let note = Memo::new(move |_| {
        app.status.with(|status| {
            let status = status.as_ref()?.as_ref().ok()?;
            status.notes.iter().find(|(page, ..)| page == id).map(|(_, text, level)| (text.clone(), *level))
        })
    });
    view! {
        <a href=to.href() class:on=on aria-current=move || on.get().then_some("page") data-testid=format!("nav-{id}")>
            {icon(symbol)}
            {title}
            {move || note.get().map(|(text, level)| view! { <i class=level_class(level)>{text}</i> })}
        </a>
    }
}

fn level_class(level: Level) -> &'static str {
    match level {
        Level::Plain => "",
        Level::Warn => "warn",
        Level::Bad => "bad",
    }
}

fn foot(app: App) -> impl IntoView {
    let theme = app.theme;
    let symbol = move || {
        icon(match theme.get() {
            Theme::System => Icon::System,
            Theme::Light => Icon::Sun,
            Theme::Dark => Icon::Moon,
        })
    };
    let says = move || format!("Theme: {}. Switch to {}.", theme.get().word(), theme.get().next().word());
    let in_cluster = app.cluster();
    view! {
        <footer>
            {move || {
                in_cluster
                    .get()
                    .is_some()
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="everything"
                                data-testid="open-palette"
                                on:click=move |_| app.overlay.set(Overlay::Palette)
                            >
                                <span>"Search everything"</span>
                                <span><kbd>"Ctrl"</kbd>" "<kbd>"K"</kbd></span>
                            </button>
                        }
                    })
            }}
            <div class="tools">
                <button
                    type="button"
                    class="quiet"
                    data-testid="theme"
                    title=says
                    aria-label=says
                    on:click=move |_| theme.update(|theme| *theme = theme.next())
                >
                    {symbol}
                    {move || match theme.get() {
                        Theme::System => "System",
                        Theme::Light => "Light",
                        Theme::Dark => "Dark",
                    }}
                </button>
                <button
                    type="button"
                    class="quiet"
                    title="Keys"
                    aria-label="Keys"
                    data-testid="open-keys"
                    on:click=move |_| app.overlay.set(Overlay::Keys)
                >
                    "Keys "
                    <kbd>"?"</kbd>
                </button>
                <button
                    type="button"
                    class="quiet"
                    title="About Brokerscope, and updates (F1)"
                    data-testid="open-about"
                    on:click=move |_| dialogs::open(app, Dialog::About)
                >
                    "About"
                </button>
            </div>
        </footer>
    }
}
