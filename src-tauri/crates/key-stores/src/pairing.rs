//! Which certificates go with which key, and in which order: the key's own first, then each one's issuer. JKS says it; PKCS12 gives
//! a hint; PEM says nothing, and people paste the authority's certificate first. A broker that gets a chain in the wrong
//! order refuses it with words that help nobody.

use std::collections::{HashMap, HashSet};

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

/// Looked up and not searched: a file may hold a hundred thousand of each.
struct Index<'a> {
    ties: Vec<Option<Ties<'a>>>,
    by_subject: HashMap<&'a [u8], usize>,
    by_key_id: HashMap<&'a [u8], usize>,
    by_public_key: HashMap<&'a [u8], usize>,
    /// The first that no other certificate is issued by.
    issues_none: Option<usize>,
}

impl<'a> Index<'a> {
    fn of(certificates: &'a [FoundCertificate]) -> Self {
        let ties: Vec<_> = certificates.iter().map(|certificate| shape::ties(&certificate.der)).collect();
        let (mut by_subject, mut by_key_id, mut by_public_key) =
            (HashMap::new(), HashMap::new(), HashMap::new());
        let mut issuers = HashSet::new();
        for (index, (certificate, ties)) in certificates.iter().zip(&ties).enumerate() {
            if let Some(id) = &certificate.key_id {
                by_key_id.entry(id.as_slice()).or_insert(index);
            }
            let Some(ties) = ties else { continue };
            by_subject.entry(ties.subject).or_insert(index);
            if let Some(bytes) = mark(ties) {
                by_public_key.entry(bytes).or_insert(index);
            }
            if ties.issuer != ties.subject {
                issuers.insert(ties.issuer);
            }
        }
        let issues_none =
            ties.iter().position(|ties| ties.is_some_and(|ties| !issuers.contains(ties.subject)));
        Self { ties, by_subject, by_key_id, by_public_key, issues_none }
    }

    /// The key's own certificate: by the file's hint, else by the public key, else, for the only key of a file and where the
    /// public key can't be told from the private one, the first certificate that no other one is issued by.
    fn leaf(&self, found: &FoundKey, alone: bool) -> Option<usize> {
        let hinted = found.key_id.as_deref().and_then(|id| self.by_key_id.get(id));
        hinted.copied().or_else(|| match public_key(&found.key) {
            Some(Public::Modulus(bytes) | Public::Bits(bytes)) => self.by_public_key.get(bytes).copied(),
            None => self.issues_none.filter(|_| alone),
        })
    }

    fn chain(&self, leaf: usize) -> Vec<usize> {
        let mut chain = vec![leaf];
        let mut last = leaf;
        while chain.len() < LONGEST {
            let Some(ties) = self.ties.get(last).and_then(Option::as_ref) else { break };
            if ties.issuer == ties.subject {
                break;
            }
            match self.by_subject.get(ties.issuer) {
                Some(next) if !chain.contains(next) => {
                    chain.push(*next);
                    last = *next;
                }
                _ => break,
            }
        }
        chain
    }
}

pub(crate) fn pair(found: Found, limits: Limits) -> Result<Contents, Problem> {
    let Found { format, integrity, certificates, keys, ignored, .. } = found;
    let index = Index::of(&certificates);
    let mut used = vec![false; certificates.len()];
    // Chains share their authorities, and each gets its own copy: bounded, as anything that a file may multiply.
    let mut copied = 0_usize;
    let mut entries = Vec::with_capacity(keys.len());
    let alone = keys.len() == 1;
    for mut found in keys {
        let mut chain = found.chain.take().unwrap_or_default();
        let leaf = if chain.is_empty() { index.leaf(&found, alone) } else { None };
        for at in leaf.map(|leaf| index.chain(leaf)).unwrap_or_default() {
            let (Some(certificate), Some(used)) = (certificates.get(at), used.get_mut(at)) else { continue };
            *used = true;
            copied = copied.saturating_add(certificate.der.len());
            if copied > limits.bytes.saturating_mul(4) {
                return Err(Problem::TooLarge { bytes: copied, limit: limits.bytes });
            }
            if chain.is_empty() && found.alias.is_none() {
                found.alias.clone_from(&certificate.alias);
            }
            chain.push(certificate.der.clone());
        }
        entries.push(Entry { alias: found.alias, key: found.key, chain });
    }
    drop(index);
    let certificates = certificates
        .into_iter()
        .zip(used)
        .filter(|(certificate, used)| !used || certificate.anchor)
        .map(|(certificate, _)| Certificate { alias: certificate.alias, der: certificate.der })
        .collect();
    Ok(Contents { format, integrity, certificates, keys: entries, ignored })
}

/// What of a public key stands in the private one.
enum Public<'a> {
    Modulus(&'a [u8]),
    /// The bit string: an EC point, or the 32 bytes of an Edwards curve.
    Bits(&'a [u8]),
}

/// `None` where the file leaves it out, as it may for elliptic curves.
fn public_key(key: &PrivateKey) -> Option<Public<'_>> {
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

/// What of the public key in a certificate would stand in its private key too.
fn mark<'a>(ties: &Ties<'a>) -> Option<&'a [u8]> {
    if ties.algorithm != oid::RSA {
        return Some(ties.public_key);
    }
    let mut key = Cursor::new(ties.public_key).expect(tag::SEQUENCE, "key").ok()?.open();
    Some(key.expect(tag::INTEGER, "modulus").ok()?.value)
}

/// Whether a certificate was made for the key; `None` when it can't be told.
pub(crate) fn belongs(key: &PrivateKey, ties: &Ties<'_>) -> Option<bool> {
    let (Public::Modulus(bytes) | Public::Bits(bytes)) = public_key(key)?;
    Some(mark(ties)? == bytes)
}
