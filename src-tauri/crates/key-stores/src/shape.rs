//! What a piece of ASN.1 is, told by its outline: a certificate, a key, a request, a whole store. The label of a PEM block and the
//! name of a file are claims; the outline decides. It reads cut-off pieces as far as they go, so that half a certificate is
//! told from noise.

use crate::{
    KeyKind,
    der::{Cursor, Element, tag},
    oid,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Certificate,
    Request,
    RevocationList,
    PublicKey,
    Key(KeyKind),
    DsaKey,
    EncryptedKey,
    Pkcs12,
    Pkcs7,
    Bcfks,
}

/// Which outline these bytes have, if any of those above.
pub(crate) fn of(bytes: &[u8]) -> Option<Shape> {
    use KeyKind::{Pkcs1, Pkcs8, Sec1};
    use tag::{BIT_STRING, CONTEXT_0, INTEGER, OCTET_STRING, OID, SEQUENCE};

    let parts = parts(bytes)?;
    let tags: Vec<u8> = parts.iter().map(|part| part.tag).collect();
    let first = parts.first()?;
    match tags.as_slice() {
        [INTEGER, SEQUENCE, OCTET_STRING, ..] => match algorithm(parts.get(1)?) {
            Some(oid::DSA) => Some(Shape::DsaKey),
            _ => Some(Shape::Key(Pkcs8)),
        },
        [INTEGER, SEQUENCE, ..] if first.value == [3] => Some(Shape::Pkcs12),
        [INTEGER, OCTET_STRING, ..] if first.value == [1] => Some(Shape::Key(Sec1)),
        [INTEGER, INTEGER] => Some(Shape::PublicKey),
        [INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER] if first.value == [0] => Some(Shape::DsaKey),
        [INTEGER, INTEGER, INTEGER, ..] if matches!(first.value, [0 | 1]) => Some(Shape::Key(Pkcs1)),
        [OID, CONTEXT_0, ..] if matches!(first.value, oid::SIGNED_DATA) => Some(Shape::Pkcs7),
        [SEQUENCE, OCTET_STRING, ..] => Some(Shape::EncryptedKey),
        [SEQUENCE, BIT_STRING] => Some(Shape::PublicKey),
        [SEQUENCE, SEQUENCE, BIT_STRING] | [SEQUENCE] | [SEQUENCE, SEQUENCE] => signed(first.whole),
        _ => None,
    }
}

/// Certificates, requests and revocation lists are all "body, algorithm, signature"; the body's beginning differs.
fn signed(body: &[u8]) -> Option<Shape> {
    use tag::{BIT_STRING, CONTEXT_0, INTEGER, OCTET_STRING, SEQUENCE};
    const UTC_TIME: u8 = 0x17;
    const GENERALIZED_TIME: u8 = 0x18;

    let parts = parts(body)?;
    let tags: Vec<u8> = parts.iter().map(|part| part.tag).collect();
    let tags = tags.strip_prefix(&[CONTEXT_0]).unwrap_or(&tags);
    match tags {
        [INTEGER, SEQUENCE, SEQUENCE, SEQUENCE, ..] => {
            // The third of a request is the public key, of a certificate the algorithm, the issuer and the dates.
            let third = parts.get(2).map(parts_tags).unwrap_or_default();
            match third.as_slice() {
                [SEQUENCE, BIT_STRING] => Some(Shape::Request),
                _ => Some(Shape::Certificate),
            }
        }
        [INTEGER, SEQUENCE, SEQUENCE, CONTEXT_0] => Some(Shape::Request),
        [INTEGER, SEQUENCE, SEQUENCE, UTC_TIME | GENERALIZED_TIME, ..]
        | [SEQUENCE, SEQUENCE, UTC_TIME | GENERALIZED_TIME, ..] => Some(Shape::RevocationList),
        [INTEGER, SEQUENCE, ..] => Some(Shape::Certificate),
        [SEQUENCE, OCTET_STRING] => Some(Shape::Bcfks),
        _ => None,
    }
}

fn parts_tags(element: &Element<'_>) -> Vec<u8> {
    parts(element.whole).unwrap_or_default().iter().map(|part| part.tag).collect()
}

/// The object identifier of an AlgorithmIdentifier.
fn algorithm<'a>(element: &Element<'a>) -> Option<&'a [u8]> {
    Some(element.open().expect(tag::OID, "algorithm").ok()?.value)
}

/// The elements of an outer sequence, a dozen at most; of a cut-off one those that begin.
fn parts(bytes: &[u8]) -> Option<Vec<Element<'_>>> {
    let mut rest = inside(bytes)?;
    let mut parts = Vec::new();
    while !rest.is_empty() && parts.len() < 12 {
        let mut cursor = Cursor::new(rest);
        match cursor.any("element") {
            Ok(element) => {
                parts.push(element);
                rest = rest.get(element.whole.len()..).unwrap_or_default();
            }
            Err(fault) if fault.truncated => {
                // The last one, as far as it goes.
                parts.push(Element {
                    tag: cursor.peek()?,
                    value: inside(rest).unwrap_or_default(),
                    whole: rest,
                    at: 0,
                });
                break;
            }
            // BER gives no length here; what is known so far may be enough.
            Err(_) => {
                parts.push(Element { tag: cursor.peek()?, value: &[], whole: &[], at: 0 });
                break;
            }
        }
    }
    Some(parts)
}

/// What stands after tag and length, cut at the end of the element or of the bytes.
fn inside(bytes: &[u8]) -> Option<&[u8]> {
    let (tag, after) = bytes.split_first()?;
    let (&first, after) = after.split_first()?;
    if tag & 0x20 == 0 {
        return None;
    }
    match first {
        0..=0x7f => Some(after.get(..usize::from(first)).unwrap_or(after)),
        0x80 => Some(after),
        0x81..=0x84 => {
            let (digits, after) = after.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits.iter().fold(0, |sum: usize, byte| sum << 8 | usize::from(*byte));
            Some(after.get(..length).unwrap_or(after))
        }
        _ => None,
    }
}

/// The parts of a certificate that tie it to others and to its key, each as it stands in the file.
#[derive(Clone, Copy)]
pub(crate) struct Ties<'a> {
    pub(crate) issuer: &'a [u8],
    pub(crate) subject: &'a [u8],
    /// The bit string of SubjectPublicKeyInfo, without the count of unused bits.
    pub(crate) public_key: &'a [u8],
    /// Its algorithm.
    pub(crate) algorithm: &'a [u8],
}

/// Reads a certificate's ties; `None` when it isn't one.
pub(crate) fn ties(certificate: &[u8]) -> Option<Ties<'_>> {
    let mut body = Cursor::new(certificate).expect(tag::SEQUENCE, "certificate").ok()?.open();
    let mut body = body.expect(tag::SEQUENCE, "body").ok()?.open();
    body.optional(tag::CONTEXT_0, "version").ok()?;
    body.expect(tag::INTEGER, "serial number").ok()?;
    body.expect(tag::SEQUENCE, "algorithm").ok()?;
    let issuer = body.expect(tag::SEQUENCE, "issuer").ok()?.whole;
    body.expect(tag::SEQUENCE, "dates").ok()?;
    let subject = body.expect(tag::SEQUENCE, "subject").ok()?.whole;
    let mut key = body.expect(tag::SEQUENCE, "public key").ok()?.open();
    let (algorithm, _) = crate::der::algorithm(&mut key, "algorithm").ok()?;
    let public_key = key.expect(tag::BIT_STRING, "public key").ok()?.value.get(1..)?;
    Some(Ties { issuer, subject, public_key, algorithm })
}
