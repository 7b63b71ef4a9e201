//! How an open connection comes to its brokers, and as whom it is signed in there: what the window draws beside the totals.
//!
//! An end that nobody told is not the same as one that never comes, and a way that was not needed yet is not one that is broken;
//! each has a value of its own.

use serde::{Deserialize, Serialize};

use crate::{Millis, Reach, tagged::tagged};

/// All of it, of one open connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    pub rules: Vec<RuleUse>,
    /// The proxy or the processes that connections go through.
    pub passages: Vec<Passage>,
    /// Each broker that we are signed in to now; of several connections to one, that which ends first.
    pub sign_ins: Vec<SignedIn>,
    /// More are signed in than are listed; those that end first are.
    pub more_sign_ins: u32,
    /// Nobody signs in on this connection.
    pub anonymous: bool,
}

/// A rule, and what it does to the addresses that are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleUse {
    pub from: String,
    pub to: String,
    pub applies: Vec<Forwarded>,
    /// It would fit more than are listed.
    pub more: u32,
}

/// An address, and where it is really dialled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forwarded {
    pub broker: Option<i32>,
    /// As it is advertised, or as it was typed.
    pub address: String,
    pub place: String,
}

/// Something that connections go through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// "ssh bastion", "kubectl port-forward pod/kafka-0", "SOCKS5 proxy localhost:1080".
    pub what: String,
    pub state: PassageState,
    /// The process, where it is one.
    pub pid: Option<u32>,
    /// What leads through it now.
    pub ports: Vec<Forwarded>,
    /// It leads to more than are listed.
    pub more: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum PassageState {
    /// Nobody was sent through it yet: it is made when it is needed.
    Idle,
    Starting {
        since: Millis,
    },
    Up {
        since: Millis,
    },
    Ended {
        since: Millis,
        why: String,
    },
    /// It is no process of ours, and no broker answers through it; whose fault that is isn't known.
    Unanswered {
        since: Millis,
        why: String,
    },
}

tagged!(PassageState by "state": fields { since: Millis, why: String }
    Idle,
    Starting { since must },
    Up { since must },
    Ended { since must, why must },
    Unanswered { since must, why must },
);

/// A sign-in that a broker took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    pub broker: Option<i32>,
    pub address: String,
    pub user: String,
    pub mechanism: String,
    /// The last time, renewals too.
    pub at: Millis,
    pub renewals: u32,
    /// When the broker wants to be signed in to again; None: it told no end.
    pub until: Option<Millis>,
    pub token: TokenEnd,
}

/// When what was signed in with is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "token", rename_all = "snake_case")]
pub enum TokenEnd {
    /// Signed in with something that has no end, as a password.
    Endless,
    /// It has an end, and nobody told when.
    Unknown,
    At {
        at: Millis,
    },
}

tagged!(TokenEnd by "token": fields { at: Millis }
    Endless,
    Unknown,
    At { at must },
);

/// What can't be used of a way as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedReach {
    /// For each rule, in order: what is wrong with it, in a sentence.
    pub rules: Vec<Option<String>>,
    /// Of what connections are to go through.
    pub through: Option<String>,
}

impl CheckedReach {
    /// Nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.through.is_none() && self.rules.iter().all(Option::is_none)
    }
}

impl Reach {
    /// Brokers are dialled as they advertise themselves.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        *self == Reach::default()
    }
}
