//! What stands in a certificate, as far as words about it need it.
//!
//! Read from bytes that a stranger sent, so that every text is cut and cleaned before it gets into a sentence.

use std::net::IpAddr;

use x509_parser::{
    prelude::{FromDer, GeneralName, X509Certificate},
    public_key::PublicKey,
    time::ASN1Time,
};

/// Names of a certificate that are told.
const MOST_NAMES: usize = 6;
/// Of one text, in characters.
const LONGEST: usize = 120;
/// Weaker RSA keys are refused by the library that checks.
const LEAST_RSA_BITS: usize = 2048;

#[derive(Clone, Debug)]
pub(super) struct Certificate {
    pub(super) subject: String,
    pub(super) issuer: String,
    /// Both in their writing, to compare.
    pub(super) subject_der: Vec<u8>,
    pub(super) issuer_der: Vec<u8>,
    /// DNS names and addresses that it is for.
    pub(super) names: Vec<String>,
    /// How many more there are.
    pub(super) more_names: usize,
    pub(super) common_name: Option<String>,
    /// Seconds since 1970.
    pub(super) not_before: i64,
    pub(super) not_after: i64,
    pub(super) is_authority: bool,
    /// Its version is older than 3, which knows no alternative names.
    pub(super) is_old: bool,
    /// Why it is too weak, in words.
    pub(super) weak: Option<String>,
}

impl Certificate {
    pub(super) fn read(der: &[u8]) -> Option<Certificate> {
        let (rest, read) = X509Certificate::from_der(der).ok()?;
        if !rest.is_empty() {
            return None;
        }
        let alternatives = read.subject_alternative_name().ok().flatten();
        let all = alternatives.iter().flat_map(|names| &names.value.general_names).filter_map(name_of);
        let mut names: Vec<String> = all.collect();
        let more_names = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        Some(Certificate {
            subject: line(&read.subject().to_string()),
            issuer: line(&read.issuer().to_string()),
            subject_der: read.subject().as_raw().to_vec(),
            issuer_der: read.issuer().as_raw().to_vec(),
            names,
            more_names,
            common_name: read
                .subject()
                .iter_common_name()
                .next()
                .and_then(|name| name.as_str().ok().map(line)),
            not_before: read.validity().not_before.timestamp(),
            not_after: read.validity().not_after.timestamp(),
            is_authority: read.is_ca(),
            is_old: read.version().0 < 2,
            weak: weak(&read),
        })
    }

    /// Issued by itself, as far as its names say.
    pub(super) fn is_self_signed(&self) -> bool {
        self.subject_der == self.issuer_der
    }

    /// The names that it is for, as a list to read.
    pub(super) fn listed(&self) -> String {
        let more = if self.more_names > 0 { format!(" and {} more", self.more_names) } else { String::new() };
        format!("{}{more}", self.names.join(", "))
    }
}

fn name_of(name: &GeneralName<'_>) -> Option<String> {
    match name {
        GeneralName::DNSName(name) => Some(line(name)),
        GeneralName::IPAddress(bytes) => {
            let four = <[u8; 4]>::try_from(*bytes).map(IpAddr::from);
            let sixteen = <[u8; 16]>::try_from(*bytes).map(IpAddr::from);
            four.or(sixteen).ok().map(|ip| ip.to_string())
        }
        _ => None,
    }
}

fn weak(read: &X509Certificate<'_>) -> Option<String> {
    if let Ok(PublicKey::RSA(key)) = read.public_key().parsed() {
        let bits = key.key_size();
        if bits < LEAST_RSA_BITS {
            return Some(format!(
                "its key is RSA with {bits} bits, and less than {LEAST_RSA_BITS} are not taken"
            ));
        }
    }
    let algorithm = match read.signature_algorithm.algorithm.to_id_string().as_str() {
        "1.2.840.113549.1.1.2" | "1.2.840.113549.1.1.4" => "MD5",
        "1.2.840.113549.1.1.5" | "1.2.840.10045.4.1" | "1.3.14.3.2.29" => "SHA-1",
        "1.2.840.10040.4.3" | "2.16.840.1.101.3.4.3.1" | "2.16.840.1.101.3.4.3.2" => "DSA",
        _ => return None,
    };
    // How a root is signed is nobody's concern: it is believed for what it is.
    Some(format!("it is signed with {algorithm}, which is not taken any more"))
}

/// A text of a stranger, fit to stand in a sentence.
pub(super) fn line(text: &str) -> String {
    let mut clean: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        clean.push('…');
    }
    clean
}

/// A moment in words: "2026-11-30 13:08 UTC".
pub(super) fn moment(seconds: i64) -> String {
    let Ok(time) = ASN1Time::from_timestamp(seconds) else { return format!("{seconds} s after 1970") };
    let time = time.to_datetime();
    let (date, month) = (time.date(), u8::from(time.month()));
    let (hour, minute) = (time.hour(), time.minute());
    format!("{:04}-{month:02}-{:02} {hour:02}:{minute:02} UTC", date.year(), date.day())
}
