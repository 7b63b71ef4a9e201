//! A secret in the editor: whether there is one and where, never what. Giving one opens a dialog; a new connection is saved first,
//! since a secret has to belong to something.

use contract::{ForgetSecret, SecretKind};
use leptos::{prelude::*, task::spawn_local};

use super::{Then, fields::setting, follow, is_kept};
use crate::{
    components::dialogs,
    ipc,
    model::{
        cell::sentence,
        secret_words::{label, standing},
    },
    state::{
        app::App,
        dialog::{Dialog, Wanted},
    },
};

pub(super) fn secret(app: App, kind: SecretKind, needed: bool, hint: &'static str) -> impl IntoView {
    let editing = app.editing;
    let stands = Memo::new(move |_| {
        editing.secrets.with(|secrets| match secrets {
            Some(Ok(secrets)) => standing(secrets, kind, needed),
            Some(Err(error)) => (sentence(error), true),
            None if needed => ("Not given yet".to_owned(), true),
            None => ("None given".to_owned(), false),
        })
    });
    let there = Memo::new(move |_| {
        editing.secrets.with(|secrets| match secrets {
            Some(Ok(secrets)) => {
                secrets.standings.iter().any(|standing| standing.kind == kind && standing.kept.is_some())
            }
            _ => false,
        })
    });
    let give = move |_| {
        let ask = move || {
            let (profile, name) = editing.kept.with_untracked(|kept| (kept.id.clone(), kept.name.clone()));
            let wanted = Wanted { profile, name, kind, why: None, then_open: false };
            dialogs::open(app, Dialog::Secret(wanted));
        };
        if untrack(|| is_kept(editing) && !editing.changed()) {
            ask();
            return;
        }
        spawn_local(async move {
            let answer = editing.save().await;
            let kept = answer.is_ok();
            follow(app, answer, Then::Stay);
            if kept {
                ask();
            }
        });
    };
    let forget = move |_| {
        let profile = editing.kept.with_untracked(|kept| kept.id.clone());
        spawn_local(async move {
            let answer = ipc::call(ForgetSecret { profile, kind }).await;
            editing.secrets.set(Some(answer));
        });
    };
    let test = name(kind);
    let control = view! {
        <div class="stands" data-secret=test>
            <span class:amber=move || stands.with(|(_, attention)| *attention) data-testid="secret-state">
                {move || stands.with(|(words, _)| words.clone())}
            </span>
            <button type="button" class="btn" data-testid="give-this" on:click=give>
                {move || if there.get() { "Replace" } else { "Give" }}
            </button>
            {move || there.get().then(|| view! {
                <button type="button" class="btn ghost" data-testid="forget-this" on:click=forget>"Forget"</button>
            })}
        </div>
    };
    setting(label(kind), hint, control)
}

/// What tests know it by. Not by its `Debug`, which the page doesn't have.
const fn name(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Password => "Password",
        SecretKind::TrustStorePassword => "TrustStorePassword",
        SecretKind::KeyStorePassword => "KeyStorePassword",
        SecretKind::KeyPassword => "KeyPassword",
        SecretKind::KeyPem => "KeyPem",
        SecretKind::Token => "Token",
        SecretKind::ClientSecret => "ClientSecret",
        SecretKind::AwsSecretKey => "AwsSecretKey",
        SecretKind::AwsSessionToken => "AwsSessionToken",
        SecretKind::ProxyPassword => "ProxyPassword",
    }
}
