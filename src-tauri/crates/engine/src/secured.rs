//! From a connection as the user set it, with its secrets, to the way to its cluster.
//!
//! Whatever can't be used as it stands is said in words and nothing is dialled: a profile that asks for encryption, for a sign-in
//! or for a way round must never be tried without. The same words come at once when it is saved, as far as they can be known then.

mod check;
mod files;
mod limits;
mod reach;
mod sign_in;
mod tls;
mod uses;

use std::collections::BTreeMap;

use admin::{Address, ClusterConfig};
use contract::{ApiError, ErrorKind, Keep, Millis, Profile, SecretKind};

use port_forward::Programs;

use crate::{
    forwarder::Forwarder,
    road::Road,
    secrets::{Hidden, Secrets, Unavailable, kind_words},
};

pub(crate) use check::{problems, problems_with};
pub(crate) use reach::checked;
pub(crate) use uses::uses;

/// The secrets of one connection, as far as they are needed and there.
pub(crate) type Given = BTreeMap<SecretKind, Hidden>;

/// Whether the keychain has to be asked for something, which may take as long as a person needs to answer.
pub(crate) fn asks_keychain(profile: &Profile, secrets: &Secrets) -> bool {
    let kept = secrets.kept(&profile.id);
    uses(profile).iter().any(|(kind, _)| kept.get(kind) == Some(&Keep::Keychain))
}

/// What this machine and this program have for going a way round.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    pub(crate) programs: Programs,
    /// Forwards for this connection already; it is ended by whoever started it.
    pub(crate) running: Option<Forwarder>,
}

/// Has all secrets that the profile makes use of.
pub(crate) async fn gather(profile: &Profile, secrets: &Secrets, at: Millis) -> Result<Given, ApiError> {
    let mut given = Given::new();
    for (kind, needed) in uses(profile) {
        match secrets.get(&profile.id, kind).await {
            Ok(Some(secret)) => {
                given.insert(kind, secret);
            }
            Ok(None) if needed => return Err(missing(kind, at)),
            Ok(None) => {}
            Err(Unavailable::Locked) => {
                let message =
                    format!("The {} is in the encrypted file, and that is locked.", kind_words(kind));
                return Err(ApiError {
                    secret: Some(kind),
                    advice: Some("Give the pass phrase of the file.".to_owned()),
                    ..ApiError::plain(ErrorKind::SecretsLocked, message, at)
                });
            }
            Err(Unavailable::Refused(why)) => {
                return Err(wanting(kind, format!("The {} can't be had: {why}", kind_words(kind)), at));
            }
        }
    }
    Ok(given)
}

/// The way to the cluster. Reads the files that the profile names; nothing is dialled.
pub(crate) async fn config(
    profile: Profile,
    bootstrap: Vec<Address>,
    given: Given,
    means: Means,
    at: Millis,
) -> Result<(ClusterConfig, Road), ApiError> {
    // Files may be on a disk that is slow, and keys are derived slowly on purpose.
    let built = tokio::task::spawn_blocking(move || build(&profile, bootstrap, &given, &means, at)).await;
    built.unwrap_or_else(|_| Err(ApiError::plain(ErrorKind::NotOpen, "The program is ending.", at)))
}

fn build(
    profile: &Profile,
    bootstrap: Vec<Address>,
    given: &Given,
    means: &Means,
    at: Millis,
) -> Result<(ClusterConfig, Road), ApiError> {
    let (reach, forwarder) = reach::of(&profile.reach, given, means, at)?;
    let road = Road {
        bootstrap: bootstrap.clone(),
        reach: profile.reach.clone(),
        rewrites: reach.rewrites.clone(),
        sasl: profile.sasl.clone(),
        forwarder,
        lent: means.running.is_some(),
    };
    let mut config = ClusterConfig::new(bootstrap);
    config.reach = reach;
    config.read_only = profile.read_only;
    limits::set(profile, &mut config);
    tls::set(&profile.tls, given, &mut config, at)?;
    config.sign_in = sign_in::of(&profile.sasl, &profile.tls, given, at)?;
    Ok((config, road))
}

/// A setting that can't be used as it stands.
fn unfit(message: impl Into<String>, at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::BadInput, message, at)
}

/// A secret that has to be given, or given anew.
fn wanting(kind: SecretKind, message: String, at: Millis) -> ApiError {
    ApiError {
        secret: Some(kind),
        advice: Some(format!("Give the {}.", kind_words(kind))),
        ..ApiError::plain(ErrorKind::SecretNeeded, message, at)
    }
}

fn missing(kind: SecretKind, at: Millis) -> ApiError {
    wanting(kind, format!("The {} is not given yet.", kind_words(kind)), at)
}

fn of_kind(given: &Given, kind: SecretKind, at: Millis) -> Result<&Hidden, ApiError> {
    given.get(&kind).ok_or_else(|| missing(kind, at))
}

#[cfg(test)]
mod tests;
