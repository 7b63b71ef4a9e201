//! How we sign in: the mechanism as set, with its secret.

use std::{sync::Arc, time::Duration};

use admin::{AwsKeys, GivenKeys, GivenToken, Hash, Roots, Secret, SignIn};
use contract::{ApiError, AwsCredentials, Millis, Sasl, SecretKind, TlsSettings};
use key_stores::Passwords;
use token_source::{Algorithm, AwsEnvironment, AwsProfile, ClientCredentials, Plan, Proof, SigningKey};

use super::{Given, of_kind, unfit, wanting};

/// For one question to a token endpoint; they answer within a second, or are overloaded and better asked again.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(5);

/// `tls`: whose certificates are believed, at a token endpoint too.
pub(super) fn of(
    sasl: &Sasl,
    tls: &TlsSettings,
    given: &Given,
    at: Millis,
) -> Result<Option<SignIn>, ApiError> {
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
        Sasl::OauthClient { endpoint, client_id, scope, audience, extensions, signed } => {
            let proof = match signed {
                None => Proof::Secret { secret: secret(SecretKind::ClientSecret)?, encoded: false },
                Some(algorithm) => Proof::Key(Box::new(signing(algorithm, given, at)?)),
            };
            let roots = if tls.on { super::tls::roots(&tls.trust, given, at)? } else { Roots::System };
            let plan = Plan {
                endpoint: endpoint.clone(),
                client_id: client_id.clone(),
                proof,
                scope: scope.clone(),
                audience: audience.clone(),
                roots,
                timeout: TOKEN_TIMEOUT,
            };
            let source = ClientCredentials::new(plan).map_err(unfit)?;
            SignIn::bearer(Arc::new(source), extensions.clone()).map_err(unfit)?
        }
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
        Sasl::MskIam { region, credentials: AwsCredentials::Environment } => {
            SignIn::msk_iam(Arc::new(AwsEnvironment), region).map_err(unfit)?
        }
        Sasl::MskIam { region, credentials: AwsCredentials::Profile { name } } => {
            SignIn::msk_iam(Arc::new(AwsProfile::new(name)), region).map_err(unfit)?
        }
    }))
}

/// The key that proves to a token endpoint who we are.
fn signing(algorithm: &str, given: &Given, at: Millis) -> Result<SigningKey, ApiError> {
    let algorithm = match algorithm {
        "RS256" => Algorithm::Rs256,
        "ES256" => Algorithm::Es256,
        other => {
            return Err(unfit(
                format!("A token endpoint is signed for by RS256 or ES256, and not by {other}."),
                at,
            ));
        }
    };
    let pem = of_kind(given, SecretKind::KeyPem, at)?;
    let key = given.get(&SecretKind::KeyPassword).map(|secret| secret.text());
    let what = "The private key for the token endpoint";
    let contents = key_stores::read(pem.text().as_bytes(), &Passwords { store: None, key });
    let contents =
        contents.map_err(|problem| super::tls::told(&problem, what, [SecretKind::KeyPassword; 2], at))?;
    let missing = || wanting(SecretKind::KeyPem, format!("{what} can't be used. No key is in it."), at);
    let entry = contents.keys.first().ok_or_else(missing)?;
    SigningKey::new(&super::tls::der(entry), algorithm, None)
        .map_err(|error| wanting(SecretKind::KeyPem, error.to_string(), at))
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
