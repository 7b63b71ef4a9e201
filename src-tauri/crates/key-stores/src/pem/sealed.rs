//! OpenSSL's traditional encryption, which stands in the block's headers (`Proc-Type: 4,ENCRYPTED`, `DEK-Info: cipher,vector`): the
//! key is one round of MD5. Weak and everywhere; Java can't read it, which sends people searching for a converter.

use zeroize::Zeroizing;

use super::block::Block;
use crate::{
    Format,
    encryption::{Candidates, Cipher, Hash, Lock, plain_key},
    found::FoundKey,
    problem::{Locked, Problem},
};

const MARK: &str = "DEK-Info:";

/// The cipher's name, and the vector if the cipher is known.
pub(super) struct Head<'a> {
    name: &'a str,
    cipher: Option<(Cipher, Vec<u8>)>,
}

/// Headers and contents. In a text of one line nothing separates the vector from the contents but its length, which the cipher
/// gives.
pub(super) fn split<'a>(block: &Block<'a>) -> (Option<Head<'a>>, Result<Zeroizing<Vec<u8>>, Problem>) {
    let Some((_, after)) = block.body.split_once(MARK) else { return (None, block.decode(block.body)) };
    let (name, after) = after.split_once(',').unwrap_or((after, ""));
    let name = name.trim().get(..name.trim().len().min(40)).unwrap_or("an unknown cipher");
    let Some(cipher) = Cipher::by_name(name) else {
        return (Some(Head { name, cipher: None }), Ok(Zeroizing::default()));
    };
    let digits = after.get(..cipher.block_length() * 2).unwrap_or_default();
    let rest = after.get(digits.len()..).unwrap_or_default();
    (Some(Head { name, cipher: hex(digits).map(|vector| (cipher, vector)) }), block.decode(rest))
}

pub(super) fn open(
    head: &Head<'_>,
    data: &[u8],
    place: &str,
    candidates: &Candidates<'_>,
) -> Result<FoundKey, Problem> {
    let lock = Lock { format: Format::Pem, place, locked: Locked::Key { alias: None } };
    let (cipher, vector) = head.cipher.as_ref().ok_or_else(|| lock.unknown(head.name.to_owned()))?;
    let salt = vector.get(..8).unwrap_or_default();
    for password in candidates.passwords.iter().flatten() {
        let key = derive(password.as_bytes(), salt, cipher.key_length());
        if let Some(opened) = cipher.decrypt(&key, vector, data).and_then(plain_key) {
            let key = opened.map_err(|found| Problem::Foreign { found })?;
            return Ok(FoundKey { key, alias: None, key_id: None, chain: None });
        }
    }
    Err(lock.closed(candidates.given))
}

/// `EVP_BytesToKey` with MD5 and a count of one.
fn derive(password: &[u8], salt: &[u8], length: usize) -> Zeroizing<Vec<u8>> {
    let mut key = Zeroizing::new(Vec::with_capacity(64));
    let mut last = Zeroizing::new(Vec::new());
    while key.len() < length {
        last = Hash::Md5.of(&[&last, password, salt]);
        key.extend_from_slice(&last);
    }
    key.truncate(length);
    key
}

fn hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let value = |digit: u8| char::from(digit).to_digit(16);
    let bytes: Option<Vec<u8>> =
        pairs.iter().map(|[high, low]| u8::try_from(value(*high)? << 4 | value(*low)?).ok()).collect();
    bytes.filter(|bytes| rest.is_empty() && !bytes.is_empty())
}
