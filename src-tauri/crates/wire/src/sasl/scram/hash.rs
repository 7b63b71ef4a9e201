//! The three functions that SCRAM is made of, for each of the two hashes that Kafka has.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

/// Which hash a SCRAM user was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    Sha256,
    Sha512,
}

impl Hash {
    pub(in crate::sasl) fn digest(self, data: &[u8]) -> Vec<u8> {
        match self {
            Hash::Sha256 => Sha256::digest(data).to_vec(),
            Hash::Sha512 => Sha512::digest(data).to_vec(),
        }
    }

    pub(in crate::sasl) fn mac(self, key: &[u8], data: &[u8]) -> Vec<u8> {
        match self {
            Hash::Sha256 => mac::<Hmac<Sha256>>(key, data),
            Hash::Sha512 => mac::<Hmac<Sha512>>(key, data),
        }
    }

    /// Slow, as it should be: this many rounds for every guess at a password.
    pub(super) fn salted(self, password: &[u8], salt: &[u8], rounds: u32) -> Zeroizing<Vec<u8>> {
        let mut out = match self {
            Hash::Sha256 => Zeroizing::new(vec![0; 32]),
            Hash::Sha512 => Zeroizing::new(vec![0; 64]),
        };
        match self {
            Hash::Sha256 => pbkdf2::pbkdf2_hmac::<Sha256>(password, salt, rounds, &mut out),
            Hash::Sha512 => pbkdf2::pbkdf2_hmac::<Sha512>(password, salt, rounds, &mut out),
        }
        out
    }
}

fn mac<M: Mac + hmac::digest::KeyInit>(key: &[u8], data: &[u8]) -> Vec<u8> {
    // A key of any length will do for HMAC, so that this can't fail; an empty proof would be refused by the broker.
    <M as Mac>::new_from_slice(key)
        .map_or_else(|_| Vec::new(), |mac| mac.chain_update(data).finalize().into_bytes().to_vec())
}
