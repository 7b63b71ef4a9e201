//! BER into DER: elements without a length, and strings in pieces, as BouncyCastle and old browsers write PKCS12. Files in
//! DER, the usual case, pass through without a copy.

use std::borrow::Cow;

use crate::der::tag;

/// Real stores nest about eight deep; the bound keeps a hostile one from using up the stack.
const DEEPEST: usize = 32;

/// The same elements, each with its length. What can't be read as BER is handed back unchanged, for the reader to say why.
pub(crate) fn definite(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !needs_it(bytes) {
        return Cow::Borrowed(bytes);
    }
    let mut rest = bytes;
    let mut out = Vec::with_capacity(bytes.len());
    match element(&mut rest, &mut out, 0) {
        Some(()) => Cow::Owned(out),
        None => Cow::Borrowed(bytes),
    }
}

/// The outermost element, or the first inside it, gives no length.
fn needs_it(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for _ in 0..3 {
        match header(&mut rest) {
            Some((_, None)) => return true,
            // The version number of a PFX comes first and is no element to look into.
            Some((tag::INTEGER, Some(length))) => rest = rest.get(length..).unwrap_or_default(),
            Some((tag::SEQUENCE | tag::CONTEXT_0, Some(_))) => {}
            Some((0x24, _)) => return true,
            _ => return false,
        }
    }
    false
}

/// Tag and length; `None` as length where the end is marked instead.
fn header(rest: &mut &[u8]) -> Option<(u8, Option<usize>)> {
    let (&tag, after) = rest.split_first()?;
    let (&first, after) = after.split_first()?;
    let (length, after) = match first {
        0..=0x7f => (Some(usize::from(first)), after),
        0x80 if tag & 0x20 != 0 => (None, after),
        0x81..=0x84 => {
            let (digits, after) = after.split_at_checked(usize::from(first & 0x7f))?;
            (Some(digits.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte))), after)
        }
        _ => return None,
    };
    *rest = after;
    (tag & 0x1f != 0x1f).then_some((tag, length))
}

fn element(rest: &mut &[u8], out: &mut Vec<u8>, depth: usize) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    let (tag, length) = header(rest)?;
    let mut value = Vec::new();
    match length {
        Some(length) => {
            let (inside, after) = rest.split_at_checked(length)?;
            *rest = after;
            if tag & 0x20 == 0 {
                value.extend_from_slice(inside);
            } else {
                let mut inside = inside;
                while !inside.is_empty() {
                    element(&mut inside, &mut value, depth + 1)?;
                }
            }
        }
        None => loop {
            if let Some(after) = rest.strip_prefix(&[0, 0]) {
                *rest = after;
                break;
            }
            element(rest, &mut value, depth + 1)?;
        },
    }
    // A string in pieces becomes one: its pieces are strings that have been put together already.
    if tag == tag::OCTET_STRING | 0x20 {
        value = join(&value)?;
        put(tag::OCTET_STRING, &value, out);
    } else {
        put(tag, &value, out);
    }
    Some(())
}

/// The contents of a row of octet strings, one after the other.
pub(crate) fn join(pieces: &[u8]) -> Option<Vec<u8>> {
    let mut rest = pieces;
    let mut joined = Vec::with_capacity(pieces.len());
    while !rest.is_empty() {
        let (tag, length) = header(&mut rest)?;
        let (piece, after) = rest.split_at_checked(length?)?;
        if tag != tag::OCTET_STRING {
            return None;
        }
        joined.extend_from_slice(piece);
        rest = after;
    }
    Some(joined)
}

fn put(tag: u8, value: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    let length = u32::try_from(value.len()).unwrap_or(u32::MAX).to_be_bytes();
    if let [0, 0, 0, short @ 0..=0x7f] = length {
        out.push(short);
    } else {
        let skip = length.iter().take_while(|byte| **byte == 0).count();
        out.push(0x84 - u8::try_from(skip).unwrap_or(0));
        out.extend(length.iter().skip(skip));
    }
    out.extend_from_slice(value);
}
