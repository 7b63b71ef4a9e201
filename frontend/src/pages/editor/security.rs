//! Encryption, and whom to believe. A check that is switched off says at once what that allows.

use contract::{Identity, Profile, SecretKind, Trust};
use leptos::prelude::*;

use super::{
    fields::{Look, check, select, text},
    secret::secret,
};
use crate::{
    model::secured::Own,
    state::{app::App, editing::Editing},
};

const PEM: &str = "-----BEGIN CERTIFICATE-----";

pub(super) fn part(app: App) -> impl IntoView {
    let editing = app.editing;
    let on = Memo::new(move |_| editing.draft.with(|draft| draft.tls.on));
    view! {
        {check(
            editing,
            "Encryption",
            "TLS",
            "Hides what is sent, and holds brokers to their certificates. Listeners have it or not: ask for what yours has.",
            "tls-on",
            |draft| draft.tls.on,
            |draft, on| draft.tls.on = on,
        )}
        {move || on.get().then(|| view! {
            {trust(app)}
            {identity(app)}
            {checks(editing)}
        })}
    }
}

fn trust(app: App) -> impl IntoView {
    let editing = app.editing;
    let place = |trust: &Trust| match trust {
        Trust::System => 0,
        Trust::File { .. } => 1,
        Trust::Text { .. } => 2,
    };
    let at = Memo::new(move |_| editing.draft.with(|draft| place(&draft.tls.trust)));
    let pick = move |at: usize| {
        editing.draft.update(|draft| {
            draft.tls.trust = match at {
                1 => Trust::File { path: String::new() },
                2 => Trust::Text { pem: String::new() },
                _ => Trust::System,
            };
        });
    };
    view! {
        {select(
            "Trusted issuers",
            "Whose signature under a broker's certificate is believed.",
            "tls-trust",
            vec!["What this machine trusts", "A file: PEM, JKS, PKCS12 or DER", "Certificates pasted here"],
            move || at.get(),
            pick,
        )}
        {move || match at.get() {
            1 => view! {
                {text(
                    editing,
                    "Issuers' file",
                    "The path of a trust store or of a CA's certificate on this machine.",
                    Look { test: "tls-trust-path", placeholder: "/home/me/kafka/truststore.jks", verbatim: true, ..Look::default() },
                    |draft| match &draft.tls.trust { Trust::File { path } => path.clone(), _ => String::new() },
                    |draft, typed| if let Trust::File { path } = &mut draft.tls.trust { *path = typed },
                )}
                {secret(app, SecretKind::TrustStorePassword, false, "Only for a store that has one; PEM files have none.")}
            }.into_any(),
            2 => text(
                editing,
                "Issuers' certificates",
                "PEM text, one or several. No secret: certificates are public.",
                Look { test: "tls-trust-pem", placeholder: PEM, verbatim: true, lines: 6 },
                |draft| match &draft.tls.trust { Trust::Text { pem } => pem.clone(), _ => String::new() },
                |draft, typed| if let Trust::Text { pem } = &mut draft.tls.trust { *pem = typed },
            ).into_any(),
            _ => ().into_any(),
        }}
    }
}

