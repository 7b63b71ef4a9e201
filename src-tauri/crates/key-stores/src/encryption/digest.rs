//! The digests, and the three ways in which passwords become keys with them: PBKDF1, PBKDF2 (RFC 8018) and PKCS12's own
//! (RFC 7292, appendix B). A file names its digest; this is the one place where the name becomes code.

use hmac::{Mac, SimpleHmac};
use md5::Md5;
use sha1::Sha1;
use sha2::{
    Digest, Sha224, Sha256, Sha384, Sha512,
    digest::{core_api::BlockSizeUser, generic_array::typenum::Unsigned},
};
use zeroize::{Zeroize, Zeroizing};

use crate::{limits::Budget, oid, problem::Problem};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hash {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

/// What a key of PKCS12's derivation is for; the number goes into it.
#[derive(Clone, Copy)]
pub(crate) enum KeyUse {
    Key = 1,
    Vector = 2,
    Mac = 3,
}

/// One call for whichever digest.
macro_rules! with {
    ($hash:expr, $function:ident($($argument:expr),*)) => {
        match $hash {
            Hash::Md5 => $function::<Md5>($($argument),*),
            Hash::Sha1 => $function::<Sha1>($($argument),*),
            Hash::Sha224 => $function::<Sha224>($($argument),*),
            Hash::Sha256 => $function::<Sha256>($($argument),*),
            Hash::Sha384 => $function::<Sha384>($($argument),*),
            Hash::Sha512 => $function::<Sha512>($($argument),*),
        }
    };
}

impl Hash {
    pub(crate) fn by_oid(bytes: &[u8]) -> Option<Self> {
        match bytes {
            oid::SHA1 => Some(Self::Sha1),
            oid::SHA224 => Some(Self::Sha224),
            oid::SHA256 => Some(Self::Sha256),
            oid::SHA384 => Some(Self::Sha384),
            oid::SHA512 => Some(Self::Sha512),
            _ => None,
        }
    }

    pub(crate) fn by_hmac_oid(bytes: &[u8]) -> Option<Self> {
        match bytes {
            oid::HMAC_SHA1 => Some(Self::Sha1),
            oid::HMAC_SHA224 => Some(Self::Sha224),
            oid::HMAC_SHA256 => Some(Self::Sha256),
            oid::HMAC_SHA384 => Some(Self::Sha384),
            oid::HMAC_SHA512 => Some(Self::Sha512),
            _ => None,
        }
    }

    pub(crate) fn length(self) -> usize {
        with!(self, length())
    }

    fn spend(self, rounds: u64, length: usize, budget: &mut Budget) -> Result<(), Problem> {
        let blocks = length.div_ceil(self.length()).max(1);
        budget.spend(rounds.saturating_mul(u64::try_from(blocks).unwrap_or(u64::MAX)))
    }

    /// Of all parts, one after the other.
    pub(crate) fn of(self, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
        with!(self, hash(parts))
    }

    pub(crate) fn pbkdf1(
        self,
        password: &[u8],
        salt: &[u8],
        rounds: u64,
        budget: &mut Budget,
    ) -> Result<Zeroizing<Vec<u8>>, Problem> {
        self.spend(rounds, 1, budget)?;
        let mut key = self.of(&[password, salt]);
        for _ in 1..rounds {
            key = self.of(&[&key]);
        }
        Ok(key)
    }

    pub(crate) fn pbkdf2(
        self,
        password: &[u8],
        salt: &[u8],
        rounds: u64,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Zeroizing<Vec<u8>>, Problem> {
        self.spend(rounds, length, budget)?;
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        let mut key = Zeroizing::new(vec![0; length]);
        match self {
            Self::Md5 => pbkdf2::pbkdf2_hmac::<Md5>(password, salt, rounds, &mut key),
            Self::Sha1 => pbkdf2::pbkdf2_hmac::<Sha1>(password, salt, rounds, &mut key),
            Self::Sha224 => pbkdf2::pbkdf2_hmac::<Sha224>(password, salt, rounds, &mut key),
            Self::Sha256 => pbkdf2::pbkdf2_hmac::<Sha256>(password, salt, rounds, &mut key),
            Self::Sha384 => pbkdf2::pbkdf2_hmac::<Sha384>(password, salt, rounds, &mut key),
            Self::Sha512 => pbkdf2::pbkdf2_hmac::<Sha512>(password, salt, rounds, &mut key),
        }
        Ok(key)
    }

    /// `password` in PKCS12's spelling, see [`bmp`].
    pub(crate) fn pkcs12(
        self,
        password: &[u8],
        salt: &[u8],
        rounds: u64,
        length: usize,
        usage: KeyUse,
        budget: &mut Budget,
    ) -> Result<Zeroizing<Vec<u8>>, Problem> {
        self.spend(rounds, length, budget)?;
        Ok(with!(self, pkcs12_key(password, salt, rounds, length, usage)))
    }

    /// Compared in constant time.
    pub(crate) fn hmac_is(self, key: &[u8], message: &[u8], expected: &[u8]) -> bool {
        with!(self, hmac_is(key, message, expected))
    }
}

/// UTF-16, big-endian, with its zero at the end; nothing at all for no password.
pub(crate) fn bmp(password: Option<&str>) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(match password {
        Some(text) => text.encode_utf16().chain([0]).flat_map(u16::to_be_bytes).collect(),
        None => Vec::new(),
    })
}

fn length<D: Digest>() -> usize {
    <D as Digest>::output_size()
}

fn hash<D: Digest>(parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let mut digest = D::new();
    for part in parts {
        digest.update(part);
    }
    Zeroizing::new(digest.finalize().to_vec())
}

fn hmac_is<D: Digest + BlockSizeUser>(key: &[u8], message: &[u8], expected: &[u8]) -> bool {
    let Ok(mut mac) = SimpleHmac::<D>::new_from_slice(key) else { return false };
    mac.update(message);
    mac.verify_slice(expected).is_ok()
}

fn pkcs12_key<D: Digest + BlockSizeUser>(
    password: &[u8],
    salt: &[u8],
    rounds: u64,
    length: usize,
    usage: KeyUse,
) -> Zeroizing<Vec<u8>> {
    let block = D::BlockSize::to_usize();
    let mut input = Zeroizing::new(Vec::new());
    for part in [salt, password] {
        input.extend(part.iter().cycle().take(part.len().div_ceil(block) * block));
    }
    let diversifier = vec![usage as u8; block];
    let mut key = Zeroizing::new(Vec::with_capacity(length + 64));
    loop {
        let mut digest = D::new().chain_update(&diversifier).chain_update(input.as_slice()).finalize();
        for _ in 1..rounds {
            digest = D::digest(&digest);
        }
        key.extend_from_slice(&digest);
        if key.len() >= length {
            key.truncate(length);
            return key;
        }
        // Each block of the input, as one number: plus the digest repeated, plus one.
        let addend: Zeroizing<Vec<u8>> = Zeroizing::new(digest.iter().copied().cycle().take(block).collect());
        for number in input.chunks_exact_mut(block) {
            let mut carry = 1_u16;
            for (digit, more) in number.iter_mut().zip(addend.iter()).rev() {
                carry += u16::from(*digit) + u16::from(*more);
                [_, *digit] = carry.to_be_bytes();
                carry >>= 8;
            }
        }
        digest.as_mut_slice().zeroize();
    }
}
