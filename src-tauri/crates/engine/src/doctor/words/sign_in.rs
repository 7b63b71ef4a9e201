//! Signing in: the mechanism that we have beside those that the listener takes.

use std::time::SystemTime;

use admin::{Error, What, doctor::Session};
use contract::StepOutcome;

use super::{Said, Whom, full_stop, sentence};

pub(in crate::doctor) fn said(
    mechanism: &str,
    user: &str,
    takes: &[String],
    result: &Result<Session, Error>,
    whom: &Whom,
) -> Said {
    let said = match result {
        Ok(session) => passed(session, mechanism, whom),
        Err(error) => failed(error, mechanism, user, takes),
    };
    let said = said.detail("Mechanism", mechanism).detail("User", user);
    if takes.is_empty() { said } else { said.detail("The listener takes", takes.join(", ")) }
}

fn passed(session: &Session, mechanism: &str, whom: &Whom) -> Said {
    let result = format!("“{}” is signed in by {mechanism}.", session.user);
    let said = if mechanism == "PLAIN" && !whom.encrypted {
        Said::new(StepOutcome::Warned, result)
            .meaning("The password went over the network as it is: everybody on the way can read it.")
            .advice("Use a listener with TLS, or one with SCRAM.")
    } else {
        Said::new(StepOutcome::Passed, result)
    };
    match session.until.and_then(|until| until.duration_since(SystemTime::now()).ok()) {
        Some(left) => said.detail("To be signed in to again", format!("in {} s", left.as_secs())),
        None => said,
    }
}

fn failed(error: &Error, mechanism: &str, user: &str, takes: &[String]) -> Said {
    let takes_ours = takes.iter().any(|theirs| theirs == mechanism);
    if !takes.is_empty() && !takes_ours {
        let list = takes.join(", ");
        return Said::new(
            StepOutcome::Failed,
            format!("The listener does not take {mechanism}; it takes {list}."),
        )
        .meaning("No password was sent.")
        .advice(format!("Set this connection to a mechanism that it takes: {list}."))
        .detail("What happened", sentence(error));
    }
    let said = Said::new(StepOutcome::Failed, as_named(error, user));
    match error.what() {
        What::Token(_) => said
            .meaning("There is nothing to sign in with, so that no broker was told anything.")
            .advice("Look at where the token comes from: its endpoint, its client id and secret, its scope."),
        What::Authentication(_) if takes_ours => said
            .meaning("The broker knows the mechanism, and not this user with this password. It was tried once, because accounts get locked.")
            .advice(format!("Check user “{user}” and its password, and that the user exists on this cluster for {mechanism}.")),
        What::Authentication(_) => {
            said.advice("Compare the way to sign in of this connection with what the listener wants (sasl.enabled.mechanisms).")
        }
        _ => said.advice("The broker's own log says why it ended the sign-in."),
    }
}

/// A user's name keeps its small letters at the start of a sentence too.
fn as_named(error: &Error, user: &str) -> String {
    match error.what() {
        What::Authentication(why) if !user.is_empty() && why.starts_with(user) => full_stop(why),
        _ => sentence(error),
    }
}

/// Nobody signs in, and the listener wants somebody to.
pub(in crate::doctor) fn wanted(takes: &[String]) -> Said {
    let list = takes.join(", ");
    Said::new(
        StepOutcome::Failed,
        format!("The listener wants a sign-in, and this connection has none; it takes {list}."),
    )
    .meaning("It answers who it is, and nothing else, to somebody whom it doesn't know.")
    .advice(format!("Give this connection a user, by a mechanism that it takes: {list}."))
    .detail("The listener takes", list.as_str())
}

/// Refused elsewhere, and so not tried here.
pub(in crate::doctor) fn left(refused_by: &str) -> Said {
    Said::new(StepOutcome::Skipped, format!("Not tried: {refused_by} refused these credentials."))
        .meaning("Each try counts towards a locked account.")
}
