//! DER without any armour: one certificate or one key, as `.der`, `.cer` and `.key` files hold it.

use zeroize::Zeroizing;

use crate::{
    Foreign, Format, Integrity, Passwords,
    der::{Cursor, tag},
    encryption::{Candidates, Lock, plain_key},
    found::{Found, FoundCertificate, FoundKey, Keys},
    limits::Budget,
    problem::{Locked, Problem},
    shape::{self, Shape},
};

pub(crate) fn find(
    bytes: &[u8],
    passwords: &Passwords<'_>,
    budget: &mut Budget,
    keys: Keys,
) -> Result<Found, Problem> {
    let mut found = Found::new(Format::Der, Integrity::None);
    let der = Cursor::new(bytes)
        .expect(tag::SEQUENCE, what(bytes))
        .map_err(|fault| Problem::fault(fault, Format::Der, ""))?
        .whole;
    let place = Place { format: Format::Der, words: "" };
    piece(der, place, &Candidates::of(passwords.for_key()), budget, keys, &mut found)?;
    Ok(found)
}

fn what(bytes: &[u8]) -> &'static str {
    match shape::of(bytes) {
        Some(Shape::Certificate) => "the certificate",
        Some(Shape::Key(_) | Shape::EncryptedKey) => "the private key",
        _ => "the data",
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) format: Format,
    pub(crate) words: &'a str,
}

/// Sorts one piece of DER into what was found. PEM blocks come here too: what they are is for their outline to say.
pub(crate) fn piece(
    der: &[u8],
    place: Place<'_>,
    candidates: &Candidates<'_>,
    budget: &mut Budget,
    keys: Keys,
    found: &mut Found,
) -> Result<(), Problem> {
    let damaged = |what: &str| Problem::Damaged {
        format: place.format,
        place: if place.words.is_empty() { what.to_owned() } else { format!("{}: {what}", place.words) },
        at: 0,
    };
    let key = match shape::of(der) {
        Some(Shape::Certificate) => {
            shape::ties(der).ok_or_else(|| damaged("the certificate"))?;
            found.certificates.push(FoundCertificate { der: der.to_vec(), ..Default::default() });
            return Ok(());
        }
        Some(Shape::Key(_) | Shape::EncryptedKey) if keys == Keys::Leave => {
            found.keys_left += 1;
            return Ok(());
        }
        Some(Shape::Key(_)) => {
            plain_key(Zeroizing::new(der.to_vec())).and_then(Result::ok).ok_or_else(|| damaged("the key"))?
        }
        Some(Shape::EncryptedKey) => {
            let locked = Locked::Key { alias: None };
            Lock { format: place.format, place: place.words, locked }.open_key(der, candidates, budget)?
        }
        Some(other) => {
            found.ignored.push(Foreign::from(other));
            return Ok(());
        }
        None => return Err(damaged("what is inside")),
    };
    found.keys.push(FoundKey { key, alias: None, key_id: None, chain: None });
    Ok(())
}
