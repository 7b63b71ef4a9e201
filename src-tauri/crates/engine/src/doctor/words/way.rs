//! The way that is set: a rule, a proxy, a forwarded port. What fails there is told as theirs, not as the broker's.

use admin::{
    Error,
    doctor::{Passing, Place, Unpassed, Way},
};
use contract::StepOutcome;

use super::{Said, Whom, capital, full_stop, sentence};

/// Where the settings are that all of this is about.
const PART: &str = "the part “Reaching brokers” of this connection";

pub(in crate::doctor) fn said(way: &Way, result: &Result<Option<Place>, Unpassed>, whom: &Whom) -> Said {
    let place = match result {
        Ok(place) => place,
        Err(why) => return failed(way, why, whom),
    };
    let rule = way.rewritten.as_ref();
    let to = rule.map_or_else(|| whom.address.clone(), |found| found.to.to_string());
    let because =
        rule.map_or_else(String::new, |found| format!(", by rule {} of this connection", found.rule));
    match (&way.through, place) {
        (Passing::Nothing, _) => match rule {
            Some(found) => Said::new(
                StepOutcome::Passed,
                format!("Rule {} of this connection says {}.", found.rule, found.to),
            ),
            None => {
                Said::new(StepOutcome::Skipped, "No rule of this connection fits: it is dialled as it is.")
            }
        },
        (Passing::Proxy(_), _) => {
            Said::new(StepOutcome::Passed, format!("The proxy connected to {to}{because}."))
        }
        (Passing::Forwarder(name), Some(place)) => {
            Said::new(StepOutcome::Passed, format!("{} forwards {to} from {place}{because}.", name))
        }
        (Passing::Forwarder(name), None) => {
            Said::new(StepOutcome::Passed, format!("{} forwards {to}{because}.", name))
        }
    }
}

fn failed(way: &Way, why: &Unpassed, whom: &Whom) -> Said {
    let to = way.rewritten.as_ref().map_or_else(|| whom.address.clone(), |found| found.to.to_string());
    let name = match &way.through {
        Passing::Nothing => "The way".to_owned(),
        Passing::Proxy(proxy) => format!("The proxy at {proxy}"),
        Passing::Forwarder(name) => name.clone(),
    };
    let of = |result: String| Said::new(StepOutcome::Failed, full_stop(&result));
    match why {
        Unpassed::LoginWanted => of(format!("{name} wants a name and a password, and this connection has none for it"))
            .advice(format!("Give them in {PART}.")),
        Unpassed::NoMethod => of(format!("{name} wants another way to sign in than a name and a password"))
            .meaning("A name and a password is the one way that there is here.")
            .advice("Ask who runs the proxy for an account of that kind, or for another proxy."),
        Unpassed::Refused(why) => of(capital(why))
            .meaning("No broker was dialled.")
            .advice(format!("Check the name and the password for the proxy in {PART}.")),
        Unpassed::Reply(code) => {
            let said = of(format!("{name} could not connect to {to}: {}", why.to_string().trim_start_matches("the proxy says that ")));
            let said = said.meaning("The proxy works and knows us; the rest of the way is its own.");
            said.advice(match code {
                2 => format!("Ask who runs the proxy to allow {to}."),
                4 => "Is the name right, and does the network of the proxy know it? It is looked up there.".to_owned(),
                5 => "Is the broker running, and is this its port?".to_owned(),
                _ => "Ask who runs the proxy; its log says why.".to_owned(),
            })
        }
        Unpassed::NotSocks(_) => of(capital(&why.to_string()))
            .advice(format!("Give the address of a SOCKS5 proxy in {PART}; its usual port is 1080.")),
        Unpassed::Closed(_) | Unpassed::Silent(_) => of(capital(&why.to_string()))
            .meaning("What stands at the proxy's address took the connection; whether it is a SOCKS5 proxy is not known.")
            .advice("Is it a SOCKS5 proxy, and can it reach the broker? Its log says what it waits for."),
        Unpassed::HungUp(_) => of(capital(&why.to_string()))
            .meaning(format!(
                "The proxy works and lets us in. One that ends a connection so did not get to {to}; `ssh -D` says no in no other way."
            ))
            .advice("Is the broker's name known where the proxy is, and does it listen there? The proxy's log says more."),
        Unpassed::CannotTell(_) => of(capital(&why.to_string())).advice(format!("Correct it in {PART}.")),
        Unpassed::NotForwarded(why) => of(format!("{name} does not forward {to}: {why}"))
            .meaning("No port of this computer leads to the broker, and it is not dialled in another way.")
            .advice("Try the same in a terminal: what is said there is what has to be mended."),
    }
}

