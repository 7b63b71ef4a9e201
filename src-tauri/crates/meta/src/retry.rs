//! Whether a request that failed is sent again: the whole rule, as one function without I/O.
//!
//! Three questions decide. Did the broker refuse before doing anything (then anything may be sent again)? Is it a read
//! (then what is retriable is)? Did bytes of a write leave, or did the broker itself lose track of it (then its outcome
//! is unknown and it is never sent again by itself)? A generic "retriable" must not drive writes: a topic would be
//! created five times.

use wire::{Error, ErrorCode, What};

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is the answer.
    Settled,
    /// A write that may or may not have happened.
    Unknown,
    Again(Again),
}

/// How it is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Again {
    pub(crate) learn: Learn,
    pub(crate) pause: Pause,
    pub(crate) why: &'static str,
}

/// What has to be learned anew first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Learn {
    /// The same broker is the right one.
    Nothing,
    Metadata,
    Coordinator,
}

/// How long to wait first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pause {
    /// Not at all: another broker is asked.
    None,
    /// None before the first repetition, then growing: what was learned anew may have cured it.
    Growing,
    /// Also before the first: nothing but time cures it.
    Always,
}

/// Where the request was to go, as far as the rule cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aimed {
    Anywhere,
    /// Where the snapshot or a coordinator look-up says; that can change.
    Looked,
    /// A broker that the caller named: there is no other, and its silence is its answer.
    Named,
    /// One of all brokers that are asked: as named, and one that left the cluster meanwhile is not looked for.
    Each,
}

/// What was tried so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tries {
    /// Attempts that failed, the present one included.
    pub(crate) failed: u32,
    /// Those of them that ended by running out of time.
    pub(crate) slow: u32,
    /// Whether a resource that does not exist was asked for again already.
    pub(crate) confirmed: bool,
}

/// Failures to connect or to be answered, until they are the answer.
const TRANSPORT: u32 = 4;
/// The same for a change that somebody asked for and of which nothing was sent: the next controller or leader may take
/// ten seconds to be elected.
const PATIENT: u32 = 16;
/// "Not here any more", until it is the answer: an election may take some seconds.
const MOVED: u32 = 8;
/// Unanswered attempts, each of which takes seconds.
const SLOW: u32 = 2;

pub(crate) fn verdict(error: &Error, write: bool, aimed: Aimed, tries: &Tries) -> Verdict {
    match error.what() {
        What::Broker(code, _) | What::Authorization(code) => of_code(*code, write, tries),
        // An address that leads to another cluster now: nothing was asked there, and where ours went can be learned.
        What::OtherCluster { .. }
        | What::Connect(_)
        | What::Disconnected { sent: false, .. }
        | What::Timeout { sent: false, .. } => unsent(error, write, aimed, tries),
        What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. } if write => Verdict::Unknown,
        What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. } => {
            transport(TRANSPORT, aimed, tries, "no answer; a read may be asked again")
        }
        What::NoTarget(_) => match aimed {
            Aimed::Looked if tries.failed < TRANSPORT => {
                again(Learn::Metadata, Pause::Growing, "nobody to ask")
            }
            Aimed::Named if tries.failed < 2 => {
                again(Learn::Metadata, Pause::Growing, "not in the list of brokers")
            }
            _ => Verdict::Settled,
        },
        // One broker of a cluster that is being upgraded; another may speak the version, or be a Kafka broker at all.
        What::Unsupported { .. }
        | What::NotInVersion { .. }
        | What::NotKafka(_)
        | What::Authentication(_)
            if aimed == Aimed::Anywhere && tries.failed < TRANSPORT =>
        {
            again(Learn::Nothing, Pause::None, "another broker may be able to")
        }
        _ => Verdict::Settled,
    }
}

fn unsent(error: &Error, write: bool, aimed: Aimed, tries: &Tries) -> Verdict {
    let most = if write && aimed == Aimed::Looked { PATIENT } else { TRANSPORT };
    match (error.what(), aimed) {
        // The race went over every address already; when that took its time, it takes it again.
        (What::Connect(_) | What::Timeout { .. }, Aimed::Anywhere) if tries.slow > 0 => Verdict::Settled,
        (What::Connect(_) | What::OtherCluster { .. }, Aimed::Named | Aimed::Each) if tries.failed > 1 => {
            Verdict::Settled
        }
        // The socket was closed just before, as idle ones are: a new one is all it takes.
        (What::Disconnected { .. }, _) if tries.failed <= 1 => {
            again(Learn::Nothing, Pause::Growing, "nothing was sent; through a new connection")
        }
        _ => transport(most, aimed, tries, "nothing was sent; asked again with fresh metadata"),
    }
}

fn transport(most: u32, aimed: Aimed, tries: &Tries, why: &'static str) -> Verdict {
    let slow = match aimed {
        Aimed::Named | Aimed::Each => 1,
        Aimed::Anywhere | Aimed::Looked => SLOW,
    };
    if tries.failed >= most || tries.slow >= slow {
        return Verdict::Settled;
    }
    again(Learn::Metadata, Pause::Growing, why)
}

/// The same for a code, at the top of a reply or of one item inside it.
pub(crate) fn of_code(code: ErrorCode, write: bool, tries: &Tries) -> Verdict {
    let allowed = code.refused_before_effect() || (code.retriable() && !write);
    if !allowed {
        return if write && code.outcome_unknown() { Verdict::Unknown } else { Verdict::Settled };
    }
    if code.once() {
        return if tries.confirmed {
            Verdict::Settled
        } else {
            again(Learn::Metadata, Pause::Growing, "confirmed with fresh metadata")
        };
    }
    if code.wait() {
        return again(Learn::Nothing, Pause::Always, "the same broker needs a moment");
    }
    if tries.failed >= MOVED {
        return Verdict::Settled;
    }
    if code.needs_coordinator() {
        return again(Learn::Coordinator, Pause::Growing, "the coordinator is looked up again");
    }
    if code.needs_metadata() {
        return again(Learn::Metadata, Pause::Growing, "asked again with fresh metadata");
    }
    again(Learn::Nothing, Pause::Always, "the broker says that it passes")
}

fn again(learn: Learn, pause: Pause, why: &'static str) -> Verdict {
    Verdict::Again(Again { learn, pause, why })
}

#[cfg(test)]
mod tests;
