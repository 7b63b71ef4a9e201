//! How we sign in: the mechanism as set, with its secret.

use std::sync::Arc;

use admin::{AwsKeys, GivenKeys, GivenToken, Hash, Secret, SignIn};
use contract::{ApiError, AwsCredentials, Millis, Sasl, SecretKind};

use super::{Given, of_kind, unfit, wanting};

pub(super) fn of(sasl: &Sasl, given: &Given, at: Millis) -> Result<Option<SignIn>, ApiError> {
    let secret = |kind| of_kind(given, kind, at).map(|secret| Secret::new(secret.text()));
    let scram = |hash, user: &str, token| -> Result<SignIn, ApiError> {
        let password = secret(SecretKind::Password)?;
        Ok(if token {
            SignIn::scram_token(hash, user, password)
        } else {
            SignIn::scram(hash, user, password)
        })
    };
    let unfit = |error: admin::Error| unfit(error.to_string(), at);
    Ok(Some(match sasl {
        Sasl::None => return Ok(None),
        Sasl::Plain { user } => SignIn::plain(user.as_str(), secret(SecretKind::Password)?),
        Sasl::ScramSha256 { user, token } => scram(Hash::Sha256, user, *token)?,
        Sasl::ScramSha512 { user, token } => scram(Hash::Sha512, user, *token)?,
        Sasl::OauthToken { extensions } => {
            let token = GivenToken::new(&secret(SecretKind::Token)?);
            // One that is over is asked for, instead of being refused by each broker.
            let over = |error: admin::Error| wanting(SecretKind::Token, error.to_string(), at);
            token.token().usable().map_err(over)?;
            SignIn::bearer(Arc::new(token), extensions.clone()).map_err(unfit)?
        }
        Sasl::OauthClient { .. } => return Err(not_yet("Asking a token endpoint", at)),
        Sasl::MskIam { region, credentials: AwsCredentials::Given { access_key } } => {
            let session = given.get(&SecretKind::AwsSessionToken).map(|secret| Secret::new(secret.text()));
            let keys = AwsKeys {
                access_key: access_key.clone(),
                secret_key: secret(SecretKind::AwsSecretKey)?,
                session_token: session,
                expires_at: None,
            };
            let wrong = |error: admin::Error| wanting(SecretKind::AwsSecretKey, error.to_string(), at);
            keys.usable().map_err(wrong)?;
            SignIn::msk_iam(Arc::new(GivenKeys(keys)), region).map_err(unfit)?
        }
        Sasl::MskIam { .. } => return Err(not_yet("Taking AWS keys from this machine's environment", at)),
    }))
}

fn not_yet(what: &str, at: Millis) -> ApiError {
    unfit(format!("{what} is not there in this version yet. Nothing was dialled without it."), at)
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
