//! What a broker says as it ends a handshake, which is one number, and what it means here.
//!
//! The same number means something else depending on whether it had asked who we are, and whether we could say it.

use rustls::AlertDescription as Alert;

pub(super) fn told(
    alert: Alert,
    asked: bool,
    ours: Option<&str>,
    authorities: &[String],
    host: Option<&str>,
) -> String {
    let name = name(alert);
    let (whose, how) = (whose(authorities), format!("alert {name}"));
    match (alert, asked, ours) {
        (Alert::ProtocolVersion | Alert::InappropriateFallback, ..) => super::no_common_version(),
        (Alert::CertificateRequired, _, None) => missing(&how, &whose),
        (_, true, None) if about_certificates(alert) => missing(&how, &whose),
        (_, _, Some(ours)) if about_certificates(alert) => {
            let why = match alert {
                Alert::UnknownCA => "it doesn't know who issued it",
                Alert::CertificateExpired => "it ran out",
                Alert::CertificateRevoked => "it was revoked",
                Alert::UnsupportedCertificate => {
                    "it is of a kind that the broker doesn't take, or not meant for clients"
                }
                Alert::CertificateRequired => "none of those that it takes was shown",
                Alert::AccessDenied => "it is not let in",
                _ => {
                    "its issuer may be unknown there, it may have run out, or it may not be meant for clients"
                }
            };
            format!("the broker refused our client certificate “{ours}”: {why} (alert {name}){whose}")
        }
        (Alert::HandshakeFailure | Alert::InsufficientSecurity, ..) => format!(
            "the broker found no cipher that both sides know, or its listener has no usable certificate (alert {name})"
        ),
        (Alert::UnrecognisedName, ..) => {
            let host = host.map(|host| format!(" “{host}”")).unwrap_or_default();
            format!("the broker knows no certificate for the name{host} (alert {name})")
        }
        (Alert::InternalError, ..) => {
            format!(
                "the broker failed in the TLS handshake by a fault of its own (alert {name}); its log says more"
            )
        }
        _ => format!("the broker ended the encryption with the alert {name}"),
    }
}

/// It had asked who we are, and then said something that makes no sense.
pub(super) fn unreadable(ours: Option<&str>, authorities: &[String]) -> String {
    let (whose, how) = (whose(authorities), "what it said then makes no sense, as with Kafka 2.8");
    match ours {
        None => missing(how, &whose),
        Some(ours) => {
            format!("the broker refused our client certificate “{ours}”, as it seems: {how}{whose}")
        }
    }
}

fn whose(authorities: &[String]) -> String {
    match authorities {
        [] => String::new(),
        [one] => format!("; it takes those that “{one}” issued"),
        several => format!("; it takes those that one of these issued: {}", several.join("; ")),
    }
}

fn missing(how: &str, whose: &str) -> String {
    format!(
        "the broker asks for a client certificate, and this connection has none ({how}): give it a certificate and its key{whose}"
    )
}

/// Whether it can be about the certificate that we showed, or did not show.
fn about_certificates(alert: Alert) -> bool {
    matches!(
        alert,
        Alert::CertificateRequired
            | Alert::BadCertificate
            | Alert::UnsupportedCertificate
            | Alert::CertificateRevoked
            | Alert::CertificateExpired
            | Alert::CertificateUnknown
            | Alert::UnknownCA
            | Alert::AccessDenied
            | Alert::HandshakeFailure
            | Alert::DecryptError
            | Alert::NoCertificate
    )
}

/// As the standards write it.
fn name(alert: Alert) -> &'static str {
    match alert {
        Alert::CloseNotify => "close_notify",
        Alert::UnexpectedMessage => "unexpected_message",
        Alert::BadRecordMac => "bad_record_mac",
        Alert::RecordOverflow => "record_overflow",
        Alert::HandshakeFailure => "handshake_failure",
        Alert::NoCertificate => "no_certificate",
        Alert::BadCertificate => "bad_certificate",
        Alert::UnsupportedCertificate => "unsupported_certificate",
        Alert::CertificateRevoked => "certificate_revoked",
        Alert::CertificateExpired => "certificate_expired",
        Alert::CertificateUnknown => "certificate_unknown",
        Alert::IllegalParameter => "illegal_parameter",
        Alert::UnknownCA => "unknown_ca",
        Alert::AccessDenied => "access_denied",
        Alert::DecodeError => "decode_error",
        Alert::DecryptError => "decrypt_error",
        Alert::ProtocolVersion => "protocol_version",
        Alert::InsufficientSecurity => "insufficient_security",
        Alert::InternalError => "internal_error",
        Alert::InappropriateFallback => "inappropriate_fallback",
        Alert::UserCanceled => "user_canceled",
        Alert::MissingExtension => "missing_extension",
        Alert::UnsupportedExtension => "unsupported_extension",
        Alert::UnrecognisedName => "unrecognized_name",
        Alert::CertificateRequired => "certificate_required",
        Alert::NoApplicationProtocol => "no_application_protocol",
        _ => "of an unusual kind",
    }
}
