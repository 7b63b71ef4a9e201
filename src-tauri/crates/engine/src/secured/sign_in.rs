//! How we sign in: the mechanism as set, with its secret.

use admin::{Hash, Secret, SignIn};
use contract::{ApiError, Millis, Sasl, SecretKind};

use super::{Given, of_kind, unfit};

pub(super) fn of(sasl: &Sasl, given: &Given, at: Millis) -> Result<Option<SignIn>, ApiError> {
    let password = || of_kind(given, SecretKind::Password, at).map(|secret| Secret::new(secret.text()));
    Ok(Some(match sasl {
        Sasl::None => return Ok(None),
        Sasl::Plain { user } => SignIn::plain(user.as_str(), password()?),
        Sasl::ScramSha256 { user, token: false } => SignIn::scram(Hash::Sha256, user.as_str(), password()?),
        Sasl::ScramSha512 { user, token: false } => SignIn::scram(Hash::Sha512, user.as_str(), password()?),
        Sasl::ScramSha256 { token: true, .. } | Sasl::ScramSha512 { token: true, .. } => {
            return Err(unfit("Delegation tokens can't be used by this version yet.", at));
        }
        Sasl::OauthToken { .. } | Sasl::OauthClient { .. } => {
            return Err(unfit("OAUTHBEARER can't be used by this version yet.", at));
        }
        Sasl::MskIam { .. } => return Err(unfit("AWS MSK IAM can't be used by this version yet.", at)),
    }))
}

/// What is missing in how it is set.
pub(super) fn problems(sasl: &Sasl, encrypted: bool) -> Vec<String> {
    let mut problems = Vec::new();
    match sasl {
        Sasl::Plain { user } | Sasl::ScramSha256 { user, .. } | Sasl::ScramSha512 { user, .. }
            if user.trim().is_empty() =>
        {
            problems.push("There is no user to sign in as.".to_owned());
        }
        Sasl::OauthClient { endpoint, client_id, .. } => {
            if endpoint.trim().is_empty() {
                problems.push("There is no token endpoint to ask.".to_owned());
            }
            if client_id.trim().is_empty() {
                problems.push("There is no client id for the token endpoint.".to_owned());
            }
        }
        _ => {}
    }
    if !encrypted && matches!(sasl, Sasl::Plain { .. } | Sasl::OauthToken { .. } | Sasl::OauthClient { .. }) {
        problems.push(
            "Without TLS everybody on the way can read what signs in. Turn TLS on unless the way is your own."
                .to_owned(),
        );
    }
    problems
}
