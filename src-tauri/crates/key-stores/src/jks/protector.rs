//! How JKS hides keys: a stream of SHA-1 digests laid over the key, and one digest of the password and the clear key as proof.
//! It is Java's own invention (`sun.security.provider.KeyProtector`), in no standard and in no general library.

use sha1::{Digest, Sha1};
use zeroize::Zeroizing;

use super::spelled;
use crate::{
    Format, Passwords, PrivateKey, der,
    der::{Cursor, tag},
    encryption::{Candidates, Lock, plain_key},
    oid,
    problem::{Locked, Problem, shown},
};

const DIGEST: usize = 20;

pub(super) fn open(info: &[u8], alias: &str, passwords: &Passwords<'_>) -> Result<PrivateKey, Problem> {
    let place = format!("the key \"{}\"", shown(alias));
    let locked = Locked::Key { alias: Some(alias.to_owned()) };
    let lock = Lock { format: Format::Jks, place: &place, locked };
    // A key that does not end is a length that lies: the store's own end was found before.
    let fault = |fault: der::Fault| Problem::Damaged {
        format: Format::Jks,
        place: format!("{place}: {}", fault.what),
        at: 0,
    };
    let mut info = Cursor::new(info).expect(tag::SEQUENCE, "its data").map_err(fault)?.open();
    let (scheme, _) = der::algorithm(&mut info, "its protection").map_err(fault)?;
    if scheme != oid::JKS_KEY_PROTECTOR {
        return Err(lock.unknown(oid::dotted(scheme)));
    }
    let data = info.expect(tag::OCTET_STRING, "its data").map_err(fault)?;
    let hidden = data.value.split_at_checked(DIGEST).and_then(|(salt, rest)| {
        let (hidden, proof) = rest.split_at_checked(rest.len().checked_sub(DIGEST)?)?;
        Some((salt, hidden, proof))
    });
    let Some((salt, hidden, proof)) = hidden else {
        return Err(fault(info.damaged("its data is too short")));
    };
    let candidates = Candidates::of(passwords.for_key().filter(|password| !password.is_empty()));
    for password in candidates.passwords.iter().flatten() {
        let password = spelled(password);
        let plain = uncover(&password, salt, hidden);
        if Sha1::new().chain_update(&password).chain_update(&plain).finalize().as_slice() == proof {
            return plain_key(plain)
                .ok_or_else(|| fault(info.damaged("what it opens to is no key")))?
                .map_err(|found| Problem::Foreign { found });
        }
    }
    Err(lock.closed(candidates.given))
}

fn uncover(password: &[u8], salt: &[u8], hidden: &[u8]) -> Zeroizing<Vec<u8>> {
    let mut plain = Zeroizing::new(Vec::with_capacity(hidden.len()));
    let mut digest = Sha1::new().chain_update(password).chain_update(salt).finalize();
    for piece in hidden.chunks(DIGEST) {
        plain.extend(piece.iter().zip(digest.iter()).map(|(byte, mask)| byte ^ mask));
        digest = Sha1::new().chain_update(password).chain_update(digest).finalize();
    }
    plain
}
