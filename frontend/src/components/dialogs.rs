//! The dialogs over the page. A connection that lacks a secret asks for it by itself, once for each failure; whoever puts it off
//! finds the question again beside the failure.

use contract::{ApiError, ConnectionState, ErrorKind, OpenCluster};
use leptos::{html, prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;

use super::{
    about, act::focused, copy::copy, drawings::Icon, icon::icon, led, lock_dialog, secret_dialog,
    unlock_dialog, way,
};
use crate::{
    ipc,
    model::secret_words::{label, signs_in_with},
    state::{
        app::App,
        dialog::{Dialog, Wanted},
    },
};

/// What stands over the page now, if anything.
pub fn dialogs(app: App) -> impl IntoView {
    ask_by_itself(app);
    give_focus_back(app);
    move || {
        app.dialog.get().map(|dialog| {
            let (title, symbol, body) = match dialog {
                Dialog::Secret(wanted) => {
                    (format!("{} of {}", label(wanted.kind), wanted.name), Icon::Key, secret_dialog::body(app, wanted).into_any())
                }
                Dialog::Unlock { profile, why } => {
                    ("Encrypted file".to_owned(), Icon::Lock, unlock_dialog::body(app, profile, why).into_any())
                }
                Dialog::About => ("Brokerscope".to_owned(), Icon::Overview, about::body(app)),
                Dialog::Link(link) => ("Link to this page".to_owned(), Icon::Share, link_body(app, link)),
                Dialog::Led(led) => ("A link".to_owned(), Icon::Share, led::body(app, led)),
                Dialog::Way => ("The way to the brokers".to_owned(), Icon::Plug, way::body(app).into_any()),
                Dialog::Lock(profile) => {
                    (format!("Unlock {}", profile.name), Icon::Unlocked, lock_dialog::body(app, *profile).into_any())
                }
            };
            let place = NodeRef::<html::Div>::new();
            Effect::new(move |_| {
                let first = place.get().and_then(|place| place.query_selector("[data-first]").ok().flatten());
                if let Some(first) = first.and_then(|first| first.dyn_into::<web_sys::HtmlElement>().ok()) {
                    let _focused = first.focus();
                }
            });
            view! {
                <div class="veil" data-testid="dialog">
                    <div node_ref=place class="sheet dialog" role="dialog" aria-modal="true" aria-label=title.clone()>
                        <div class="sheet-head">
                            <h1>{icon(symbol)}{title.clone()}</h1>
                            <button type="button" class="quiet" aria-label="Close" on:click=move |_| app.dialog.set(None)>
                                {icon(Icon::Close)}
                            </button>
                        </div>
                        {body}
                    </div>
                </div>
            }
        })
    }
}

/// Opens one, unless another stands.
pub fn open(app: App, dialog: Dialog) {
    app.overlay.set(crate::state::app::Overlay::None);
    app.dialog.update(|stands| {
        stands.get_or_insert(dialog);
    });
}

/// The question that a failure calls for.
#[must_use]
pub fn asks(app: App, id: &str, name: &str, error: &ApiError) -> Option<Dialog> {
    let why = Some(error.message.clone());
    if error.kind == ErrorKind::SecretsLocked {
        return Some(Dialog::Unlock { profile: Some(id.to_owned()), why });
    }
    // A broker that refuses doesn't say what: it is what this connection signs in with.
    let refused = || untrack(|| app.profile(id)).and_then(|profile| signs_in_with(&profile.sasl));
    let kind = match (error.secret, error.kind) {
        (Some(kind), _) => kind,
        (None, ErrorKind::Authentication) => refused()?,
        (None, _) => return None,
    };
    Some(Dialog::Secret(Wanted {
        profile: id.to_owned(),
        name: name.to_owned(),
        kind,
        why,
        then_open: false,
    }))
}

/// What a button says that opens it.
#[must_use]
pub fn deed(dialog: &Dialog) -> String {
    match dialog {
        Dialog::Secret(wanted) => format!("Give the {}", label(wanted.kind).to_lowercase()),
        Dialog::Unlock { .. } => "Unlock the file".to_owned(),
        Dialog::Lock(_) => "Unlock".to_owned(),
        Dialog::Way | Dialog::About | Dialog::Link(_) | Dialog::Led(_) => "Show it".to_owned(),
    }
}

/// A link, to be copied. It names the connection by its name, which others may have as well.
fn link_body(app: App, link: String) -> AnyView {
    let text = link.clone();
    view! {
        <div class="asks" data-testid="link">
            <p>"Opens this page in a Brokerscope that keeps a connection of this name."</p>
            <p class="mono path-of" data-testid="link-text">{link}</p>
            <div class="row end">
                <button type="button" class="btn ghost" on:click=move |_| app.dialog.set(None)>"Close"</button>
                {copy("Copy", "copy-link", move || Some(text.clone()))}
            </div>
        </div>
    }
    .into_any()
}

/// Opens a connection anew once what it lacked is there. The outcome comes as a note, like every change of a connection.
pub(super) fn open_again(id: String) {
    spawn_local(async move {
        let _asked = ipc::call(OpenCluster { id }).await;
    });
}

fn ask_by_itself(app: App) {
    let asked = StoredValue::new(None::<(String, ApiError)>);
    let cluster = app.cluster();
    Effect::new(move |_| {
        let Some(id) = cluster.get() else { return };
        let failure = app.status.with(|status| match status {
            Some(Ok(status)) => match &status.state {
                ConnectionState::Failed { error } => Some((status.name.clone(), error.clone())),
                _ => None,
            },
            _ => None,
        });
        let Some((name, error)) = failure else { return };
        // A refused password is no reason to ask on its own: who looks away must not come back to a field that takes letters.
        if !matches!(error.kind, ErrorKind::SecretNeeded | ErrorKind::SecretsLocked) {
            return;
        }
        let this = (id.clone(), error.clone());
        if asked.with_value(|asked| asked.as_ref() == Some(&this)) {
            return;
        }
        asked.set_value(Some(this));
        if let Some(dialog) = asks(app, &id, &name, &error) {
            open(app, dialog);
        }
    });
}

fn give_focus_back(app: App) {
    let opener = StoredValue::new_local(None::<web_sys::HtmlElement>);
    Effect::new(move |was: Option<bool>| {
        let stands = app.dialog.with(Option::is_some);
        match (was.unwrap_or(false), stands) {
            (false, true) => opener.set_value(focused()),
            (true, false) => {
                if let Some(element) = opener.try_update_value(Option::take).flatten() {
                    // After the page is let out of its inertness.
                    request_animation_frame(move || {
                        let _focused = element.focus();
                    });
                }
            }
            _ => {}
        }
        stands
    });
}
