//! The JAAS string among the settings: which login module it names, which options of it are taken, and which are not values
//! yet. What each option means is in `jaas_options`.

use super::{
    Entry,
    draft::Draft,
    given::{Given, Mechanism, NO_KERBEROS},
    jaas_options::{Meant, Module, meant},
};
use crate::{Hidden, jaas, keys::Key, placeholder};

pub(super) fn login_module(draft: &mut Draft<'_>, entry: &Entry, module: Module) {
    match module {
        Module::Kerberos => draft.not_supported(entry, NO_KERBEROS),
        Module::Unknown => draft.not_supported(
            entry,
            "the login module is a Java class this program doesn't know: choose the mechanism",
        ),
        module => draft.understood(entry, format!("the login module for {}", module.words())),
    }
}

pub(super) fn jaas_string(
    draft: &mut Draft<'_>,
    entry: &Entry,
    given: &mut Given,
    mechanism: Option<Mechanism>,
) {
    let read = match jaas::read(&entry.value.text) {
        Ok(read) => read,
        Err(what) => {
            match placeholder::in_value(&entry.value, false) {
                Some(said) => draft.unreadable(entry, said),
                None => draft.unreadable(entry, format!("is not a JAAS string: {what}")),
            }
            return;
        }
    };
    let module = Module::named(&read.module);
    if let Some(mechanism) = mechanism
        && !mechanism.fits(module)
    {
        let both_have_users = matches!(module, Module::Plain | Module::Scram)
            && matches!(mechanism, Mechanism::Plain | Mechanism::Scram256 | Mechanism::Scram512);
        let said =
            format!("the login module is for {}; sasl.mechanism says otherwise, and counts", module.words());
        if !both_have_users {
            draft.not_supported(
                entry,
                format!("{said}. Give what the mechanism needs, or change the mechanism"),
            );
            return;
        }
        draft.understood(entry, said);
    }
    given.module = Some(module);
    login_module(draft, entry, module);
    let mut taken: Vec<&str> = Vec::new();
    for option in &read.options {
        let meant = meant(module, &option.name);
        let harmless = jaas::harmless(&option.name);
        let shell = entry.value.expands.is_some() && option.value.contains('$');
        let hole = placeholder::in_text(&option.value, !harmless)
            .or_else(|| {
                shell.then(|| "fill in the value: it stands for one that is not in the text".to_owned())
            })
            .filter(|_| !matches!(meant, Meant::Idle | Meant::Unknown));
        if let Some(hole) = hole {
            draft.unreadable(entry, format!("{}: {hole}", option.name));
            continue;
        }
        if module == Module::Kerberos {
            continue;
        }
        take(draft, entry, given, meant, option);
        if matches!(
            meant,
            Meant::Key(_) | Meant::Extension | Meant::RoleSession | Meant::ExternalId | Meant::Region
        ) {
            taken.push(&option.name);
        }
    }
    if !taken.is_empty() {
        draft.understood(entry, format!("with {}", taken.join(", ")));
    }
    for remark in &read.remarks {
        draft.understood(entry, *remark);
    }
    if !read.more.is_empty() {
        let names: Vec<&str> = read.more.iter().take(4).map(String::as_str).collect();
        draft
            .understood(entry, format!("the first login module is taken, and {} left out", names.join(", ")));
    }
}

fn take(draft: &mut Draft<'_>, entry: &Entry, given: &mut Given, meant: Meant, option: &jaas::Opt) {
    let text = || Some(option.value.clone()).filter(|value| !value.is_empty());
    let hidden = || text().map(Hidden::new);
    match meant {
        Meant::Key(Key::User) => {
            if given.user.is_some()
                && let Some(other) = draft.get(Key::User)
            {
                draft.understood(other, "but the JAAS string names the user too, and counts");
            }
            given.user = text();
        }
        Meant::Key(Key::Password) => {
            if given.password.is_some()
                && let Some(other) = draft.get(Key::Password)
            {
                draft.understood(other, "but the JAAS string has a password too, and counts");
            }
            given.password = hidden();
        }
        Meant::Key(Key::TokenAuth) => given.token_auth = option.value.eq_ignore_ascii_case("true"),
        Meant::Key(Key::OauthClientId) => given.oauth.client_id = text(),
        Meant::Key(Key::OauthSecret) => given.client_secret = hidden(),
        Meant::Key(Key::OauthScope) => given.oauth.scope = text(),
        Meant::Key(Key::TokenEndpoint) => given.oauth.endpoint = text(),
        Meant::Key(Key::Token) => given.token = hidden(),
        Meant::Key(Key::AwsProfile) => given.aws.profile = text(),
        Meant::Key(Key::AwsRole) => given.aws.role_arn = text(),
        Meant::Key(Key::AwsAccessId) => given.aws.access_key_id = text(),
        Meant::Key(Key::AwsSecret) => given.aws_secret_key = hidden(),
        Meant::Key(Key::AwsSessionToken) => given.aws_session_token = hidden(),
        Meant::RoleSession => given.aws.role_session_name = text(),
        Meant::ExternalId => given.aws.external_id = text(),
        Meant::Region => given.aws.sts_region = text(),
        Meant::Extension => {
            if let Some((_, name)) = option.name.split_once('_') {
                given.oauth.extensions.push((name.to_owned(), option.value.clone()));
            }
        }
        Meant::Unsecured => {
            if !given.unsecured {
                let said = "makes a token without a signature, which is for tests only: paste a token, or give a client id \
                            and secret";
                draft.not_supported(entry, said);
            }
            given.unsecured = true;
        }
        Meant::Idle => {}
        Meant::Key(_) | Meant::Unknown => {
            draft.not_supported(
                entry,
                "has an option that the login module doesn't know, or that is not known here",
            );
        }
    }
}
