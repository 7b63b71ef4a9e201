//! PKCS12 (RFC 7292): the store that Java, OpenSSL, Windows and BouncyCastle all write, each a little differently. The check sum over
//! the contents is compared first, which is what tells a wrong password from a damaged file; then each safe in it is opened.

mod bags;
mod mac;

use bags::Bags;
use mac::Verdict;

use crate::{
    Format, Integrity, Passwords, ber, der,
    der::{Cursor, Fault, tag},
    encryption::{Candidates, Lock},
    found::{Found, Keys},
    limits::Budget,
    oid,
    problem::{Locked, Problem},
};

pub(crate) fn find(
    bytes: &[u8],
    passwords: &Passwords<'_>,
    budget: &mut Budget,
    keys: Keys,
) -> Result<Found, Problem> {
    let bytes = ber::definite(bytes);
    let store = open(&bytes).map_err(|fault| Problem::fault(fault, Format::Pkcs12, ""))?;
    let Some(content) = store.content else {
        return Err(lock("its contents").unknown("a signature in place of a password".to_owned()));
    };
    let mut candidates = store_candidates(passwords);
    let integrity = match store.mac {
        None => Integrity::None,
        Some(mac) => match mac::verify(mac, content, &candidates, budget)? {
            Verdict::Right(password) => {
                candidates.passwords = vec![password];
                Integrity::Checked
            }
            Verdict::Wrong if candidates.given => return Err(lock("its check sum").closed(true)),
            // What is in clear may still be read, as Java does with no password; the rest will ask for it.
            Verdict::Wrong => {
                candidates.passwords.clear();
                Integrity::NotChecked
            }
        },
    };
    let mut bags = Bags {
        found: Found::new(Format::Pkcs12, integrity),
        key_candidates: key_candidates(passwords, &candidates),
        keys,
    };
    safes(content, &candidates, &mut bags, budget)?;
    Ok(bags.found)
}

fn lock(place: &str) -> Lock<'_> {
    Lock { format: Format::Pkcs12, place, locked: Locked::Store }
}

/// Without a password, or with an empty one, both spellings of "none" are tried.
fn store_candidates<'a>(passwords: &Passwords<'a>) -> Candidates<'a> {
    match passwords.store.filter(|password| !password.is_empty()) {
        Some(password) => Candidates { passwords: vec![Some(password)], given: true },
        None => Candidates { passwords: vec![Some(""), None], given: false },
    }
}

/// A key has the store's password nearly always; one of its own comes first if the user gave one.
fn key_candidates<'a>(passwords: &Passwords<'a>, store: &Candidates<'a>) -> Candidates<'a> {
    let own = passwords.key.filter(|key| !key.is_empty());
    let mut candidates = Candidates { passwords: Vec::new(), given: store.given || own.is_some() };
    candidates.passwords.extend(own.map(Some));
    candidates
        .passwords
        .extend(store.passwords.iter().copied().filter(|password| own.is_none() || *password != own));
    candidates
}

struct Store<'a> {
    /// The authenticated safe; `None` when it is signed with a key instead.
    content: Option<&'a [u8]>,
    mac: Option<Cursor<'a>>,
}

fn open(bytes: &[u8]) -> Result<Store<'_>, Fault> {
    let mut store = Cursor::new(bytes).expect(tag::SEQUENCE, "the store")?.open();
    store.expect(tag::INTEGER, "the version")?;
    let mut safe = store.expect(tag::SEQUENCE, "the contents")?.open();
    let kind = safe.expect(tag::OID, "the contents' type")?.value;
    let content = match kind {
        oid::DATA => Some(octets(&mut safe, "the contents")?),
        _ => None,
    };
    let mac = store.optional(tag::SEQUENCE, "the check sum")?.map(|mac| mac.open());
    Ok(Store { content, mac })
}

/// `[0] EXPLICIT OCTET STRING`.
fn octets<'a>(cursor: &mut Cursor<'a>, what: &'static str) -> Result<&'a [u8], Fault> {
    Ok(cursor.expect(tag::CONTEXT_0, what)?.open().expect(tag::OCTET_STRING, what)?.value)
}

fn safes(
    content: &[u8],
    candidates: &Candidates<'_>,
    bags: &mut Bags<'_>,
    budget: &mut Budget,
) -> Result<(), Problem> {
    let fault = |fault| damaged(fault, "the list of safes");
    let content = ber::definite(content);
    let mut safes = Cursor::new(&content).expect(tag::SEQUENCE, "its beginning").map_err(fault)?.open();
    let mut number = 0;
    while !safes.is_empty() {
        number += 1;
        let place = format!("safe {number}");
        let fault = |fault| damaged(fault, &place);
        let mut safe = safes.expect(tag::SEQUENCE, "its beginning").map_err(fault)?.open();
        let kind = safe.expect(tag::OID, "its type").map_err(fault)?.value;
        match kind {
            oid::DATA => {
                let data = octets(&mut safe, "its data").map_err(fault)?;
                bags.read(&ber::definite(data), &place, budget, 0)?;
            }
            oid::ENCRYPTED_DATA => encrypted(safe, &place, candidates, bags, budget)?,
            other => return Err(lock(&place).unknown(oid::dotted(other))),
        }
    }
    Ok(())
}

fn encrypted(
    mut safe: Cursor<'_>,
    place: &str,
    candidates: &Candidates<'_>,
    bags: &mut Bags<'_>,
    budget: &mut Budget,
) -> Result<(), Problem> {
    let fault = |fault| damaged(fault, place);
    let mut data = safe.expect(tag::CONTEXT_0, "its data").map_err(fault)?.open();
    let mut data = data.expect(tag::SEQUENCE, "its data").map_err(fault)?.open();
    data.expect(tag::INTEGER, "its version").map_err(fault)?;
    let mut info = data.expect(tag::SEQUENCE, "its data").map_err(fault)?.open();
    info.expect(tag::OID, "its type").map_err(fault)?;
    let (scheme, parameters) = der::algorithm(&mut info, "its encryption").map_err(fault)?;
    let ciphertext = info.any("its encrypted data").map_err(fault)?;
    let joined;
    let ciphertext = match ciphertext.tag {
        tag::IMPLICIT_0 => ciphertext.value,
        tag::CONTEXT_0 => {
            joined = ber::join(ciphertext.value).ok_or_else(|| fault(info.damaged("its encrypted data")))?;
            &joined
        }
        _ => return Err(fault(info.damaged("its encrypted data"))),
    };
    let plain = lock(place).open(scheme, parameters, ciphertext, candidates, budget, |plain| {
        Cursor::new(&ber::definite(&plain)).expect(tag::SEQUENCE, "").ok().map(|_| ())?;
        Some(plain)
    })?;
    bags.read(&ber::definite(&plain), place, budget, 0)
}

/// Inside the store nothing is "cut off": its end was found.
fn damaged(fault: Fault, place: &str) -> Problem {
    Problem::Damaged { format: Format::Pkcs12, place: format!("{place}: {}", fault.what), at: 0 }
}
