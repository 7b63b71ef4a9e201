//! Key and certificate files, whatever their format: bytes and passwords in, owned DER or a sentence out. Without it each
//! caller would know PEM only, and "invalid key store" would be all that a user with a JKS file, a saved log-in page or a
//! mistyped password gets to read.
//!
//! It knows no file, no socket and no Kafka. Formats and their encryption are read here with the plain ciphers and digests
//! of RustCrypto, not with the libraries for whole stores, for three reasons: the bytes come from anywhere, and those
//! libraries spend what a file asks for (scrypt with a gigabyte) or panic (an initialisation vector that is too short);
//! a wrong password must be told from a damaged file; and stores in BER, as BouncyCastle writes them, are refused there.
//!
//! What one call may cost is bounded by [`Limits`]: bytes, rounds of key derivation summed over the whole file, memory.

mod bare;
mod ber;
mod contents;
mod der;
mod describe;
mod encryption;
mod foreign;
mod format;
mod found;
mod jks;
mod limits;
mod oid;
mod pairing;
mod pem;
mod pkcs12;
mod private_key;
mod problem;
mod purpose;
mod shape;

pub use contents::{Certificate, Contents, Entry, Integrity, Passwords};
pub use describe::{AlternativeName, PublicKey, Summary, describe};
pub use foreign::Foreign;
pub use format::{Format, recognise};
pub use limits::Limits;
pub use private_key::{KeyKind, PrivateKey};
pub use problem::{Locked, Problem};
pub use purpose::{identity, identity_of, trust};

use found::{Found, Keys};

/// Everything in the file. A key that can't be opened is a problem of the whole; [`trust`] leaves keys alone.
pub fn read(bytes: &[u8], passwords: &Passwords<'_>) -> Result<Contents, Problem> {
    read_within(bytes, passwords, Limits::default())
}

/// As [`read`], with bounds of the caller's.
pub fn read_within(bytes: &[u8], passwords: &Passwords<'_>, limits: Limits) -> Result<Contents, Problem> {
    let found = find(bytes, passwords, limits, Keys::Open)?;
    if found.is_empty() {
        return Err(found.nothing());
    }
    pairing::pair(found, limits)
}

fn find(bytes: &[u8], passwords: &Passwords<'_>, limits: Limits, keys: Keys) -> Result<Found, Problem> {
    if bytes.len() > limits.bytes {
        return Err(Problem::TooLarge { bytes: bytes.len(), limit: limits.bytes });
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Problem::Empty);
    }
    let mut budget = limits.budget();
    match recognise(bytes) {
        Some(Format::Pem) => pem::find(bytes, passwords, &mut budget, keys),
        Some(Format::Jks) => jks::find(bytes, passwords, keys),
        Some(Format::Pkcs12) => pkcs12::find(bytes, passwords, &mut budget, keys),
        Some(Format::Der) => bare::find(bytes, passwords, &mut budget, keys),
        Some(format @ (Format::Jceks | Format::Bcfks | Format::Bks | Format::Pkcs7)) => {
            Err(Problem::Unsupported { format })
        }
        None => Err(Problem::Foreign { found: Foreign::of(bytes) }),
    }
}
