//! JKS, Java's own store until Java 9 and still the name of most of them: entries in a row, then a digest over all of it with the
//! password in front. Certificates are in clear, so a trust store can be read without a password, unchecked; keys can't.

mod protector;
mod stream;

use sha1::{Digest, Sha1};
use zeroize::Zeroizing;

use stream::Stream;

use crate::{
    Format, Integrity, Passwords,
    found::{Found, FoundCertificate, FoundKey, Keys},
    problem::{Locked, Problem, shown},
    shape,
};

/// In front of the digest since 1996.
const WHITENER: &[u8] = b"Mighty Aphrodite";

pub(crate) fn find(bytes: &[u8], passwords: &Passwords<'_>, keys: Keys) -> Result<Found, Problem> {
    let mut stream = Stream::new(bytes);
    stream.number("the header")?;
    let version = stream.number("the header")?;
    if !matches!(version, 1 | 2) {
        return Err(stream.damaged("the header: a version that was never used"));
    }
    let entries = stream.number("the header")?;
    let mut found = Found::new(Format::Jks, Integrity::NotChecked);
    let mut sealed = Vec::new();
    for number in 1..=entries {
        let place = format!("entry {number} of {entries}");
        let kind = stream.number(&place)?;
        let alias = stream.text(&place)?;
        let place = format!("{place} (\"{}\")", shown(&alias));
        stream.take(8, &place)?;
        match kind {
            1 => {
                let key = stream.block(&place)?;
                let mut chain = Vec::new();
                for _ in 0..stream.number(&place)? {
                    chain.push(certificate(&mut stream, version, &place)?);
                }
                sealed.push((alias, key, chain));
            }
            2 => {
                let der = certificate(&mut stream, version, &place)?;
                found.certificates.push(FoundCertificate {
                    der,
                    alias: Some(alias),
                    key_id: None,
                    anchor: true,
                });
            }
            _ => return Err(stream.damaged(&format!("{place}: an entry of an unknown kind"))),
        }
    }
    let body = stream.passed();
    let digest = stream.take(20, "the digest at its end")?;
    if let Some(password) = passwords.store.filter(|password| !password.is_empty()) {
        // Java compares it too and says "tampered with, or password was incorrect": nobody can tell the two apart.
        if digest_of(password, body) != digest {
            return Err(Problem::WrongPassword { format: Format::Jks, locked: Locked::Store });
        }
        found.integrity = Integrity::Checked;
    }
    for (alias, key, chain) in sealed {
        if keys == Keys::Leave {
            found.keys_left += 1;
            // The alias goes to the first only: it may be long, and the chain too.
            let mut alias = Some(alias);
            let part = |der| FoundCertificate { der, alias: alias.take(), key_id: None, anchor: false };
            found.certificates.extend(chain.into_iter().map(part));
        } else {
            let key = protector::open(key, &alias, passwords)?;
            found.keys.push(FoundKey { key, alias: Some(alias), key_id: None, chain: Some(chain) });
        }
    }
    Ok(found)
}

fn certificate(stream: &mut Stream<'_>, version: u32, place: &str) -> Result<Vec<u8>, Problem> {
    if version == 2 {
        let kind = stream.text(place)?;
        if !matches!(kind.as_str(), "X.509" | "X509") {
            return Err(stream.damaged(&format!("{place}: a certificate of an unknown type")));
        }
    }
    let der = stream.block(place)?;
    match shape::ties(der) {
        Some(_) => Ok(der.to_vec()),
        None => Err(stream.damaged(&format!("{place}: the certificate"))),
    }
}

/// UTF-16, big-endian, as Java's characters are.
fn spelled(password: &str) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(password.encode_utf16().flat_map(u16::to_be_bytes).collect())
}

fn digest_of(password: &str, body: &[u8]) -> [u8; 20] {
    Sha1::new().chain_update(spelled(password)).chain_update(WHITENER).chain_update(body).finalize().into()
}
