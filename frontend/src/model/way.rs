//! The way to brokers in words: what can be chosen in the editor, what the status line says of an open connection, and how what
//! connections go through stands.

use contract::{Passage, PassageState, Reach, SignedIn, Through, TokenEnd, Way};

use super::{cell::Tone, time::age};

/// What connections go through, as a list to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    Directly,
    Socks5,
    Ssh,
    Kubectl,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Directly, Kind::Socks5, Kind::Ssh, Kind::Kubectl];

    #[must_use]
    pub const fn of(through: &Through) -> Kind {
        match through {
            Through::Nothing => Kind::Directly,
            Through::Socks5 { .. } => Kind::Socks5,
            Through::Ssh { .. } => Kind::Ssh,
            Through::Kubectl { .. } => Kind::Kubectl,
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Directly => "Directly",
            Kind::Socks5 => "Through a SOCKS5 proxy",
            Kind::Ssh => "Through an SSH jump host",
            Kind::Kubectl => "Through kubectl port-forward",
        }
    }

    /// What it means, in one line.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Kind::Directly => "From this machine straight to the brokers, at the addresses above.",
            Kind::Socks5 => {
                "Every connection is made by the proxy, also those of the doctor. Rules above count first."
            }
            Kind::Ssh => {
                "Your own ssh makes one connection to the jump host and forwards a port of this machine to each broker. It ends with this connection."
            }
            Kind::Kubectl => {
                "Your own kubectl forwards a port of this machine to the pod or service of each broker. It ends with this connection."
            }
        }
    }

    #[must_use]
    pub fn blank(self) -> Through {
        match self {
            Kind::Directly => Through::Nothing,
            Kind::Socks5 => Through::Socks5 { proxy: String::new(), user: String::new() },
            Kind::Ssh => Through::Ssh { host: String::new() },
            Kind::Kubectl => Through::Kubectl { context: String::new(), namespace: String::new() },
        }
    }
}

/// "through ssh bastion", "by 2 rules"; None where brokers are dialled as they advertise themselves.
#[must_use]
pub fn reached(reach: &Reach) -> Option<String> {
    let through = match &reach.through {
        Through::Nothing => None,
        Through::Socks5 { proxy, .. } => Some(format!("through SOCKS5 {proxy}")),
        Through::Ssh { host } => Some(format!("through ssh {host}")),
        Through::Kubectl { namespace, .. } if namespace.is_empty() => Some("through kubectl".to_owned()),
        Through::Kubectl { namespace, .. } => Some(format!("through kubectl in {namespace}")),
    };
    let rules = match reach.rewrites.len() {
        0 => None,
        1 => Some("by 1 rule".to_owned()),
        count => Some(format!("by {count} rules")),
    };
    match (through, rules) {
        (Some(through), Some(rules)) => Some(format!("{through}, {rules}")),
        (one, other) => one.or(other),
    }
}

/// The same of an open connection, where passages speak for themselves.
#[must_use]
pub fn goes(way: &Way) -> Option<String> {
    let through = match way.passages.as_slice() {
        [] => None,
        [one] => Some(format!("through {}", one.what)),
        [first, rest @ ..] => {
            // "kubectl port-forward pod/kafka-0" of several: what they have in common is the program.
            let program = first.what.split(' ').next().unwrap_or_default();
            Some(format!("through {} × {program}", rest.len() + 1))
        }
    };
    let rules = match way.rules.len() {
        0 => None,
        1 => Some("by 1 rule".to_owned()),
        count => Some(format!("by {count} rules")),
    };
    match (through, rules) {
        (Some(through), Some(rules)) => Some(format!("{through}, {rules}")),
        (one, other) => one.or(other),
    }
}

/// A passage's state: its word, its tone, and since when.
#[must_use]
pub fn state(state: &PassageState) -> (&'static str, Tone, Option<i64>) {
    match state {
        PassageState::Idle => ("Not needed yet", Tone::Dim, None),
        PassageState::Starting { since } => ("Starting", Tone::Dim, Some(since.0)),
        PassageState::Up { since } => ("Up", Tone::Plain, Some(since.0)),
        PassageState::Ended { since, .. } => ("Ended", Tone::Red, Some(since.0)),
        PassageState::Unanswered { since, .. } => ("No answer through it", Tone::Red, Some(since.0)),
    }
}

