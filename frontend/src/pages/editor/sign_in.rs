//! How we sign in: the mechanism, and what that one needs.

use contract::{AwsCredentials, Sasl, SecretKind};
use leptos::prelude::*;

use super::{
    fields::{Look, check, select, text},
    secret::secret,
};
use crate::{
    model::mechanism::{Mechanism, pairs, read_pairs},
    state::{app::App, editing::Editing},
};

pub(super) fn part(app: App) -> impl IntoView {
    let editing = app.editing;
    let mechanism = Memo::new(move |_| editing.draft.with(|draft| Mechanism::of(&draft.sasl)));
    let at = move || Mechanism::ALL.iter().position(|one| *one == mechanism.get()).unwrap_or_default();
    let pick = move |at: usize| {
        let to = Mechanism::ALL.get(at).copied().unwrap_or(Mechanism::None);
        editing.draft.update(|draft| draft.sasl = to.switch(&draft.sasl));
    };
    view! {
        {select(
            "Mechanism",
            move || mechanism.get().says(),
            "mechanism",
            Mechanism::ALL.iter().map(|one| one.name()).collect(),
            at,
            pick,
        )}
        {move || match mechanism.get() {
            Mechanism::None => view! {
                <p class="aside">"Kerberos (GSSAPI) is not there. Clusters that have it often have a second listener with SCRAM or OAUTHBEARER: ask for that one."</p>
            }.into_any(),
            Mechanism::Plain => view! {
                {user(editing)}
                {secret(app, SecretKind::Password, true, "Or an API secret, where the user is an API key.")}
            }.into_any(),
            Mechanism::ScramSha256 | Mechanism::ScramSha512 => view! {
                {user(editing)}
                {secret(app, SecretKind::Password, true, "Of this user; the key, where it is a delegation token.")}
                {check(
                    editing,
                    "Delegation token",
                    "The user is the id of a delegation token",
                    "A token that the cluster gave out in somebody's name, for a while.",
                    "sasl-token",
                    |draft| matches!(&draft.sasl, Sasl::ScramSha256 { token: true, .. } | Sasl::ScramSha512 { token: true, .. }),
                    |draft, on| if let Sasl::ScramSha256 { token, .. } | Sasl::ScramSha512 { token, .. } = &mut draft.sasl { *token = on },
                )}
            }.into_any(),
            Mechanism::OauthToken => view! {
                {secret(app, SecretKind::Token, true, "As it was issued, in one piece. It is not renewed: give the next one when it ends.")}
                {extensions(editing)}
            }.into_any(),
            Mechanism::OauthClient => oauth_client(app).into_any(),
            Mechanism::MskIam => msk(app).into_any(),
        }}
    }
}

fn user(editing: Editing) -> impl IntoView {
    text(
        editing,
        "User",
        "Or an API key.",
        Look { test: "sasl-user", verbatim: true, ..Look::default() },
        |draft| match &draft.sasl {
            Sasl::Plain { user } | Sasl::ScramSha256 { user, .. } | Sasl::ScramSha512 { user, .. } => {
                user.clone()
            }
            _ => String::new(),
        },
        |draft, typed| {
            if let Sasl::Plain { user } | Sasl::ScramSha256 { user, .. } | Sasl::ScramSha512 { user, .. } =
                &mut draft.sasl
            {
                *user = typed;
            }
        },
    )
}

fn extensions(editing: Editing) -> impl IntoView {
    text(
        editing,
        "Extensions",
        "Name and value pairs that some clusters want beside the token.",
        Look {
            test: "oauth-extensions",
            placeholder: "logicalCluster=lkc-1, identityPoolId=pool-2",
            verbatim: true,
            ..Look::default()
        },
        |draft| match &draft.sasl {
            Sasl::OauthToken { extensions } | Sasl::OauthClient { extensions, .. } => pairs(extensions),
            _ => String::new(),
        },
        |draft, typed| {
            if let Sasl::OauthToken { extensions } | Sasl::OauthClient { extensions, .. } = &mut draft.sasl {
                *extensions = read_pairs(&typed);
            }
        },
    )
}

type Field = fn(&mut Sasl) -> Option<&mut String>;

fn field(
    editing: Editing,
    name: &'static str,
    hint: &'static str,
    look: Look,
    field: Field,
) -> impl IntoView {
    text(
        editing,
        name,
        hint,
        Look { verbatim: true, ..look },
        move |draft| {
            let mut sasl = draft.sasl.clone();
            field(&mut sasl).map(|text| text.clone()).unwrap_or_default()
        },
        move |draft, typed| {
            if let Some(text) = field(&mut draft.sasl) {
                *text = typed;
            }
        },
    )
}

