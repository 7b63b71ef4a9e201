//! The first words: is it a broker, and of which age?

use std::sync::Arc;

use admin::{ApiKey, Error, Offered, Versions, What, doctor::Instead};
use contract::StepOutcome;

use super::{Said, Whom, sentence, way};
use crate::{errors::api_error, version_inference::infer};

/// The lowest version of Metadata that can say "create nothing" (Kafka 0.11); what signs in needs 1.0.
const METADATA: i16 = 4;

pub(in crate::doctor) fn said(
    result: &Result<Arc<Offered>, Error>,
    throttled: bool,
    instead: Option<&Instead>,
    whom: &Whom,
) -> Said {
    match result {
        Ok(offered) => greeted(offered, throttled),
        Err(error) => failed(error, instead, whom),
    }
}

fn greeted(offered: &Offered, throttled: bool) -> Said {
    let versions = Versions { ranges: offered.ranges.clone(), features: offered.finalized.clone() };
    let inferred = infer(&versions);
    let newest = versions.range(ApiKey::Metadata).map_or(0, |(_, newest)| newest);
    let count = |said: Said| said.detail("Requests that it knows", versions.ranges.len().to_string());
    if newest < METADATA {
        return count(
            Said::new(
                StepOutcome::Failed,
                format!("The broker is older than Kafka 1.0: it knows Metadata up to v{newest}, and this program needs v{METADATA}."),
            )
            .meaning("Older versions can't be asked without creating topics by accident, and this program doesn't speak them.")
            .advice("Use a client of that time, or update the brokers."),
        );
    }
    let looks = match &inferred {
        Some(found) => format!("It looks like Kafka {}.", found.version),
        None => "It is a Kafka broker of an age that can't be told.".to_owned(),
    };
    let mut said = if throttled {
        Said::new(StepOutcome::Warned, format!("{looks} It wants to be left alone for a while (throttled)."))
            .meaning("A quota of the cluster holds this client back.")
            .advice("Have the client id or the user given more room.")
    } else {
        Said::new(StepOutcome::Passed, looks)
    };
    if let Some(found) = inferred {
        said = said.detail("Told by", found.how);
    }
    count(said)
}

fn failed(error: &Error, instead: Option<&Instead>, whom: &Whom) -> Said {
    match instead {
        Some(Instead::Encrypted(shown)) => {
            let said = Said::new(
                StepOutcome::Failed,
                "The listener wants TLS, and this connection is set to none.",
            )
            .meaning("What answers there encrypts; without TLS no word is understood.")
            .advice(
                "Turn TLS on for this connection, with the authority that issued the brokers' certificates.",
            )
            .detail("What happened", sentence(error));
            return match shown.first() {
                Some(leaf) => said
                    .detail("Subject", leaf.subject.as_str())
                    .detail("Issuer", leaf.issuer.as_str())
                    .detail("Expires", leaf.until_words.as_str()),
                None => said,
            };
        }
        Some(Instead::Stranger(what)) => {
            return Said::new(StepOutcome::Failed, format!("Not Kafka: {what} answers there."))
                .meaning("The port belongs to another program.")
                .advice("Use the port of a Kafka client listener, usually 9092 or 9093.")
                .detail("What happened", sentence(error));
        }
        Some(Instead::DeadEnd { by, said }) => {
            return way::dead_end(by.as_deref(), said.as_deref(), error, whom);
        }
        Some(Instead::Plain) | None => {}
    }
    if let What::Broker(code, _) = error.what()
        && code.rebootstrap()
    {
        return Said::new(
            StepOutcome::Failed,
            "Another broker answers there than the one that is advertised.",
        )
        .meaning(
            "The address was given to somebody else, or a load balancer stands in front of several brokers.",
        )
        .advice("Each broker needs an address of its own in advertised.listeners.");
    }
    let said = Said::new(StepOutcome::Failed, sentence(error));
    match error.what() {
        What::NotKafka(why) if why.contains("controller") => said
            .meaning("Clients talk to brokers; controllers talk among themselves.")
            .advice("Use the address of a broker's client listener."),
        What::NotKafka(_) => said.advice("Use the port of a Kafka client listener, usually 9092 or 9093."),
        What::Connect(_) if whom.encrypted => {
            said.advice("Is it a Kafka listener, and does it want a client certificate? The broker's own log says why it hung up.")
        }
        _ => match api_error(error, whom.now).advice {
            Some(advice) => said.advice(advice),
            None => said,
        },
    }
}
