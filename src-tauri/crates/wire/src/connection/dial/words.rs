//! What a lost race is told as: each address with its own reason, or the one failure that says more than all of them.

use std::{io, time::Duration};

use super::race::{Failures, Why};
use crate::{Error, What};

/// Who was dialled: what to look at depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::connection) enum Listener {
    Broker,
    /// Whatever listens where a rule leads.
    ByRule,
    Proxy,
    /// A port of this machine that somebody forwards.
    Forwarder,
}

pub(super) fn told(failures: Failures, whom: Listener, within: Duration) -> Error {
    let telling = failures.iter().find_map(|(_, why)| match why {
        Why::Unfinished(error) if !matches!(error.what(), What::Connect(_)) => Some(error),
        Why::Unfinished(_) | Why::Unreached(_) => None,
    });
    if let Some(error) = telling {
        return error.clone();
    }
    let alone = failures.len() == 1;
    let each: Vec<String> = failures
        .iter()
        .map(|(place, why)| match why {
            Why::Unfinished(error) => match error.what() {
                What::Connect(why) if alone => why.clone(),
                What::Connect(why) => format!("{place}: {why}"),
                other => format!("{place}: {}", Error::new(other.clone())),
            },
            Why::Unreached(why) => match why.kind() {
                io::ErrorKind::ConnectionRefused => format!("nobody listens at {place} (connection refused)"),
                io::ErrorKind::TimedOut => {
                    format!("{place} did not answer within {:.1} s", within.as_secs_f64())
                }
                _ => format!("{place}: {why}"),
            },
        })
        .collect();
    let all = |kind| failures.iter().all(|(_, why)| matches!(why, Why::Unreached(why) if why.kind() == kind));
    let hint = if failures.is_empty() {
        "no address was tried in time"
    } else if all(io::ErrorKind::ConnectionRefused) {
        match whom {
            Listener::Broker => "; is the broker running, and is this its port?",
            Listener::ByRule => "; does what should listen there run, and is the rule right?",
            Listener::Proxy => "; is the proxy running, and is this its port?",
            Listener::Forwarder => "; what should forward that port is not there any more",
        }
    } else if all(io::ErrorKind::TimedOut) {
        "; the host may be down, or a firewall drops the packets"
    } else {
        ""
    };
    Error::new(What::Connect(format!("{}{hint}", each.join(", "))))
}
