//! PBES2 (RFC 8018, 6.2): a derivation and a cipher, each with parameters of its own. What OpenSSL and Java write today.

use scrypt::Params;
use zeroize::Zeroizing;

use super::{Cipher, Hash, Password, Refused};
use crate::{
    der::{self, Cursor, tag},
    limits::Budget,
    oid,
};

pub(super) fn decrypt(
    mut parameters: Cursor<'_>,
    data: &[u8],
    password: Password<'_>,
    budget: &mut Budget,
) -> Result<Zeroizing<Vec<u8>>, Refused> {
    let mut inside = parameters.expect(tag::SEQUENCE, "the encryption's parameters")?.open();
    let (derivation, derivation_parameters) = der::algorithm(&mut inside, "the key derivation")?;
    let (cipher, mut cipher_parameters) = der::algorithm(&mut inside, "the cipher")?;
    let known = Cipher::by_oid(cipher).ok_or_else(|| Refused::Unknown(oid::dotted(cipher)))?;
    let vector = cipher_parameters.expect(tag::OCTET_STRING, "the initialisation vector")?;
    if vector.value.len() != known.block_length() {
        return Err(cipher_parameters.damaged("the initialisation vector").into());
    }
    let key = derive(derivation, derivation_parameters, known.key_length(), password, budget)?;
    known.decrypt(&key, vector.value, data).ok_or(Refused::Wrong)
}

/// PBKDF2 or scrypt. A length that the file states and that is not the cipher's is a contradiction.
pub(crate) fn derive(
    derivation: &[u8],
    mut parameters: Cursor<'_>,
    length: usize,
    password: Password<'_>,
    budget: &mut Budget,
) -> Result<Zeroizing<Vec<u8>>, Refused> {
    let password = password.unwrap_or_default().as_bytes();
    let mut inside = parameters.expect(tag::SEQUENCE, "the key derivation's parameters")?.open();
    let salt = inside.expect(tag::OCTET_STRING, "the salt")?.value;
    match derivation {
        oid::PBKDF2 => {
            let rounds = inside.number("the count of rounds")?;
            stated_length(&mut inside, length)?;
            let hash = match inside.is_empty() {
                true => Hash::Sha1,
                false => {
                    let (name, _) = der::algorithm(&mut inside, "the derivation's digest")?;
                    Hash::by_hmac_oid(name).ok_or_else(|| Refused::Unknown(oid::dotted(name)))?
                }
            };
            Ok(hash.pbkdf2(password, salt, rounds, length, budget)?)
        }
        oid::SCRYPT => {
            let what = "scrypt's numbers";
            let (n, r, p) = (inside.number(what)?, inside.number(what)?, inside.number(what)?);
            stated_length(&mut inside, length)?;
            let fault = inside.damaged(what);
            budget.spend_scrypt(n, r, p)?;
            let log = n.checked_ilog2().filter(|log| *log > 0 && n.is_power_of_two()).ok_or(fault)?;
            let small = |n: u64| u32::try_from(n).map_err(|_| fault);
            let params = Params::new(u8::try_from(log).map_err(|_| fault)?, small(r)?, small(p)?, length)
                .map_err(|_| fault)?;
            let mut key = Zeroizing::new(vec![0; length]);
            scrypt::scrypt(password, salt, &params, &mut key).map_err(|_| fault)?;
            Ok(key)
        }
        other => Err(Refused::Unknown(oid::dotted(other))),
    }
}

fn stated_length(inside: &mut Cursor<'_>, length: usize) -> Result<(), Refused> {
    let fault = inside.damaged("the key's length");
    match inside.optional(tag::INTEGER, "the key's length")? {
        Some(stated) if stated.number() != u64::try_from(length).ok() => Err(fault.into()),
        _ => Ok(()),
    }
}
