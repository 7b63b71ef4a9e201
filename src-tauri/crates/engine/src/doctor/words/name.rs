//! From a name to addresses.

use admin::doctor::{Place, Unnamed};
use contract::StepOutcome;

use super::{SLOW, Said, Whom, advertised_advice, way};

pub(in crate::doctor) fn said(found: &Result<Vec<Place>, Unnamed>, is_address: bool, whom: &Whom) -> Said {
    let host = whom.host();
    match found {
        Ok(_) if is_address => {
            Said::new(StepOutcome::Skipped, "It is an address already: no name is looked up.")
        }
        Ok(places) => {
            let list: Vec<String> = places.iter().map(|place| place.ip().to_string()).collect();
            let list = list.join(", ");
            if whom.took < SLOW {
                return Said::new(StepOutcome::Passed, format!("The name {host} leads to {list}."));
            }
            let took = whom.seconds();
            Said::new(StepOutcome::Warned, format!("The name {host} leads to {list}, and finding that took {took}."))
                .meaning("Each new connection waits that long before it begins.")
                .advice("Look at the name servers of this machine: one that doesn't answer and stands first in the list costs seconds.")
        }
        Err(Unnamed::Unknown(why)) => {
            failed(format!("The name {host} is not known here."), whom).detail("the system says", why)
        }
        Err(Unnamed::Nothing) => failed(format!("The name {host} is known and has no address."), whom),
        Err(Unnamed::Trouble(why)) => Said::new(
            StepOutcome::Failed,
            format!("The name {host} can't be looked up: the name service has trouble."),
        )
        .meaning("Whether the name exists is not known.")
        .advice("Is this machine on the network, and the VPN up? Look at its name servers.")
        .detail("the system says", why),
        Err(Unnamed::Silent(after)) => Said::new(
            StepOutcome::Failed,
            format!("Looking up the name {host} took longer than {:.1} s.", after.as_secs_f64()),
        )
        .meaning("The name service does not answer, so that nobody knows where to connect to.")
        .advice("Is the VPN up? Look at the name servers of this machine."),
    }
}

fn failed(result: String, whom: &Whom) -> Said {
    let said = Said::new(StepOutcome::Failed, result);
    if let Some((meaning, advice)) = way::of_the_name(whom) {
        return said.meaning(meaning).advice(advice);
    }
    if whom.is_advertised() {
        return said
            .meaning("The brokers tell clients to connect to this name, and this machine can't find it.")
            .advice(advertised_advice(&whom.address));
    }
    said.meaning("Nothing was dialled.").advice(
        "Check the name for a slip. One from inside a VPN, Docker or Kubernetes is only known in there.",
    )
}
