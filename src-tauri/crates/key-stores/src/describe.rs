//! What a certificate says of itself, for people and for the doctor: names, dates, key. A handshake that fails says "bad certificate";
//! with this it can be said that the certificate expired on Tuesday or has a common name and nothing else.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use sha2::{Digest, Sha256};
use x509_parser::{
    certificate::X509Certificate,
    extensions::{GeneralName, ParsedExtension},
    parse_x509_certificate,
    public_key::PublicKey as Parsed,
    x509::SubjectPublicKeyInfo,
};

use crate::{Format, problem::Problem};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub subject: String,
    pub common_name: Option<String>,
    pub issuer: String,
    /// Subject and issuer are the same: a root, or one that somebody made for himself.
    pub self_issued: bool,
    /// Names that a host is checked by. With none, a common name is not enough for today's TLS.
    pub names: Vec<AlternativeName>,
    /// Seconds since 1970.
    pub not_before: i64,
    pub not_after: i64,
    pub key: PublicKey,
    pub is_ca: bool,
    /// `None`: the certificate doesn't limit its use.
    pub for_servers: Option<bool>,
    pub for_clients: Option<bool>,
    /// X.509's version as people count it; 1 has no extensions.
    pub version: u32,
    pub serial: String,
    /// The name where it is known, else the dotted identifier.
    pub signature: String,
    pub sha256: [u8; 32],
}

impl Summary {
    /// Signed with a digest that TLS libraries refuse, or with a key that is too short.
    pub fn is_weak(&self) -> bool {
        let digest = ["MD5", "MD2", "SHA1"].iter().any(|weak| self.signature.contains(weak));
        digest || matches!(self.key, PublicKey::Rsa { bits } if bits < 2048)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlternativeName {
    Dns(String),
    Ip(IpAddr),
    Email(String),
    Uri(String),
    /// A kind of name that no host check looks at.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicKey {
    Rsa { bits: usize },
    Ec { curve: String, bits: usize },
    Ed25519,
    Ed448,
    Dsa,
    Other(String),
}

/// Reads one certificate in DER.
pub fn describe(der: &[u8]) -> Result<Summary, Problem> {
    let (_, certificate) = parse_x509_certificate(der).map_err(|_| Problem::Damaged {
        format: Format::Der,
        place: "the certificate".to_owned(),
        at: 0,
    })?;
    let usage = certificate.extended_key_usage().ok().flatten().map(|usage| usage.value);
    let name = certificate.subject().iter_common_name().next().and_then(|name| name.as_str().ok());
    Ok(Summary {
        subject: certificate.subject().to_string(),
        common_name: name.map(str::to_owned),
        issuer: certificate.issuer().to_string(),
        self_issued: certificate.subject().as_raw() == certificate.issuer().as_raw(),
        names: names(&certificate),
        not_before: certificate.validity().not_before.timestamp(),
        not_after: certificate.validity().not_after.timestamp(),
        key: public_key(certificate.public_key()),
        is_ca: certificate.is_ca(),
        for_servers: usage.map(|usage| usage.any || usage.server_auth),
        for_clients: usage.map(|usage| usage.any || usage.client_auth),
        version: certificate.version().0.saturating_add(1),
        serial: certificate.raw_serial_as_string(),
        signature: signature(&certificate.signature_algorithm.algorithm.to_id_string()),
        sha256: Sha256::digest(der).into(),
    })
}

fn names(certificate: &X509Certificate<'_>) -> Vec<AlternativeName> {
    let extensions = certificate.extensions().iter();
    let named = extensions.filter_map(|extension| match extension.parsed_extension() {
        ParsedExtension::SubjectAlternativeName(names) => Some(&names.general_names),
        _ => None,
    });
    named.flatten().map(alternative).collect()
}

fn alternative(name: &GeneralName<'_>) -> AlternativeName {
    match name {
        GeneralName::DNSName(name) => AlternativeName::Dns((*name).to_owned()),
        GeneralName::RFC822Name(name) => AlternativeName::Email((*name).to_owned()),
        GeneralName::URI(name) => AlternativeName::Uri((*name).to_owned()),
        GeneralName::IPAddress(bytes) => match (<[u8; 4]>::try_from(*bytes), <[u8; 16]>::try_from(*bytes)) {
            (Ok(four), _) => AlternativeName::Ip(Ipv4Addr::from(four).into()),
            (_, Ok(sixteen)) => AlternativeName::Ip(Ipv6Addr::from(sixteen).into()),
            _ => AlternativeName::Other,
        },
        _ => AlternativeName::Other,
    }
}

fn public_key(info: &SubjectPublicKeyInfo<'_>) -> PublicKey {
    let algorithm = info.algorithm.algorithm.to_id_string();
    match (algorithm.as_str(), info.parsed()) {
        ("1.3.101.112", _) => PublicKey::Ed25519,
        ("1.3.101.113", _) => PublicKey::Ed448,
        (_, Ok(Parsed::RSA(key))) => PublicKey::Rsa { bits: rsa_bits(key.modulus) },
        (_, Ok(Parsed::EC(point))) => {
            let curve = info.algorithm.parameters.as_ref().and_then(|any| any.as_oid().ok());
            let curve = curve.map(|oid| curve_name(&oid.to_id_string())).unwrap_or_default();
            PublicKey::Ec { curve, bits: point.key_size() }
        }
        (_, Ok(Parsed::DSA(_))) => PublicKey::Dsa,
        _ => PublicKey::Other(algorithm),
    }
}

/// Of the number itself, without the zeros in front.
fn rsa_bits(modulus: &[u8]) -> usize {
    let zeros = modulus.iter().take_while(|byte| **byte == 0).count();
    let first = modulus.get(zeros).map_or(8, |byte| byte.leading_zeros());
    modulus
        .len()
        .saturating_sub(zeros)
        .saturating_mul(8)
        .saturating_sub(usize::try_from(first % 8).unwrap_or(0))
}

fn curve_name(oid: &str) -> String {
    let name = match oid {
        "1.2.840.10045.3.1.7" => "P-256",
        "1.3.132.0.34" => "P-384",
        "1.3.132.0.35" => "P-521",
        "1.3.132.0.10" => "secp256k1",
        other => other,
    };
    name.to_owned()
}

fn signature(oid: &str) -> String {
    let name = match oid {
        "1.2.840.113549.1.1.2" => "MD2 with RSA",
        "1.2.840.113549.1.1.4" => "MD5 with RSA",
        "1.2.840.113549.1.1.5" => "SHA1 with RSA",
        "1.2.840.113549.1.1.10" => "RSA-PSS",
        "1.2.840.113549.1.1.11" => "SHA256 with RSA",
        "1.2.840.113549.1.1.12" => "SHA384 with RSA",
        "1.2.840.113549.1.1.13" => "SHA512 with RSA",
        "1.2.840.10045.4.1" => "SHA1 with ECDSA",
        "1.2.840.10045.4.3.2" => "SHA256 with ECDSA",
        "1.2.840.10045.4.3.3" => "SHA384 with ECDSA",
        "1.2.840.10045.4.3.4" => "SHA512 with ECDSA",
        "1.2.840.10040.4.3" => "SHA1 with DSA",
        "1.3.101.112" => "Ed25519",
        "1.3.101.113" => "Ed448",
        other => other,
    };
    name.to_owned()
}