fn identity(app: App) -> impl IntoView {
    let editing = app.editing;
    let own = Memo::new(move |_| editing.draft.with(|draft| Own::of(draft.tls.identity.as_ref())));
    let at = move || Own::ALL.iter().position(|one| *one == own.get()).unwrap_or_default();
    let pick = move |at: usize| {
        let own = Own::ALL.get(at).copied().unwrap_or(Own::None);
        editing.draft.update(|draft| draft.tls.identity = own.blank());
    };
    view! {
        {select(
            "Own certificate",
            "Where brokers know their clients by certificate (mutual TLS). Most don't ask for one.",
            "tls-own",
            Own::ALL.iter().map(|own| own.name()).collect(),
            at,
            pick,
        )}
        {move || match own.get() {
            Own::None => ().into_any(),
            Own::Store => store(app).into_any(),
            Own::Files => view! {
                {path(editing, "Certificate's file", "PEM: our certificate first, then those up to its issuer.", "tls-certificate", |identity| match identity {
                    Identity::Files { certificate, .. } => Some(certificate),
                    _ => None,
                })}
                {path(editing, "Key's file", "PEM: PKCS8, PKCS1 or EC, encrypted or not.", "tls-key", |identity| match identity {
                    Identity::Files { key, .. } => Some(key),
                    _ => None,
                })}
                {secret(app, SecretKind::KeyPassword, false, "Only for a key that is encrypted.")}
            }.into_any(),
            Own::Text => view! {
                {text(
                    editing,
                    "Certificates",
                    "PEM text: our certificate first, then those up to its issuer.",
                    Look { test: "tls-certificate-pem", placeholder: PEM, verbatim: true, lines: 5 },
                    |draft| of(draft, |identity| match identity { Identity::Text { certificate } => Some(certificate), _ => None }),
                    |draft, typed| if let Some(Identity::Text { certificate }) = &mut draft.tls.identity { *certificate = typed },
                )}
                {secret(app, SecretKind::KeyPem, true, "PEM text. It is a secret, so it is given apart from the rest.")}
                {secret(app, SecretKind::KeyPassword, false, "Only for a key that is encrypted.")}
            }.into_any(),
        }}
    }
}

fn store(app: App) -> impl IntoView {
    let editing = app.editing;
    view! {
        {path(editing, "Store's file", "The path of a key store on this machine.", "tls-store", |identity| match identity {
            Identity::Store { path, .. } => Some(path),
            _ => None,
        })}
        {text(
            editing,
            "Alias",
            "Which entry of the store. Empty: the only one with a key.",
            Look { test: "tls-alias", verbatim: true, ..Look::default() },
            |draft| match &draft.tls.identity { Some(Identity::Store { alias, .. }) => alias.clone().unwrap_or_default(), _ => String::new() },
            |draft, typed| if let Some(Identity::Store { alias, .. }) = &mut draft.tls.identity {
                *alias = (!typed.is_empty()).then_some(typed);
            },
        )}
        {secret(app, SecretKind::KeyStorePassword, false, "Of the store as a whole.")}
        {secret(app, SecretKind::KeyPassword, false, "Only where it differs from the store's.")}
    }
}

type Field = fn(&mut Identity) -> Option<&mut String>;

/// A path inside our own certificate's settings.
fn path(
    editing: Editing,
    name: &'static str,
    hint: &'static str,
    test: &'static str,
    field: Field,
) -> impl IntoView {
    text(
        editing,
        name,
        hint,
        Look { test, placeholder: "/home/me/kafka/", verbatim: true, ..Look::default() },
        move |draft| {
            let mut identity = draft.tls.identity.clone();
            identity.as_mut().and_then(field).map(|path| path.clone()).unwrap_or_default()
        },
        move |draft, typed| {
            if let Some(path) = draft.tls.identity.as_mut().and_then(field) {
                *path = typed;
            }
        },
    )
}

fn of(draft: &Profile, field: fn(&Identity) -> Option<&String>) -> String {
    draft.tls.identity.as_ref().and_then(field).cloned().unwrap_or_default()
}

fn checks(editing: Editing) -> impl IntoView {
    let issuer = move || {
        if editing.draft.with(|draft| draft.tls.verify_issuer) {
            view! { "A broker's certificate has to come from a trusted issuer." }.into_any()
        } else {
            view! { <b class="amber">"Off: whoever answers at these addresses is believed, and gets what signs in. A warning stays on screen."</b> }.into_any()
        }
    };
    let name = move || {
        if editing.draft.with(|draft| draft.tls.verify_host_name) {
            view! { "The name in a broker's certificate has to be the one that was dialled." }.into_any()
        } else {
            view! { <b class="amber">"Off: anybody with a certificate of a trusted issuer may answer for these brokers. A warning stays on screen."</b> }.into_any()
        }
    };
    view! {
        {check(
            editing,
            "Check of the issuer",
            "Checked",
            issuer,
            "tls-verify-issuer",
            |draft| draft.tls.verify_issuer,
            |draft, on| draft.tls.verify_issuer = on,
        )}
        {check(
            editing,
            "Check of the name",
            "Checked",
            name,
            "tls-verify-name",
            |draft| draft.tls.verify_host_name,
            |draft, on| draft.tls.verify_host_name = on,
        )}
    }
}
