//! Signing in: the mechanism, the JAAS string and librdkafka's own keys, made one. What two lines say differently is said;
//! what a mechanism can't be without is missed aloud, so that the profile asks for it.

use super::{
    Entry,
    draft::Draft,
    given::{Given, Mechanism, NO_KERBEROS},
    jaas_options::Module,
    jaas_string::{jaas_string, login_module},
    oauth,
    tls::secret,
};
use crate::{Sasl, Settings, keys::Key};

pub(super) fn settle(draft: &mut Draft<'_>, settings: &mut Settings, signs_in: bool) {
    if !signs_in {
        for entry in draft.silent(Key::is_sasl) {
            draft.not_needed(entry, "no sign-in takes place by what the text says, so this plays no part");
        }
        return;
    }
    let mut given = Given::default();
    let named = mechanism(draft);
    let may = |wanted: &[Mechanism]| match &named {
        None => true,
        Some(Ok(mechanism)) => wanted.contains(mechanism),
        Some(Err(_)) => false,
    };
    if may(&[Mechanism::Plain, Mechanism::Scram256, Mechanism::Scram512]) {
        user(draft, &mut given);
    }
    if may(&[Mechanism::Iam, Mechanism::Oauth]) {
        aws(draft, &mut given);
    }
    let jaas = draft.get(Key::Jaas);
    if let Some(entry) = jaas {
        let mechanism = named.as_ref().and_then(|named| named.as_ref().ok()).copied();
        jaas_string(draft, entry, &mut given, mechanism);
    }
    if let Some(entry) = draft.get(Key::JaasModule) {
        let module = Module::named(&entry.value.text);
        given.module = Some(module);
        login_module(draft, entry, module);
    }
    if may(&[Mechanism::Oauth]) {
        oauth::keys(draft, &mut given);
    }
    oauth::handlers(draft, &mut given);
    let from_module = given.module.and_then(|module| match module {
        Module::Plain => Some(Mechanism::Plain),
        Module::Scram => Some(Mechanism::Scram512),
        Module::Oauth => Some(Mechanism::Oauth),
        Module::Iam => Some(Mechanism::Iam),
        Module::Kerberos => Some(Mechanism::Kerberos),
        Module::Unknown => None,
    });
    let mechanism = match named {
        Some(Ok(mechanism)) => Some(mechanism),
        Some(Err(other)) => {
            settings.sasl = Some(Sasl::Other(other));
            None
        }
        None => assumed(draft, &given, from_module, jaas),
    };
    match mechanism {
        Some(mechanism) => settings.sasl = Some(given.into_sasl(mechanism, settings)),
        None if settings.sasl.is_none() => {
            let open = draft.given(Key::Jaas).or(draft.given(Key::Mechanism)).is_some();
            settings.sasl =
                Some(if open { Sasl::Other("not named in the text".to_owned()) } else { Sasl::Gssapi });
        }
        None => {}
    }
    for entry in draft.silent(Key::is_sasl) {
        draft.not_needed(entry, "the mechanism has no use for it");
    }
}

/// The mechanism that is named: one we have, or its name. A placeholder names none.
fn mechanism(draft: &mut Draft<'_>) -> Option<Result<Mechanism, String>> {
    let entry = draft.get(Key::Mechanism).filter(|entry| !entry.value.text.is_empty())?;
    let name = entry.value.text.to_ascii_uppercase();
    let known = match name.as_str() {
        "PLAIN" => Some((Mechanism::Plain, "user and password (PLAIN)")),
        "SCRAM-SHA-256" => Some((Mechanism::Scram256, "user and password (SCRAM-SHA-256)")),
        "SCRAM-SHA-512" => Some((Mechanism::Scram512, "user and password (SCRAM-SHA-512)")),
        "OAUTHBEARER" => Some((Mechanism::Oauth, "a token (OAUTHBEARER)")),
        "AWS_MSK_IAM" | "AWS_MSK_IAM_TOKEN" => Some((Mechanism::Iam, "AWS credentials (AWS_MSK_IAM)")),
        "GSSAPI" => {
            draft.not_supported(entry, NO_KERBEROS);
            return Some(Ok(Mechanism::Kerberos));
        }
        _ => None,
    };
    if let Some((mechanism, words)) = known {
        draft.understood(entry, words);
        return Some(Ok(mechanism));
    }
    let said = "is not a mechanism that is known here: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER and AWS_MSK_IAM are";
    draft.not_supported(entry, said);
    Some(Err(name.chars().take(40).collect()))
}

/// Which mechanism it must be where none is named; said beside the line that tells.
fn assumed(
    draft: &mut Draft<'_>,
    given: &Given,
    from_module: Option<Mechanism>,
    jaas: Option<&Entry>,
) -> Option<Mechanism> {
    let told = jaas.or(draft.get(Key::JaasModule));
    if let (Some(mechanism), Some(entry)) = (from_module, told) {
        if mechanism != Mechanism::Kerberos {
            let which = if mechanism == Mechanism::Scram512 { "; SCRAM-SHA-512 is assumed" } else { "" };
            let said = format!("no sasl.mechanism is given, so it is taken from the login module{which}");
            draft.understood(entry, said);
        }
        return Some(mechanism);
    }
    if let (Some(_), Some(entry)) = (&given.user, draft.get(Key::User)) {
        draft.understood(entry, "no sasl.mechanism is given; PLAIN is assumed");
        return Some(Mechanism::Plain);
    }
    if given.oauth.endpoint.is_some() || given.token.is_some() {
        return Some(Mechanism::Oauth);
    }
    if draft.given(Key::Mechanism).or(draft.given(Key::Jaas)).is_none() {
        for entry in [draft.given(Key::Protocol), draft.given(Key::SaslEnabled)].into_iter().flatten() {
            let said = format!("no sasl.mechanism is given, and clients then take GSSAPI. {NO_KERBEROS}");
            draft.not_supported(entry, said);
        }
    }
    None
}

fn user(draft: &mut Draft<'_>, given: &mut Given) {
    given.user = draft.text(Key::User, "the user");
    given.password = secret(draft, Key::Password, "the password");
    if let Some(entry) = draft.get(Key::TokenAuth)
        && let Some(on) = draft.truth(entry)
    {
        given.token_auth = on;
        draft.understood(entry, "the user and password are a delegation token's");
    }
}

fn aws(draft: &mut Draft<'_>, given: &mut Given) {
    given.aws.profile = draft.text(Key::AwsProfile, "the profile of the AWS credentials");
    given.aws.role_arn = draft.text(Key::AwsRole, "the AWS role to take on");
    given.aws.access_key_id = draft.text(Key::AwsAccessId, "the AWS access key's id");
    given.aws_secret_key = secret(draft, Key::AwsSecret, "the AWS secret key");
    given.aws_session_token = secret(draft, Key::AwsSessionToken, "the AWS session token");
}
