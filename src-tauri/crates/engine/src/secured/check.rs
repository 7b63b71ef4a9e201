//! What can be said of a profile when it is saved, without dialling and without asking the keychain: it is kept as typed all the
//! same, and what can't be used yet is told setting by setting.

use std::collections::BTreeSet;

use contract::{ApiError, ErrorKind, Int64, Profile, SecretKind};
use port_forward::Programs;

use super::{Given, limits, reach, sign_in, tls, uses};
use crate::secrets::{Secrets, kind_words};

/// What can't be used of a profile that is kept.
pub(crate) async fn problems(profile: &Profile, secrets: &Secrets, programs: &Programs) -> Vec<String> {
    let kept = secrets.kept(&profile.id).into_keys().collect();
    let at_hand = |(kind, _)| secrets.at_hand(&profile.id, kind).map(|secret| (kind, secret));
    let given = uses(profile).into_iter().filter_map(at_hand).collect();
    problems_with(profile.clone(), kept, given, programs).await
}

/// What can't be used of a profile with these secrets, where those that are kept are not all at hand.
pub(crate) async fn problems_with(
    profile: Profile,
    kept: BTreeSet<SecretKind>,
    given: Given,
    programs: &Programs,
) -> Vec<String> {
    let programs = programs.clone();
    let checked = tokio::task::spawn_blocking(move || {
        let at = Int64(0);
        let mut problems = limits::problems(&profile);
        let not_given: Vec<&str> = uses(&profile)
            .into_iter()
            .filter(|(kind, needed)| *needed && !kept.contains(kind))
            .map(|(kind, _)| kind_words(kind))
            .collect();
        // A secret that is kept and not at hand is no problem of the profile, and one that is missing is told once.
        let elsewhere = |error: &ApiError| {
            let unknown = |kind| !given.contains_key(&kind);
            error.kind == ErrorKind::SecretNeeded
                && error.secret.is_some_and(|kind| {
                    unknown(kind) && (kept.contains(&kind) || uses(&profile).contains(&(kind, true)))
                })
        };
        let signed = sign_in::of(&profile.sasl, &profile.tls, &given, at).err();
        let found = tls::problems(&profile.tls, &given, at).into_iter().chain(signed);
        problems.extend(found.filter(|error| !elsewhere(error)).map(|error| sentence(&error)));
        problems.extend(reach::problems(&profile.reach, &programs));
        problems.extend(sign_in::problems(&profile.sasl, profile.tls.on));
        if !not_given.is_empty() {
            problems.push(format!("Not given yet: {}.", not_given.join(", ")));
        }
        problems
    });
    checked.await.unwrap_or_default()
}

fn sentence(error: &ApiError) -> String {
    match &error.advice {
        Some(advice) => format!("{} {advice}", error.message),
        None => error.message.clone(),
    }
}
