//! PEM as it really arrives: with text between the blocks, a byte order mark, line ends of any system, in UTF-16 from PowerShell,
//! or pasted into one line of a properties file with `\n` spelled out or lost. The blocks' borders are unambiguous, and white
//! space inside means nothing, so all of these are read alike.

mod block;
mod sealed;

use std::borrow::Cow;

use block::Block;

use crate::{
    Foreign, Format, Integrity, Passwords,
    bare::{self, Place},
    encryption::Candidates,
    foreign,
    found::{Found, Keys},
    limits::Budget,
    problem::Problem,
};

/// There is at least the beginning of a block.
pub(crate) fn is_pem(bytes: &[u8]) -> bool {
    text(bytes).windows(block::BEGIN.len()).any(|window| window == block::BEGIN.as_bytes())
}

/// Without a byte order mark; UTF-16 with one becomes UTF-8. PEM is ASCII, what else stands there is commentary.
fn text(bytes: &[u8]) -> Cow<'_, [u8]> {
    let narrow = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|pair| unit(*pair));
        Cow::Owned(char::decode_utf16(units).map(|c| c.unwrap_or('?')).collect::<String>().into_bytes())
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(rest),
        [0xff, 0xfe, rest @ ..] => narrow(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => narrow(rest, u16::from_be_bytes),
        _ => Cow::Borrowed(bytes),
    }
}

pub(crate) fn find(
    bytes: &[u8],
    passwords: &Passwords<'_>,
    budget: &mut Budget,
    keys: Keys,
) -> Result<Found, Problem> {
    let mut found = Found::new(Format::Pem, Integrity::None);
    let candidates = Candidates::of(passwords.for_key());
    let text = text(bytes);
    let text = String::from_utf8_lossy(&text);
    let mut rest = block::Blocks::new(&text);
    while let Some(block) = rest.next()? {
        read(&block, &candidates, budget, keys, &mut found)?;
    }
    // They stand before many EC keys and are repeated inside them.
    if !found.keys.is_empty() {
        found.ignored.retain(|ignored| *ignored != Foreign::Parameters);
    }
    Ok(found)
}

fn read(
    block: &Block<'_>,
    candidates: &Candidates<'_>,
    budget: &mut Budget,
    keys: Keys,
    found: &mut Found,
) -> Result<(), Problem> {
    let other =
        foreign::by_label(block.label).or((!block::is_read(block.label)).then_some(Foreign::OtherPem));
    if let Some(other) = other {
        found.ignored.push(other);
        return Ok(());
    }
    let place = block.place();
    let (head, body) = sealed::split(block);
    if let Some(head) = head {
        if keys == Keys::Leave {
            found.keys_left += 1;
            return Ok(());
        }
        found.keys.push(sealed::open(&head, &body?, &place, candidates)?);
        return Ok(());
    }
    let der = body?;
    // OpenSSL's "trusted" certificates have a note of theirs behind the certificate.
    let der = match crate::der::Cursor::new(&der).any("") {
        Ok(first) => first.whole,
        Err(_) => &der,
    };
    bare::piece(der, Place { format: Format::Pem, words: &place }, candidates, budget, keys, found)
}
