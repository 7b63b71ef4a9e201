//! What a file is wanted for: whom to trust, or who we are. The same store may serve both or neither, and only here can it be said
//! that a key was given where a certificate is meant.

use crate::{
    Certificate, Entry, Limits, Passwords, find,
    found::Keys,
    pairing::{self, belongs},
    problem::Problem,
    read, shape,
};

/// The certificates to trust. All in the file count, those beside a key too: the user named this file for that purpose. Keys stay
/// closed, so their passwords are not needed.
pub fn trust(bytes: &[u8], passwords: &Passwords<'_>) -> Result<Vec<Certificate>, Problem> {
    let found = find(bytes, passwords, Limits::default(), Keys::Leave)?;
    if found.certificates.is_empty() {
        return Err(match found.keys_left {
            0 => found.nothing(),
            keys => Problem::NoCertificate { format: found.format, keys },
        });
    }
    Ok(pairing::pair(found, Limits::default())?.certificates)
}

/// The key and chain to present to a broker: the first that has a certificate.
pub fn identity(bytes: &[u8], passwords: &Passwords<'_>) -> Result<Entry, Problem> {
    let contents = read(bytes, passwords)?;
    let format = contents.format;
    if contents.keys.is_empty() {
        return Err(Problem::NoKey { format, certificates: contents.certificates.len() });
    }
    let others = !contents.certificates.is_empty();
    let entry = contents.keys.into_iter().find(|entry| !entry.chain.is_empty());
    let entry = entry.ok_or(match others {
        true => Problem::KeyAndCertificateDiffer,
        false => Problem::KeyWithoutCertificate { format },
    })?;
    matching(entry)
}

/// As [`identity`], with certificate and key in files of their own, as librdkafka has them.
pub fn identity_of(certificates: &[u8], key: &[u8], passwords: &Passwords<'_>) -> Result<Entry, Problem> {
    let mut key = find(key, passwords, Limits::default(), Keys::Open)?;
    if key.keys.is_empty() {
        return Err(match key.certificates.len() {
            0 => key.nothing(),
            certificates => Problem::NoKey { format: key.format, certificates },
        });
    }
    key.keys.truncate(1);
    let chain = find(certificates, passwords, Limits::default(), Keys::Leave)?;
    if chain.certificates.is_empty() {
        return Err(match chain.keys_left {
            0 => chain.nothing(),
            keys => Problem::NoCertificate { format: chain.format, keys },
        });
    }
    // The hints of one file mean nothing in the other.
    for found in &mut key.keys {
        found.key_id = None;
        found.chain = None;
    }
    key.certificates = chain.certificates;
    let entry = pairing::pair(key, Limits::default())?.keys.into_iter().next();
    match entry {
        Some(entry) if !entry.chain.is_empty() => matching(entry),
        _ => Err(Problem::KeyAndCertificateDiffer),
    }
}

/// Refuses a pair that provably doesn't belong together; the broker would only say "handshake failure".
fn matching(entry: Entry) -> Result<Entry, Problem> {
    let leaf = entry.chain.first().and_then(|der| shape::ties(der));
    match leaf.and_then(|ties| belongs(&entry.key, &ties)) {
        Some(false) => Err(Problem::KeyAndCertificateDiffer),
        _ => Ok(entry),
    }
}
