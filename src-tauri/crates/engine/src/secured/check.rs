//! What can be said of a profile when it is saved, without dialling and without asking the keychain: it is kept as typed all the
//! same, and what can't be used yet is told setting by setting.

use contract::{ApiError, ErrorKind, Int64, Profile};

use super::{Given, limits, reach, sign_in, tls, uses};
use crate::secrets::{Secrets, kind_words};

pub(crate) async fn problems(profile: &Profile, secrets: &Secrets) -> Vec<String> {
    let kept = secrets.kept(&profile.id);
    let mut given = Given::new();
    let mut problems = limits::problems(profile);
    let mut not_given = Vec::new();
    for (kind, needed) in uses(profile) {
        if let Some(secret) = secrets.at_hand(&profile.id, kind) {
            given.insert(kind, secret);
        } else if needed && !kept.contains_key(&kind) {
            not_given.push(kind_words(kind));
        }
    }
    let checked = profile.clone();
    let found = tokio::task::spawn_blocking(move || {
        let at = Int64(0);
        let mut config = admin::ClusterConfig::new(Vec::new());
        let encrypted = tls::set(&checked.tls, &given, &mut config, at);
        let reached = reach::direct(&checked.reach, at);
        // A secret that is kept and not at hand is no problem of the profile.
        let asks = |error: &ApiError| error.kind == ErrorKind::SecretNeeded;
        let known = |error: &ApiError| {
            asks(error)
                && error
                    .secret
                    .is_some_and(|kind| kept.contains_key(&kind) || uses(&checked).contains(&(kind, true)))
        };
        [encrypted, reached]
            .into_iter()
            .filter_map(Result::err)
            .filter(|error| !known(error))
            .map(|error| sentence(&error))
            .collect::<Vec<_>>()
    });
    problems.extend(found.await.unwrap_or_default());
    problems.extend(sign_in::problems(&profile.sasl, profile.tls.on));
    if !not_given.is_empty() {
        problems.push(format!("Not given yet: {}.", not_given.join(", ")));
    }
    problems
}

fn sentence(error: &ApiError) -> String {
    match &error.advice {
        Some(advice) => format!("{} {advice}", error.message),
        None => error.message.clone(),
    }
}
