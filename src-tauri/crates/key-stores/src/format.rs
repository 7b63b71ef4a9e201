//! Which format a file is in, by its first bytes and never by its name: half of all `.jks` files are PKCS12 inside, since Java
//! changed its default and nobody changed the names.

use std::fmt;

use crate::{
    pem,
    shape::{self, Shape},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Pem,
    Der,
    Jks,
    Pkcs12,
    /// Java's older store with stronger keys; known, not read.
    Jceks,
    /// BouncyCastle's FIPS store; known, not read.
    Bcfks,
    /// BouncyCastle's first store; known, not read.
    Bks,
    /// A bag of certificates, `.p7b`; known, not read.
    Pkcs7,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pem => "PEM file",
            Self::Der => "DER file",
            Self::Jks => "JKS key store",
            Self::Pkcs12 => "PKCS12 key store",
            Self::Jceks => "JCEKS key store",
            Self::Bcfks => "BCFKS key store (BouncyCastle FIPS)",
            Self::Bks => "BKS key store (BouncyCastle)",
            Self::Pkcs7 => "PKCS7 bundle (.p7b)",
        })
    }
}

/// The format, if it is one that is known. It looks at the beginning only: what it names may still be damaged.
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    match bytes {
        [0xfe, 0xed, 0xfe, 0xed, ..] => return Some(Format::Jks),
        [0xce, 0xce, 0xce, 0xce, ..] => return Some(Format::Jceks),
        // Version 1 or 2, then the length of a salt, which is 20 in each that was ever written.
        [0, 0, 0, 1 | 2, 0, 0, 0, 20, ..] => return Some(Format::Bks),
        _ => {}
    }
    let shape = bytes.starts_with(&[0x30]).then(|| shape::of(bytes)).flatten();
    match shape {
        Some(Shape::Pkcs12) => Some(Format::Pkcs12),
        Some(Shape::Bcfks) => Some(Format::Bcfks),
        Some(Shape::Pkcs7) => Some(Format::Pkcs7),
        Some(_) => Some(Format::Der),
        None => pem::is_pem(bytes).then_some(Format::Pem),
    }
}
