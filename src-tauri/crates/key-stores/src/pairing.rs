//! Which certificates go with which key, and in which order: the key's own first, then each one's issuer. JKS says it; PKCS12 gives
//! a hint; PEM says nothing, and people paste the authority's certificate first. A broker that gets a chain in the wrong
//! order refuses it with words that help nobody.

use std::collections::HashMap;

use crate::{
    Certificate, Contents, Entry, KeyKind, Limits, PrivateKey,
    der::{self, Cursor, tag},
    found::{Found, FoundCertificate, FoundKey},
    oid,
    problem::Problem,
    shape::{self, Ties},
};

/// Longer chains are refused by TLS libraries anyway.
const LONGEST: usize = 16;

pub(crate) fn pair(found: Found, limits: Limits) -> Result<Contents, Problem> {
    let Found { format, integrity, certificates, keys, ignored, .. } = found;
    let ties: Vec<Option<Ties<'_>>> =
        certificates.iter().map(|certificate| shape::ties(&certificate.der)).collect();
    let mut by_subject: HashMap<&[u8], usize> = HashMap::new();
    for (index, ties) in ties.iter().enumerate() {
        if let Some(ties) = ties {
            by_subject.entry(ties.subject).or_insert(index);
        }
    }
    let mut used = vec![false; certificates.len()];
    // Chains share their authorities, and each gets its own copy: bounded, as anything that a file may multiply.
    let mut copied = 0_usize;
    let mut entries = Vec::with_capacity(keys.len());
    let alone = keys.len() == 1;
    for found in keys {
        let mut alias = found.alias.clone();
        let chain = match found.chain {
            Some(chain) => chain,
            None => {
                let mut chain = Vec::new();
                for index in chain_of(&found, alone, &certificates, &ties, &by_subject) {
                    if let Some(used) = used.get_mut(index) {
                        *used = true;
                    }
                    let Some(certificate) = certificates.get(index) else { continue };
                    copied = copied.saturating_add(certificate.der.len());
                    if copied > limits.bytes.saturating_mul(4) {
                        return Err(Problem::TooLarge { bytes: copied, limit: limits.bytes });
                    }
                    alias = alias.or_else(|| certificate.alias.clone().filter(|_| chain.is_empty()));
                    chain.push(certificate.der.clone());
                }
                chain
            }
        };
        entries.push(Entry { alias, key: found.key, chain });
    }
    drop(by_subject);
    drop(ties);
    let certificates = certificates
        .into_iter()
        .zip(used)
        .filter(|(certificate, used)| !used || certificate.anchor)
        .map(|(certificate, _)| Certificate { alias: certificate.alias, der: certificate.der })
        .collect();
    Ok(Contents { format, integrity, certificates, keys: entries, ignored })
}

fn chain_of(
    found: &FoundKey,
    alone: bool,
    certificates: &[FoundCertificate],
    ties: &[Option<Ties<'_>>],
    by_subject: &HashMap<&[u8], usize>,
) -> Vec<usize> {
    let Some(leaf) = leaf(found, alone, certificates, ties) else { return Vec::new() };
    let mut chain = vec![leaf];
    let mut last = leaf;
    while chain.len() < LONGEST {
        let Some(ties) = ties.get(last).and_then(Option::as_ref) else { break };
        if ties.issuer == ties.subject {
            break;
        }
        match by_subject.get(ties.issuer) {
            Some(next) if !chain.contains(next) => {
                chain.push(*next);
                last = *next;
            }
            _ => break,
        }
    }
    chain
}

/// The key's own certificate: by the file's hint, else by the public key, else, for the only key of a file and where the public
/// key can't be told from the private one, the first certificate that no other one is issued by.
fn leaf(
    found: &FoundKey,
    alone: bool,
    certificates: &[FoundCertificate],
    ties: &[Option<Ties<'_>>],
) -> Option<usize> {
    if found.key_id.is_some()
        && let Some(index) = certificates.iter().position(|certificate| certificate.key_id == found.key_id)
    {
        return Some(index);
    }
    let public = public_key(&found.key);
    if public.is_some() {
        return ties
            .iter()
            .position(|ties| ties.is_some_and(|ties| belongs(public.as_ref(), &ties) == Some(true)));
    }
    if !alone {
        return None;
    }
    let mut issuers: HashMap<&[u8], usize> = HashMap::new();
    for ties in ties.iter().flatten().filter(|ties| ties.issuer != ties.subject) {
        *issuers.entry(ties.issuer).or_default() += 1;
    }
    ties.iter().position(|ties| ties.is_some_and(|ties| !issuers.contains_key(ties.subject)))
}

/// What of a public key stands in the private one.
pub(crate) enum Public<'a> {
    Modulus(&'a [u8]),
    /// The bit string: an EC point, or the 32 bytes of an Edwards curve.
    Bits(&'a [u8]),
}

/// `None` where the file leaves it out, as it may for elliptic curves.
pub(crate) fn public_key(key: &PrivateKey) -> Option<Public<'_>> {
    let mut inside = Cursor::new(key.der()).expect(tag::SEQUENCE, "key").ok()?.open();
    match key.kind() {
        KeyKind::Pkcs1 => rsa(inside),
        KeyKind::Sec1 => ec(inside),
        KeyKind::Pkcs8 => {
            inside.expect(tag::INTEGER, "version").ok()?;
            let (algorithm, _) = der::algorithm(&mut inside, "algorithm").ok()?;
            let private = inside.expect(tag::OCTET_STRING, "key").ok()?.value;
            let nested = || Some(Cursor::new(private).expect(tag::SEQUENCE, "key").ok()?.open());
            match algorithm {
                oid::RSA => rsa(nested()?),
                oid::EC => ec(nested()?),
                // RFC 5958: `[1] IMPLICIT BIT STRING`, behind the attributes.
                _ => {
                    inside.optional(tag::CONTEXT_0, "attributes").ok()?;
                    Some(Public::Bits(inside.optional(0x81, "public key").ok()??.value.get(1..)?))
                }
            }
        }
    }
}

fn rsa(mut inside: Cursor<'_>) -> Option<Public<'_>> {
    inside.expect(tag::INTEGER, "version").ok()?;
    Some(Public::Modulus(inside.expect(tag::INTEGER, "modulus").ok()?.value))
}

fn ec(mut inside: Cursor<'_>) -> Option<Public<'_>> {
    inside.expect(tag::INTEGER, "version").ok()?;
    inside.expect(tag::OCTET_STRING, "key").ok()?;
    inside.optional(tag::CONTEXT_0, "curve").ok()?;
    let bits = inside.optional(tag::CONTEXT_1, "public key").ok()??;
    Some(Public::Bits(bits.open().expect(tag::BIT_STRING, "public key").ok()?.value.get(1..)?))
}

/// Whether a certificate was made for the key; `None` when it can't be told.
pub(crate) fn belongs(public: Option<&Public<'_>>, ties: &Ties<'_>) -> Option<bool> {
    match public? {
        Public::Modulus(modulus) => {
            if ties.algorithm != oid::RSA {
                return Some(false);
            }
            let mut key = Cursor::new(ties.public_key).expect(tag::SEQUENCE, "key").ok()?.open();
            Some(key.expect(tag::INTEGER, "modulus").ok()?.value == *modulus)
        }
        Public::Bits(bits) => Some(ties.public_key == *bits),
    }
}
