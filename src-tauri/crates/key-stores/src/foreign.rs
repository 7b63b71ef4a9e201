//! What people hand in instead of a key or a certificate. Each has a name and a next step, since "invalid PEM" sends nobody
//! to the right file: a saved log-in page, a signing request, the SSH key beside it, a listing, the properties file itself.

mod words;

use base64::{Engine, engine::general_purpose};

use crate::{Format, recognise, shape::Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foreign {
    Html,
    Json,
    Xml,
    CertificateRequest,
    RevocationList,
    PublicKey,
    DsaKey,
    Pgp,
    SshPublicKey,
    SshPrivateKey,
    PuttyKey,
    Pkcs7,
    Parameters,
    SecretKey,
    OtherCertificate,
    /// A PEM block with a label that has no place here.
    OtherPem,
    DirectoryListing,
    KeytoolListing,
    Properties,
    /// The name of a file where its text is meant.
    Path,
    /// Another format, once more in base64, as Kubernetes keeps secrets.
    Base64(Format),
    Archive,
    Text,
    Binary,
}

impl Foreign {
    /// The best guess at bytes that no format claims. It never fails: the last two arms are "text" and "binary".
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match bytes {
            [b'P', b'K', 3 | 5, 4 | 6, ..] | [0x1f, 0x8b, ..] | [b'7', b'z', 0xbc, 0xaf, ..] => {
                return Self::Archive;
            }
            [0x42, 0x5a, b'h', ..] | [0xfd, b'7', b'z', b'X', ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] => {
                return Self::Archive;
            }
            _ => {}
        }
        // Enough to tell; a listing or a page says it at the beginning.
        let head = bytes.get(..4096).unwrap_or(bytes);
        let Some(text) = as_text(head) else { return Self::Binary };
        let text = text.trim_start();
        let small = text.to_ascii_lowercase();
        let line = text.lines().next().unwrap_or_default().trim_end();
        if small.starts_with("<!doctype html") || small.starts_with("<html") || small.contains("<head") {
            Self::Html
        } else if small.starts_with('<') {
            Self::Xml
        } else if small.starts_with("ssh-")
            || small.starts_with("ecdsa-sha2-")
            || small.starts_with("---- begin ssh2")
        {
            Self::SshPublicKey
        } else if small.starts_with("putty-user-key-file") {
            Self::PuttyKey
        } else if small.starts_with("keystore type:") || small.starts_with("alias name:") {
            Self::KeytoolListing
        } else if is_listing(text) {
            Self::DirectoryListing
        } else if let Some(format) = in_base64(bytes) {
            Self::Base64(format)
        } else if small.starts_with(['{', '[']) {
            Self::Json
        } else if small.lines().any(is_setting) {
            Self::Properties
        } else if is_path(text, line) {
            Self::Path
        } else {
            Self::Text
        }
    }
}

/// UTF-8 without control characters. The end may be cut inside a character.
fn as_text(head: &[u8]) -> Option<&str> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(head.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    (!text.chars().any(|c| c.is_control() && !c.is_whitespace())).then_some(text)
}

fn is_listing(text: &str) -> bool {
    let mode = |line: &str| {
        line.get(..10).is_some_and(|mode| {
            mode.starts_with(['-', 'd', 'l'])
                && mode.chars().skip(1).all(|c| "rwxsStT-".contains(c))
                && mode != "----------"
        })
    };
    text.lines().take(4).any(mode) || text.starts_with("Index of /") || text.contains("Directory of ")
}

fn is_path(text: &str, line: &str) -> bool {
    let one = text.trim_end().len() == line.len() && line.len() < 1024 && !line.is_empty();
    let rooted =
        line.starts_with(['/', '~', '.']) || line.get(1..3) == Some(":\\") || line.starts_with("file:");
    let named = [".pem", ".crt", ".cer", ".key", ".jks", ".p12", ".pfx", ".der"]
        .iter()
        .any(|end| line.ends_with(end));
    one && (named || rooted && line.contains(['/', '\\']) && !line.contains('='))
}

fn is_setting(line: &str) -> bool {
    let names = [
        "ssl.",
        "sasl.",
        "security.protocol",
        "bootstrap.servers",
        "spring.kafka.",
        "kafka.",
        "metadata.broker.list",
    ];
    names.iter().any(|name| line.trim_start().starts_with(name)) && line.contains(['=', ':'])
}

/// The format inside, when the whole file is one piece of base64.
fn in_base64(bytes: &[u8]) -> Option<Format> {
    let text: Vec<u8> = bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    if text.len() < 32 {
        return None;
    }
    let inner = general_purpose::STANDARD.decode(&text).ok()?;
    recognise(&inner)
}

impl From<Shape> for Foreign {
    /// For outlines that are of no use by themselves.
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Request => Self::CertificateRequest,
            Shape::RevocationList => Self::RevocationList,
            Shape::PublicKey => Self::PublicKey,
            Shape::DsaKey => Self::DsaKey,
            Shape::Pkcs7 => Self::Pkcs7,
            Shape::Certificate | Shape::Key(_) | Shape::EncryptedKey | Shape::Pkcs12 | Shape::Bcfks => {
                Self::OtherPem
            }
        }
    }
}

/// What a block's label says it is, for labels whose contents are not read.
pub(crate) fn by_label(label: &str) -> Option<Foreign> {
    if label.starts_with("PGP ") {
        return Some(Foreign::Pgp);
    }
    match label {
        "OPENSSH PRIVATE KEY" | "SSH2 ENCRYPTED PRIVATE KEY" => Some(Foreign::SshPrivateKey),
        "EC PARAMETERS" | "DH PARAMETERS" | "DSA PARAMETERS" | "X9.42 DH PARAMETERS" => {
            Some(Foreign::Parameters)
        }
        "CERTIFICATE REQUEST" | "NEW CERTIFICATE REQUEST" => Some(Foreign::CertificateRequest),
        "X509 CRL" => Some(Foreign::RevocationList),
        "PUBLIC KEY" | "RSA PUBLIC KEY" | "EC PUBLIC KEY" => Some(Foreign::PublicKey),
        "DSA PRIVATE KEY" => Some(Foreign::DsaKey),
        "PKCS7" | "CMS" => Some(Foreign::Pkcs7),
        "ATTRIBUTE CERTIFICATE" => Some(Foreign::OtherCertificate),
        _ => None,
    }
}