/// All passages as one: the worst of them, with its number where there are several.
#[must_use]
pub fn all(passages: &[Passage]) -> Option<(String, Tone)> {
    let ended = passages.iter().filter(|passage| matches!(passage.state, PassageState::Ended { .. })).count();
    let unanswered = passages.iter().any(|passage| matches!(passage.state, PassageState::Unanswered { .. }));
    let starting = passages.iter().any(|passage| matches!(passage.state, PassageState::Starting { .. }));
    let idle = passages.iter().all(|passage| passage.state == PassageState::Idle);
    Some(match (passages.len(), ended) {
        (0, _) => return None,
        (1, 1) => ("ended".to_owned(), Tone::Red),
        (all, ended) if ended > 0 => {
            (format!("{ended} of {all} ended"), if ended == all { Tone::Red } else { Tone::Amber })
        }
        _ if unanswered => ("no answer".to_owned(), Tone::Red),
        _ if starting => ("starting".to_owned(), Tone::Dim),
        _ if idle => ("not needed yet".to_owned(), Tone::Dim),
        _ => ("up".to_owned(), Tone::Plain),
    })
}

/// How long something still has: "14 min"; None once it is over.
fn left(at: i64, now: i64) -> Option<String> {
    (at > now).then(|| age(at - now))
}

/// When a token is over, in words; None for what has no end.
#[must_use]
pub fn token(end: TokenEnd, now: i64) -> Option<(String, Tone)> {
    match end {
        TokenEnd::Endless => None,
        TokenEnd::Unknown => Some(("the token's end is not known".to_owned(), Tone::Dim)),
        TokenEnd::At { at } => Some(match left(at.0, now) {
            // What is renewed in its last fifth is no news; one that is about to end while nothing came is.
            Some(left) if at.0 - now < SOON => (format!("token ends in {left}"), Tone::Amber),
            Some(left) => (format!("token ends in {left}"), Tone::Plain),
            None => (format!("token ended {} ago", age(now - at.0)), Tone::Red),
        }),
    }
}

/// A token that has less than this was not renewed in time.
const SOON: i64 = 20_000;

/// When the broker wants to be signed in to again, in words.
#[must_use]
pub fn session(until: Option<i64>, now: i64) -> (String, Tone) {
    match until {
        None => ("the broker told no end".to_owned(), Tone::Dim),
        Some(until) => match left(until, now) {
            Some(left) => (format!("to be renewed within {left}"), Tone::Plain),
            None => (format!("ran out {} ago", age(now - until)), Tone::Red),
        },
    }
}

/// "signed in 3 min ago", "renewed 3 min ago".
#[must_use]
pub fn since(sign_in: &SignedIn, now: i64) -> String {
    let deed = if sign_in.renewals == 0 { "signed in" } else { "renewed" };
    format!("{deed} {} ago", age(now - sign_in.at.0))
}

/// The sign-in that decides: the one whose token ends first, or any if none of them has one.
#[must_use]
pub fn first_to_end(sign_ins: &[SignedIn]) -> Option<&SignedIn> {
    sign_ins.iter().min_by_key(|sign_in| match sign_in.token {
        TokenEnd::At { at } => (0, at.0),
        TokenEnd::Unknown => (1, 0),
        TokenEnd::Endless => (2, 0),
    })
}

/// "signed in as app · token ends in 14 min".
#[must_use]
pub fn signed_in(way: &Way, now: i64) -> Option<(String, Tone)> {
    let Some(first) = first_to_end(&way.sign_ins) else {
        return (!way.anonymous).then(|| ("signed in nowhere now".to_owned(), Tone::Dim));
    };
    let who = if first.user.is_empty() {
        format!("signed in by {}", first.mechanism)
    } else {
        format!("signed in as {}", first.user)
    };
    Some(match token(first.token, now) {
        Some((token, tone)) => (format!("{who} · {token}"), tone),
        None => (who, Tone::Plain),
    })
}

#[cfg(test)]
mod tests;
