//! A TCP connection to one address.

use admin::doctor::{Place, Unreached};
use contract::{Step, StepOutcome};

use super::{SLOW, Said, Whom, advertised_advice, way};

pub(in crate::doctor) fn said(result: &Result<(), Unreached>, place: Option<Place>, whom: &Whom) -> Said {
    let place = place.map(|place| place.to_string()).unwrap_or_default();
    let failed = match result {
        Ok(()) if whom.took < SLOW => return Said::new(StepOutcome::Passed, format!("{place} takes connections.")),
        Ok(()) => {
            return Said::new(StepOutcome::Warned, format!("{place} took the connection after {}.", whom.seconds()))
                .meaning("The way there is slow, or its first packets were lost.");
        }
        Err(Unreached::Refused) => {
            Said::new(StepOutcome::Failed, format!("Nobody listens at {place} (connection refused)."))
                .meaning("The machine answers, and no program has that port.")
                .advice(
                    "Is the broker running, and is this its port? A container or a port-forward may publish it under another number.",
                )
        }
        Err(Unreached::Silent(after)) => {
            let after = after.as_secs_f64();
            Said::new(StepOutcome::Failed, format!("{place} did not answer within {after:.1} s."))
                .meaning("A firewall drops the packets, or the machine is down.")
                .advice("Look at firewalls, security groups and the VPN between here and there, for this port.")
        }
        Err(Unreached::NoWay(why)) => Said::new(StepOutcome::Failed, format!("There is no way to {place} from here."))
            .meaning("This machine has no route to that address.")
            .advice("Is the VPN up, and does this machine have an address of that family (IPv4, IPv6)?")
            .detail("the system says", why),
        Err(Unreached::Other(why)) => {
            Said::new(StepOutcome::Failed, format!("{place} can't be connected to: {why}."))
                .advice("Check name, port, firewall and VPN.")
        }
    };
    if let Some((meaning, advice)) = way::of_the_socket(whom) {
        return failed.meaning(meaning).advice(advice);
    }
    if whom.is_advertised() {
        let advice = failed.advice.as_ref().map(|advice| format!("{advice} ")).unwrap_or_default();
        let advice = format!("{advice}{}", advertised_advice(&whom.address));
        return failed.advice(advice);
    }
    failed
}

/// It failed, and another address of the name works.
pub(in crate::doctor) fn beside(step: &mut Step, works: &str) {
    step.outcome = StepOutcome::Warned;
    let six = |place: &str| place.starts_with('[');
    let families = match (step.place.as_deref().map(six), six(works)) {
        (Some(true), false) => "IPv6 doesn't work and IPv4 does: ",
        (Some(false), true) => "IPv4 doesn't work and IPv6 does: ",
        _ => "",
    };
    step.meaning = Some(format!(
        "{families}{works} behind the same name answers, so that it costs a moment and not the connection."
    ));
    step.advice = Some("Take the dead address out of the name service, or have it answer.".to_owned());
}