fn oauth_client(app: App) -> impl IntoView {
    let editing = app.editing;
    let signs = Memo::new(move |_| {
        editing.draft.with(|draft| match &draft.sasl {
            Sasl::OauthClient { signed: Some(with), .. } if with == "ES256" => 2,
            Sasl::OauthClient { signed: Some(_), .. } => 1,
            _ => 0,
        })
    });
    let pick = move |at: usize| {
        editing.draft.update(|draft| {
            if let Sasl::OauthClient { signed, .. } = &mut draft.sasl {
                *signed = match at {
                    1 => Some("RS256".to_owned()),
                    2 => Some("ES256".to_owned()),
                    _ => None,
                };
            }
        });
    };
    view! {
        {field(
            editing,
            "Token endpoint",
            "Where tokens come from. It is asked by this program, before brokers are.",
            Look { test: "oauth-endpoint", placeholder: "login.example/oauth2/token, with its scheme", ..Look::default() },
            |sasl| match sasl { Sasl::OauthClient { endpoint, .. } => Some(endpoint), _ => None },
        )}
        {field(
            editing,
            "Client id",
            "As the endpoint knows this client.",
            Look { test: "oauth-client-id", ..Look::default() },
            |sasl| match sasl { Sasl::OauthClient { client_id, .. } => Some(client_id), _ => None },
        )}
        {select(
            "Shown to the endpoint by",
            "How the endpoint knows that it is us.",
            "oauth-signed",
            vec!["The client's secret", "A signature, RS256", "A signature, ES256"],
            move || signs.get(),
            pick,
        )}
        {move || if signs.get() == 0 {
            secret(app, SecretKind::ClientSecret, true, "Sent to the endpoint only, never to a broker.").into_any()
        } else {
            view! {
                {secret(app, SecretKind::KeyPem, true, "The private key that signs, as PEM text. It never leaves this machine.")}
                {secret(app, SecretKind::KeyPassword, false, "Only for a key that is encrypted.")}
            }.into_any()
        }}
        {field(
            editing,
            "Scope",
            "What the token is asked for, where the endpoint wants to know.",
            Look { test: "oauth-scope", ..Look::default() },
            |sasl| match sasl { Sasl::OauthClient { scope, .. } => Some(scope), _ => None },
        )}
        {field(
            editing,
            "Audience",
            "Whom the token is for, where the endpoint wants to know.",
            Look { test: "oauth-audience", ..Look::default() },
            |sasl| match sasl { Sasl::OauthClient { audience, .. } => Some(audience), _ => None },
        )}
        {extensions(editing)}
    }
}

fn msk(app: App) -> impl IntoView {
    let editing = app.editing;
    let place = Memo::new(move |_| {
        editing.draft.with(|draft| match &draft.sasl {
            Sasl::MskIam { credentials: AwsCredentials::Profile { .. }, .. } => 1,
            Sasl::MskIam { credentials: AwsCredentials::Given { .. }, .. } => 2,
            _ => 0,
        })
    });
    let pick = move |at: usize| {
        editing.draft.update(|draft| {
            if let Sasl::MskIam { credentials, .. } = &mut draft.sasl {
                *credentials = match at {
                    1 => AwsCredentials::Profile { name: String::new() },
                    2 => AwsCredentials::Given { access_key: String::new() },
                    _ => AwsCredentials::Environment,
                };
            }
        });
    };
    view! {
        {field(
            editing,
            "Region",
            "Of the cluster. Empty: read from the broker's name, then from the environment.",
            Look { test: "msk-region", placeholder: "eu-central-1", ..Look::default() },
            |sasl| match sasl { Sasl::MskIam { region, .. } => Some(region), _ => None },
        )}
        {select(
            "Credentials",
            "Where the AWS keys come from.",
            "msk-credentials",
            vec!["Environment variables", "A profile of the AWS files", "Given here"],
            move || place.get(),
            pick,
        )}
        {move || match place.get() {
            1 => field(
                editing,
                "AWS profile",
                "Its name in the credentials file of the AWS tools. Empty: the default one.",
                Look { test: "msk-profile", placeholder: "default", ..Look::default() },
                |sasl| match sasl { Sasl::MskIam { credentials: AwsCredentials::Profile { name }, .. } => Some(name), _ => None },
            ).into_any(),
            2 => view! {
                {field(
                    editing,
                    "Access key id",
                    "The half that is no secret.",
                    Look { test: "msk-access-key", ..Look::default() },
                    |sasl| match sasl { Sasl::MskIam { credentials: AwsCredentials::Given { access_key }, .. } => Some(access_key), _ => None },
                )}
                {secret(app, SecretKind::AwsSecretKey, true, "Signs; it is never sent.")}
                {secret(app, SecretKind::AwsSessionToken, false, "Only for credentials that are lent for a while.")}
            }.into_any(),
            _ => ().into_any(),
        }}
    }
}
