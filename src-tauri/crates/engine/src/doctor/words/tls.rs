//! Encryption: who the broker says it is, and whether that is believed.

use admin::{
    Encryption, Error,
    doctor::{CertificateFacts, Instead},
};
use contract::StepOutcome;

use super::{Said, Whom, sentence, way};
use crate::errors::api_error;

/// A certificate that ends sooner is worth a word.
const SOON_DAYS: i64 = 30;
const DAY: i64 = 24 * 60 * 60;

pub(in crate::doctor) fn said(
    shown: &[CertificateFacts],
    result: &Result<Encryption, Error>,
    instead: Option<&Instead>,
    whom: &Whom,
) -> Said {
    let said = match result {
        Ok(encryption) => passed(shown, encryption, whom),
        Err(error) => failed(shown, error, instead, whom),
    };
    with_facts(said, shown)
}

fn passed(shown: &[CertificateFacts], encryption: &Encryption, whom: &Whom) -> Said {
    let how = format!("Encrypted by {}", encryption.protocol);
    let now = whom.now.0 / 1000;
    let ends = shown.iter().min_by_key(|one| one.until).filter(|one| one.until - now < SOON_DAYS * DAY);
    let said = match (ends, shown.first()) {
        (Some(one), _) => {
            let days = (one.until - now).max(0) / DAY;
            Said::new(
                StepOutcome::Warned,
                format!(
                    "{how}; the certificate “{}” expires in {days} days ({}).",
                    one.subject, one.until_words
                ),
            )
            .meaning("From then on no client that checks certificates connects any more.")
            .advice("Have it renewed before that day.")
        }
        (None, Some(leaf)) => Said::new(
            StepOutcome::Passed,
            format!("{how}; the broker shows “{}”, valid until {}.", leaf.subject, leaf.until_words),
        ),
        (None, None) => Said::new(StepOutcome::Passed, format!("{how}.")),
    };
    let said = said.detail("protocol", encryption.protocol).detail("cipher", encryption.cipher.as_str());
    match &encryption.showed {
        Some(ours) => said.detail("our certificate", ours.as_str()),
        None if encryption.asked_for_certificate => {
            said.detail("our certificate", "asked for, and there is none")
        }
        None => said,
    }
}

fn failed(shown: &[CertificateFacts], error: &Error, instead: Option<&Instead>, whom: &Whom) -> Said {
    match instead {
        Some(Instead::Plain) => {
            return Said::new(StepOutcome::Failed, "A Kafka listener without TLS answers there.")
                .meaning("This connection is set to TLS, and that listener doesn't know it.")
                .advice("Use the port of the listener that has TLS. Only if there is none, turn TLS off for this connection.")
                .detail("what happened", sentence(error));
        }
        Some(Instead::Stranger(what)) => {
            return Said::new(StepOutcome::Failed, format!("No TLS listener: {what} answers there."))
                .advice("Use the port of a Kafka listener with TLS.")
                .detail("what happened", sentence(error));
        }
        Some(Instead::DeadEnd { by, said }) => {
            return way::dead_end(by.as_deref(), said.as_deref(), error, whom);
        }
        Some(Instead::Encrypted(_)) | None => {}
    }
    let said = Said::new(StepOutcome::Failed, sentence(error));
    let now = whom.now.0 / 1000;
    if let Some(ended) = shown.iter().find(|one| one.until < now) {
        return said
            .meaning(format!("Since {} no client that checks certificates connects.", ended.until_words))
            .advice("Have the certificate renewed on the broker, and look whether the clock of this computer is right.");
    }
    if shown.iter().any(|one| now < one.from) {
        return said
            .meaning("Either the certificate is meant for later, or the clock of this computer is behind.")
            .advice("Compare the clock of this computer with a right one.");
    }
    match api_error(error, whom.now).advice {
        Some(advice) => said.advice(advice),
        None => said,
    }
}

fn with_facts(mut said: Said, shown: &[CertificateFacts]) -> Said {
    for (depth, one) in shown.iter().enumerate() {
        let which =
            |what: &str| if depth == 0 { what.to_owned() } else { format!("{what} ({} above)", depth) };
        let names = if one.names.is_empty() { "none" } else { one.names.as_str() };
        let mut facts = vec![("subject", one.subject.as_str()), ("issuer", one.issuer.as_str())];
        if depth == 0 {
            facts.push(("names", names));
        }
        facts.push(("expires", one.until_words.as_str()));
        for (what, value) in facts {
            said = said.detail(&which(what), value);
        }
    }
    said
}