/// What a name that is not known means, where it is not the broker's own.
pub(super) fn of_the_name(whom: &Whom) -> Option<(String, String)> {
    match (&whom.way.through, &whom.way.rewritten) {
        (Passing::Proxy(_), _) => Some((
            "Connections go through a proxy, and this computer can't find it.".to_owned(),
            format!("Check the address of the proxy in {PART}. Is the VPN up?"),
        )),
        (_, Some(found)) => Some((
            format!("Rule {} of this connection leads there.", found.rule),
            format!("Check rule {} in {PART}.", found.rule),
        )),
        (_, None) => None,
    }
}

/// What a socket that is not there means, where it is not the broker's own.
pub(super) fn of_the_socket(whom: &Whom) -> Option<(String, String)> {
    match (&whom.way.through, &whom.way.rewritten) {
        (Passing::Proxy(proxy), _) => Some((
            format!("It is the proxy ({proxy}) that all connections go through; no broker was dialled."),
            format!("Is the proxy running, and is its address right in {PART}?"),
        )),
        (Passing::Forwarder(name), _) => Some((
            format!("{} had that port a moment ago.", name),
            "Examine again: it is started anew.".to_owned(),
        )),
        (Passing::Nothing, Some(found)) => Some((
            format!(
                "Rule {} of this connection leads there, so that the broker itself was not dialled.",
                found.rule
            ),
            format!("Is the tunnel up that should listen there? If so, check rule {} in {PART}.", found.rule),
        )),
        (Passing::Nothing, None) => None,
    }
}

/// It takes the connection and nobody stands behind it.
pub(super) fn dead_end(by: Option<&str>, said: Option<&str>, error: &Error, whom: &Whom) -> Said {
    let who = by.unwrap_or("Something");
    let to = whom.way.rewritten.as_ref().map_or_else(|| whom.address.clone(), |found| found.to.to_string());
    let says = said.map_or_else(String::new, |said| format!(": {said}"));
    let whom_for = match by {
        Some(_) => to,
        None => {
            format!("{to}, where rule {} leads", whom.way.rewritten.as_ref().map_or(0, |found| found.rule))
        }
    };
    let result = format!("{who} forwards {whom_for}, and what stands behind it does not answer{says}");
    Said::new(StepOutcome::Failed, full_stop(&result))
        .meaning("The connection is taken on this computer and ended at its first byte.")
        .advice(at_the_far_end(said))
        .detail("What happened", sentence(error))
}

/// What to try where a forwarder was let down at its far end, by what it says of that.
fn at_the_far_end(said: Option<&str>) -> String {
    // As resolvers say it, through ssh too.
    let unnamed = ["not known", "not resolve", "name resolution", "nodename"];
    if said.is_some_and(|said| unnamed.iter().any(|words| said.contains(words))) {
        return format!(
            "The far end does not know that name: check it for a slip, or write a rule in {PART} that leads to an address which it knows."
        );
    }
    "Is the broker running at the far end, and does the tunnel lead to its port? A broker that is starting or full does that too."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::at_the_far_end;

    #[test]
    fn a_name_that_the_far_end_lacks_is_not_a_broker_that_is_down() {
        for said in [
            "channel 2: open failed: connect failed: Name or service not known",
            "channel 2: open failed: connect failed: Temporary failure in name resolution",
            "open failed: nodename nor servname provided",
        ] {
            assert!(at_the_far_end(Some(said)).contains("write a rule"), "{said}");
        }
        for said in [Some("channel 2: open failed: connect failed: Connection refused"), None] {
            assert!(at_the_far_end(said).contains("Is the broker running"), "{said:?}");
        }
    }
}
