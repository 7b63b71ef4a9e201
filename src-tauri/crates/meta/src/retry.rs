//! Whether a request that failed is sent again: the whole rule, as one function without I/O.
//!
//! Three questions decide. Did the broker refuse before doing anything (then anything may be sent again)? Is it a read
//! (then what is retriable is)? Did bytes of a write leave, or did the broker itself lose track of it (then its outcome
//! is unknown and it is never sent again by itself)? A generic "retriable" must not drive writes: a topic would be
//! created five times.
//!
//! A read with time left goes on as long as an election could still cure what it met; what no election cures is told
//! early, so that nobody waits for it.

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
    /// At whom the cluster elects, whoever that is by then.
    Elected,
    /// A broker that the caller named: there is no other, and its silence is its answer.
    Named,
    /// One of all brokers that are asked: as named, and one that left the cluster meanwhile is not looked for.
    Each,
}

impl Aimed {
    /// Whether the same request may find another broker by and by.
    fn may_move(self) -> bool {
        match self {
            Aimed::Anywhere | Aimed::Looked | Aimed::Elected => true,
            Aimed::Named | Aimed::Each => false,
        }
    }
}

/// What was tried so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tries {
    /// Attempts that failed, the present one included.
    pub(crate) failed: u32,
    /// Those of them that ended by running out of time.
    pub(crate) slow: u32,
    /// Those of them whose connection ended while they were on their way.
    pub(crate) dropped: u32,
    /// How often in a row nobody in the cluster could be asked for what was doubtful.
    pub(crate) blind: u32,
    /// Whether a resource that does not exist was asked for again already.
    pub(crate) confirmed: bool,
}

// An election takes six to ten seconds, and a dead broker is noticed after nine. What only needs that to pass is asked
// again, with pauses that grow to a second, until the caller's own time is up. The limits below are for what more time
// would not cure.

/// Failures to connect to anybody at all, or connections that ended under a request, until they are the answer.
const TRANSPORT: u32 = 4;
/// The same for a change that somebody asked for and of which nothing was sent: the whole cluster may be coming back.
const PATIENT: u32 = 16;
/// "Not here" from a broker that the caller itself named, until it is the answer.
const MOVED: u32 = 8;

pub(crate) fn verdict(error: &Error, write: bool, aimed: Aimed, tries: &Tries) -> Verdict {
    match error.what() {
        What::Broker(code, _) | What::Authorization(code) => of_code(*code, write, aimed, tries),
        // An address that leads to another cluster now: nothing was asked there, and where ours went can be learned.
        What::OtherCluster { .. }
        | What::Connect(_)
        | What::Disconnected { sent: false, .. }
        | What::Timeout { sent: false, .. } => unsent(error, write, aimed, tries),
        // A reply came and nobody can tell what it says.
        What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. } | What::Decode(_)
            if write =>
        {
            Verdict::Unknown
        }
        What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. } => {
            // A frozen controller is noticed after nine seconds and its successor elected after that: who may be answered
            // elsewhere by then uses all of its caller's time. A broker that was named is silent for itself.
            let silent = tries.slow > 0 && !aimed.may_move();
            if silent || tries.dropped >= TRANSPORT {
                return Verdict::Settled;
            }
            again(Learn::Metadata, Pause::Growing, "no answer; a read may be asked again")
        }
        What::NoTarget(_) => match aimed {
            Aimed::Elected if !hopeless(write, tries) => {
                again(Learn::Metadata, Pause::Growing, "nobody is elected yet")
            }
            // Known to be the right one and not listed: it is gone and another takes its place, or it is just coming.
            Aimed::Looked if error.broker().is_some() && !hopeless(write, tries) => {
                again(Learn::Metadata, Pause::Growing, "not in the list of brokers now")
            }
            Aimed::Looked if tries.failed < TRANSPORT => {
                again(Learn::Metadata, Pause::Growing, "nobody to ask")
            }
            Aimed::Named if tries.failed < 2 => {
                again(Learn::Metadata, Pause::Growing, "not in the list of brokers")
            }
            _ => Verdict::Settled,
        },
        What::Throttled { .. } if aimed == Aimed::Anywhere && tries.failed < TRANSPORT => {
            again(Learn::Nothing, Pause::None, "another broker may have time")
        }
        // One broker of a cluster that is being upgraded; another may speak the version, or be a Kafka broker at all.
        What::Unsupported { .. }
        | What::NotInVersion { .. }
        | What::NotKafka(_)
        | What::Tls(_)
        | What::Authentication(_)
            if aimed == Aimed::Anywhere && tries.failed < TRANSPORT =>
        {
            again(Learn::Nothing, Pause::None, "another broker may be able to")
        }
        _ => Verdict::Settled,
    }
}

/// Whether nobody of the cluster has answered for so long that waiting for one of its elections makes no sense.
fn hopeless(write: bool, tries: &Tries) -> bool {
    tries.blind >= if write { PATIENT } else { TRANSPORT }
}

fn unsent(error: &Error, write: bool, aimed: Aimed, tries: &Tries) -> Verdict {
    let over = match (error.what(), aimed) {
        // The race went over every address already; when that took its time, it takes it again.
        (What::Connect(_) | What::Timeout { .. }, Aimed::Anywhere) if tries.slow > 0 => true,
        (_, Aimed::Anywhere) => tries.failed >= TRANSPORT,
        (What::Connect(_) | What::OtherCluster { .. }, Aimed::Named | Aimed::Each) => tries.failed > 1,
        (_, Aimed::Named | Aimed::Each) => tries.failed >= TRANSPORT || tries.slow > 0,
        (_, Aimed::Looked | Aimed::Elected) => hopeless(write, tries),
    };
    if over {
        return Verdict::Settled;
    }
    match error.what() {
        // The socket was closed just before, as idle ones are: a new one is all it takes.
        What::Disconnected { .. } if tries.failed <= 1 => {
            again(Learn::Nothing, Pause::Growing, "nothing was sent; through a new connection")
        }
        _ => again(Learn::Metadata, Pause::Growing, "nothing was sent; asked again with fresh metadata"),
    }
}

/// The same for a code, at the top of a reply or of one item inside it.
pub(crate) fn of_code(code: ErrorCode, write: bool, aimed: Aimed, tries: &Tries) -> Verdict {
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
    if !aimed.may_move() && tries.failed >= MOVED {
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
