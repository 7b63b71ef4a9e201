//! Percent-encoding of links and addresses: names and folders may hold any character, and what comes out must be exactly what went in.

/// Letters, digits and a few marks stand for themselves; everything else as %XX of its UTF-8 bytes.
#[must_use]
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => {
                out.push('%');
                out.push(hex(byte >> 4));
                out.push(hex(byte & 15));
            }
        }
    }
    out
}

/// The text again; None: a % leads nowhere, or the bytes are no UTF-8. A link that is broken is not guessed at.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => value(bytes.next()?)? << 4 | value(bytes.next()?)?,
            other => other,
        });
    }
    String::from_utf8(out).ok()
}

fn hex(nibble: u8) -> char {
    char::from(if nibble < 10 { b'0' + nibble } else { b'A' + nibble - 10 })
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
