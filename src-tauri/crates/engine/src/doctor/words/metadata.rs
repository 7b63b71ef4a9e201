//! What a broker says of its cluster: which one, and where its brokers are.

use std::time::Duration;

use admin::{Address, Error, doctor::Seen};
use contract::{Role, StepOutcome};

use super::{Said, Whom, sentence};
use crate::errors::api_error;

/// Brokers that are listed with their addresses.
const MOST_LISTED: usize = 30;

pub(in crate::doctor) fn said(
    result: &Result<Seen, Error>,
    throttle: Duration,
    cluster: Option<&(String, String)>,
    whom: &Whom,
) -> Said {
    let seen = match result {
        Ok(seen) => seen,
        Err(error) => {
            let said = Said::new(StepOutcome::Failed, sentence(error));
            return match api_error(error, whom.now).advice {
                Some(advice) => said.advice(advice),
                None => said,
            };
        }
    };
    let said = found(seen, throttle, cluster, whom)
        .detail("Cluster", seen.cluster_id.as_deref().unwrap_or("not told"));
    let mut said = match seen.controller {
        Some(controller) => said.detail("Controller", controller.to_string()),
        None => said,
    };
    for (broker, address) in seen.brokers.iter().take(MOST_LISTED) {
        said = said.detail(&format!("Broker {broker}"), address.to_string());
    }
    if MOST_LISTED < seen.brokers.len() {
        said = said.detail("And", format!("{} more", seen.brokers.len() - MOST_LISTED));
    }
    said
}

fn found(seen: &Seen, throttle: Duration, cluster: Option<&(String, String)>, whom: &Whom) -> Said {
    if let (Some((was, first)), Some(now)) = (cluster, &seen.cluster_id)
        && was != now
    {
        return Said::new(StepOutcome::Failed, format!("Another cluster answers here: {now}, and {was} at {first}."))
            .meaning("The addresses of this connection lead to different clusters, so that what is shown would depend on chance.")
            .advice("Keep the addresses of one cluster only.");
    }
    if seen.brokers.is_empty() {
        return Said::new(StepOutcome::Failed, "It names no brokers, not even itself.")
            .meaning("It is starting, or has lost its controller.")
            .advice("Wait a moment and examine again; then look at the broker's own log.");
    }
    if let Some(words) = elsewhere(seen, whom) {
        return Said::new(StepOutcome::Warned, words)
            .meaning(
                "Brokers disagree about addresses, as while one is moved; requests may go to the wrong one.",
            )
            .advice("Each broker needs an address of its own in advertised.listeners.");
    }
    let count = seen.brokers.len();
    let brokers = if count == 1 { "1 broker".to_owned() } else { format!("{count} brokers") };
    let list: Vec<String> =
        seen.brokers.iter().take(3).map(|(id, address)| format!("{id} at {address}")).collect();
    let more = if 3 < count { ", …" } else { "" };
    let result = format!("It names {brokers}: {}{more}.", list.join(", "));
    if throttle.is_zero() {
        return Said::new(StepOutcome::Passed, result);
    }
    let seconds = throttle.as_secs_f64();
    Said::new(
        StepOutcome::Warned,
        format!("{result} It wants to be left alone for {seconds:.1} s (throttled)."),
    )
    .meaning("A quota of the cluster holds this client back: every page will be slow.")
    .advice("Have the client id or the user given more room.")
}

/// Where a broker says that it is, when that isn't where it was found.
fn elsewhere(seen: &Seen, whom: &Whom) -> Option<String> {
    let Role::Advertised { broker } = whom.role else { return None };
    let here = |address: &Address| address.to_string().eq_ignore_ascii_case(&whom.address);
    match seen.brokers.iter().find(|(id, _)| *id == broker) {
        Some((_, address)) if here(address) => None,
        Some((_, address)) => Some(format!("Here broker {broker} is told to be at {address}.")),
        None => {
            let other = seen.brokers.iter().find(|(_, address)| here(address))?;
            Some(format!("Broker {} is here now, in the place of broker {broker}.", other.0))
        }
    }
}
