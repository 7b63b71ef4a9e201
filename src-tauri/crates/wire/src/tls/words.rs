//! Why no encrypted connection came about, in words that lead to what has to be changed.
//!
//! What a peer said plainly (a certificate that can't be believed, a refusal, an answer that isn't TLS) is `What::Tls`: asking
//! again won't help. A silence or a hang-up is `What::Connect`: a listener without TLS does that, and so does a broker that is just
//! going down, and then asking again is right.

mod alert;
mod refused;

use std::{io, time::Duration};

use rustls::{Error, PeerIncompatible};

use super::{Encryption, roots::Trusted, shown::Shown};
use crate::What;

/// What is known beside the failure itself.
pub(super) struct Context<'a> {
    pub(super) host: &'a str,
    pub(super) shown: &'a Shown,
    pub(super) trusted: &'a Trusted,
    /// The subject of our own certificate.
    pub(super) ours: Option<&'a str>,
}

pub(super) fn failed(why: &io::Error, context: &Context<'_>) -> What {
    if let Some(stranger) = stranger(&context.shown.first) {
        return What::Tls(format!(
            "{stranger}; it seems to be a listener without TLS: turn TLS off for this connection, or use the address of a listener \
             that has it"
        ));
    }
    match of_library(why) {
        Some(Error::InvalidCertificate(why)) => What::Tls(refused::told(why, context)),
        Some(Error::AlertReceived(alert)) => What::Tls(alert::told(
            *alert,
            context.shown.asked,
            context.ours,
            &context.shown.authorities,
            Some(context.host),
        )),
        Some(Error::PeerIncompatible(why)) => What::Tls(incompatible(why)),
        Some(Error::InvalidMessage(why)) => What::Tls(format!(
            "the answer is TLS that can't be read ({why:?}); something in between may have changed it"
        )),
        Some(why) if context.shown.asked && is_out_of_step(why) => {
            What::Tls(alert::unreadable(context.ours, &context.shown.authorities))
        }
        Some(why) => What::Tls(format!("the TLS handshake failed: {why}")),
        None => What::Connect(hung_up(why, context.shown)),
    }
}

fn hung_up(why: &io::Error, shown: &Shown) -> String {
    let how = match why.kind() {
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => "it reset the connection".to_owned(),
        _ => format!("the connection broke ({why})"),
    };
    if shown.first.is_empty() {
        return format!(
            "{how} at the greeting of TLS, without an answer; it seems to be a listener without TLS, or a broker that is starting or \
             full"
        );
    }
    if shown.asked {
        return format!(
            "{how} in the midst of the TLS handshake, after it had asked for a client certificate"
        );
    }
    format!("{how} in the midst of the TLS handshake")
}

/// The time for setting up ran out.
pub(super) fn silent(after: Duration, shown: &Shown) -> What {
    let seconds = after.as_secs_f64();
    What::Connect(if shown.first.is_empty() {
        format!(
            "it takes connections, but did not answer the greeting of TLS within {seconds:.1} s; it seems to be a listener without \
             TLS, or no Kafka listener, or it is overloaded"
        )
    } else if let Some(stranger) = stranger(&shown.first) {
        format!("{stranger}, and it goes on; it seems to be a listener without TLS")
    } else {
        format!("the TLS handshake came to no end within {seconds:.1} s")
    })
}

/// Why an encrypted connection broke, once it had come about; `None` when it wasn't the encryption. `unheard`: before the
/// broker had answered anything.
pub(crate) fn broken(why: &io::Error, encryption: Option<&Encryption>, unheard: bool) -> Option<String> {
    let why = of_library(why)?;
    Some(match (why, encryption) {
        (Error::AlertReceived(alert), Some(had)) => {
            alert::told(*alert, had.asked_for_certificate, had.showed.as_deref(), &had.authorities, None)
        }
        (why, Some(had)) if unheard && had.asked_for_certificate && is_out_of_step(why) => {
            alert::unreadable(had.showed.as_deref(), &had.authorities)
        }
        _ => why.to_string(),
    })
}

fn of_library(why: &io::Error) -> Option<&Error> {
    why.get_ref().and_then(|why| why.downcast_ref())
}

/// Kafka 2.8 refuses a certificate by sending its last flight once more instead of an alert: a hello in the midst of a
/// handshake of TLS 1.2, and in 1.3 a record that can't be deciphered in its new place.
fn is_out_of_step(why: &Error) -> bool {
    matches!(
        why,
        Error::DecryptError
            | Error::InappropriateMessage { .. }
            | Error::InappropriateHandshakeMessage { .. }
    )
}

fn incompatible(why: &PeerIncompatible) -> String {
    match why {
        PeerIncompatible::ServerDoesNotSupportTls12Or13
        | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig
        | PeerIncompatible::SupportedVersionsExtensionRequired => no_common_version(),
        PeerIncompatible::NoCipherSuitesInCommon
        | PeerIncompatible::NoKxGroupsInCommon
        | PeerIncompatible::NoSignatureSchemesInCommon
        | PeerIncompatible::NoCertificateRequestSignatureSchemesInCommon => {
            "there is no cipher or signature that both sides know; look at ssl.cipher.suites and at the broker's certificate".to_owned()
        }
        PeerIncompatible::ExtendedMasterSecretExtensionRequired => {
            "the broker's TLS 1.2 is too old (it has no extended master secret); its Java has to be newer".to_owned()
        }
        other => format!("the broker's TLS and ours don't fit ({other:?})"),
    }
}

fn no_common_version() -> String {
    "there is no common version: this program speaks TLS 1.2 and 1.3, and the broker allows neither (ssl.enabled.protocols)".to_owned()
}

/// Who answers there, when it isn't TLS.
fn stranger(first: &[u8]) -> Option<String> {
    match first {
        [] | [0x14..=0x17, 0x03, ..] | [0x14..=0x17] => None,
        [b'H', b'T', b'T', b'P', ..] => Some("a web server answers there in plain text (HTTP)".to_owned()),
        text if text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\r' | b'\n')) => {
            let text = String::from_utf8_lossy(text);
            Some(format!("the answer is plain text that starts with “{}”", text.trim()))
        }
        _ => Some("the answer is not TLS".to_owned()),
    }
}
