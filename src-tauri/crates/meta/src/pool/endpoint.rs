//! Where a socket leads: a broker known from metadata, or an address that the user gave.
//!
//! They are kept apart because they are forgotten by different rules: a broker when metadata no longer lists it, what
//! the user typed never.

use std::fmt;

use wire::{Address, ApiKey, gate};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Endpoint {
    Node(i32),
    Bootstrap(Address),
}

impl Endpoint {
    pub(crate) fn broker(&self) -> Option<i32> {
        match self {
            Endpoint::Node(id) => Some(*id),
            Endpoint::Bootstrap(_) => None,
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endpoint::Node(id) => write!(f, "broker {id}"),
            Endpoint::Bootstrap(address) => write!(f, "bootstrap {address}"),
        }
    }
}

/// Which of a broker's two connections. A broker answers one socket's requests strictly in order, so a quick question
/// must not stand behind one that may take half a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    Quick,
    Slow,
}

impl Lane {
    pub(crate) const BOTH: [Lane; 2] = [Lane::Quick, Lane::Slow];

    /// Long polls, everything that changes a cluster, the one read that looks at every file of a broker, and what a broker
    /// passes on.
    pub(crate) fn of(api: ApiKey) -> Lane {
        match api {
            ApiKey::Fetch | ApiKey::ShareFetch | ApiKey::DescribeLogDirs => Lane::Slow,
            other if passed_on(other) => Lane::Slow,
            other if gate::could_write(other) => Lane::Slow,
            _ => Lane::Quick,
        }
    }
}

/// Reads that a broker doesn't answer by itself: with KRaft it asks the controller (KafkaApis.forwardToController). While
/// that one is silent, so is everything behind them on the same socket, and another broker fares no better.
pub(crate) const fn passed_on(api: ApiKey) -> bool {
    matches!(api, ApiKey::ListPartitionReassignments | ApiKey::DescribeQuorum)
}
