//! What is said of each step: found, meant, to try. One file for each step, since each knows its own ways to fail.

pub(super) mod first_words;
pub(super) mod metadata;
pub(super) mod name;
pub(super) mod sign_in;
pub(super) mod tcp;
pub(super) mod tls;
pub(super) mod way;

use admin::{
    Error, What,
    doctor::{Stage, Way},
};
use contract::{Millis, Role, StepOutcome};

/// Longer than this a step is slow, though it went well, in microseconds.
pub(super) const SLOW: u32 = 1_000_000;

/// Where a step was taken.
pub(super) struct Whom {
    pub(super) address: String,
    pub(super) role: Role,
    pub(super) way: Way,
    /// The connection is set to TLS.
    pub(super) encrypted: bool,
    pub(super) took: u32,
    pub(super) now: Millis,
}

impl Whom {
    /// Whose name is looked up.
    pub(super) fn host(&self) -> &str {
        &self.way.dialled.host
    }

    pub(super) fn is_advertised(&self) -> bool {
        matches!(self.role, Role::Advertised { .. })
    }

    pub(super) fn seconds(&self) -> String {
        format!("{:.1} s", f64::from(self.took) / 1e6)
    }
}

/// A step in words.
pub(super) struct Said {
    pub(super) outcome: StepOutcome,
    pub(super) result: String,
    pub(super) meaning: Option<String>,
    pub(super) advice: Option<String>,
    pub(super) details: Vec<(String, String)>,
}

impl Said {
    pub(super) fn new(outcome: StepOutcome, result: impl Into<String>) -> Said {
        Said { outcome, result: result.into(), meaning: None, advice: None, details: Vec::new() }
    }

    pub(super) fn meaning(mut self, meaning: impl Into<String>) -> Said {
        self.meaning = Some(meaning.into());
        self
    }

    pub(super) fn advice(mut self, advice: impl Into<String>) -> Said {
        self.advice = Some(advice.into());
        self
    }

    pub(super) fn detail(mut self, what: &str, value: impl Into<String>) -> Said {
        self.details.push((capital(what), value.into()));
        self
    }
}

/// What to do about an advertised address that this machine can't use.
pub(super) fn advertised_advice(address: &str) -> String {
    format!(
        "Set advertised.listeners of the brokers to addresses that clients can reach from here; or write a rule for {address} in \
         the part “Reaching brokers” of this connection, which says where it is found; or put its name into the hosts file of this \
         machine, with an address where it can be reached at the same port."
    )
}

pub(super) fn under_way(stage: Stage) -> &'static str {
    match stage {
        Stage::Name => "Looking the name up…",
        Stage::Tcp => "Connecting…",
        Stage::Way => "Finding the way…",
        Stage::Tls => "Encrypting…",
        Stage::ApiVersions => "Asking which requests it knows…",
        Stage::SignIn => "Signing in…",
        Stage::Metadata => "Asking for the brokers…",
    }
}

/// The failure alone, as a sentence: where it was stands beside it already.
pub(super) fn sentence(error: &Error) -> String {
    let words = match error.what() {
        What::Connect(why)
        | What::NotKafka(why)
        | What::Tls(why)
        | What::Authentication(why)
        | What::Token(why)
        | What::Disconnected { why, .. } => why.clone(),
        _ => {
            let whole = crate::errors::told(error);
            whole.rsplit_once(" [").map_or(whole.clone(), |(words, _)| words.to_owned())
        }
    };
    full_stop(&capital(&words))
}

pub(super) fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub(super) fn full_stop(words: &str) -> String {
    if words.ends_with(['.', '?', '!', '…']) { words.to_owned() } else { format!("{words}.") }
}
