//! Where a start of the program or a link wants the window: gone to, or asked about first. What is being typed stays; a dialog that
//! stands is answered before.

use contract::{Start, StartWith, WatchEvent};
use leptos::{prelude::*, task::spawn_local};

use super::dialogs;
use crate::{
    ipc,
    model::route::{Page, Route},
    pages::editor,
    state::{
        app::App,
        dialog::{Dialog, Led},
        events,
    },
};

/// Asks the core what is wanted, and goes there.
pub fn follow(app: App) {
    spawn_local(async move {
        if let Ok(Some(start)) = ipc::call(StartWith {}).await {
            go(app, start);
        }
    });
}

/// Does so each time when the core says that something is wanted.
pub fn obey(app: App) {
    let waits = RwSignal::new(false);
    events::listen(move |event| {
        if *event == WatchEvent::Start {
            let _waits = waits.try_set(true);
        }
    });
    Effect::new(move |_| {
        if waits.get() && app.dialog.with(Option::is_none) {
            waits.set(false);
            follow(app);
        }
    });
}

fn go(app: App, start: Start) {
    let led = match start {
        Start::Cluster { id } => {
            let here = app.route.with_untracked(|route| route.cluster() == Some(&id));
            app.go(&Route::page(&id, Page::Overview));
            if here {
                // The same id, and other addresses behind it.
                let _begun = window().location().reload();
            }
            return;
        }
        Start::Refused { link, why } => Led::Nowhere { link, why },
        Start::Page { id, page, ask } => match (Route::linked(&id, &page), ask) {
            (Some(to), None) => return app.go(&to),
            (Some(to), Some(name)) => Led::Production { name, to },
            (None, _) => Led::Nowhere {
                link: page.as_str().to_owned(),
                why: "It names a page that this window doesn't have.".to_owned(),
            },
        },
        Start::New { bootstrap, name } if !app.editing.changed() => {
            return editor::fill_in(app, bootstrap, name);
        }
        Start::New { bootstrap, name } => Led::New { bootstrap, name },
    };
    dialogs::open(app, Dialog::Led(led));
}

/// What the dialog asks.
pub(super) fn body(app: App, led: Led) -> AnyView {
    let close = move |_| app.dialog.set(None);
    let (says, shown, deed, stay) = match &led {
        Led::Nowhere { link, why } => (format!("The link isn't followed. {why}"), link.clone(), "", "Close"),
        Led::Production { name, .. } => (
            "A link wants to open this production connection. Opening it signs in there, read only as long as its lock is closed."
                .to_owned(),
            name.clone(),
            "Open it",
            "Don't open",
        ),
        Led::New { bootstrap, .. } => (
            "A link wants to begin a new connection to these addresses. What you are editing isn't saved, and would be lost.".to_owned(),
            bootstrap.clone(),
            "Discard the changes and begin",
            "Keep editing",
        ),
    };
    let follow = move |_| {
        app.dialog.set(None);
        match led.clone() {
            Led::Nowhere { .. } => {}
            Led::Production { to, .. } => app.go(&to),
            Led::New { bootstrap, name } => editor::fill_in(app, bootstrap, name),
        }
    };
    view! {
        <div class="asks" data-testid="led">
            <p role="alert">{says}</p>
            <p class="mono path-of">{shown}</p>
            <div class="row end">
                <button type="button" class="btn ghost" data-first=true data-testid="led-stay" on:click=close>{stay}</button>
                {(!deed.is_empty()).then(|| view! {
                    <button type="button" class="btn primary" data-testid="led-go" on:click=follow>{deed}</button>
                })}
            </div>
        </div>
    }
    .into_any()
}
