//! The older schemes: PBES1 of PKCS5 (RFC 8018, 6.1) and those of PKCS12 (RFC 7292, appendix C). Stores of Java before 8u301,
//! Windows and `openssl -legacy` have them. Nothing is ever written with them here.

use zeroize::Zeroizing;

use super::{Cipher, Hash, KeyUse, Password, Refused, digest::bmp};
use crate::{
    der::{Cursor, tag},
    limits::Budget,
    oid,
};

/// A digest and a cipher under one name, in either family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Pkcs5(Hash, Cipher),
    Pkcs12(Cipher),
}

impl Scheme {
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            oid::PBE_MD5_DES => Some(Self::Pkcs5(Hash::Md5, Cipher::Des)),
            oid::PBE_MD5_RC2 => Some(Self::Pkcs5(Hash::Md5, Cipher::Rc2(64))),
            oid::PBE_SHA1_DES => Some(Self::Pkcs5(Hash::Sha1, Cipher::Des)),
            oid::PBE_SHA1_RC2 => Some(Self::Pkcs5(Hash::Sha1, Cipher::Rc2(64))),
            oid::PKCS12_TRIPLE_DES => Some(Self::Pkcs12(Cipher::TripleDes)),
            oid::PKCS12_DOUBLE_DES => Some(Self::Pkcs12(Cipher::DoubleDes)),
            oid::PKCS12_RC2_128 => Some(Self::Pkcs12(Cipher::Rc2(128))),
            oid::PKCS12_RC2_40 => Some(Self::Pkcs12(Cipher::Rc2(40))),
            _ => None,
        }
    }

    pub(super) fn decrypt(
        self,
        mut parameters: Cursor<'_>,
        data: &[u8],
        password: Password<'_>,
        budget: &mut Budget,
    ) -> Result<Zeroizing<Vec<u8>>, Refused> {
        let mut inside = parameters.expect(tag::SEQUENCE, "the encryption's parameters")?.open();
        let salt = inside.expect(tag::OCTET_STRING, "the salt")?.value;
        let rounds = inside.number("the count of rounds")?;
        match self {
            Self::Pkcs5(hash, cipher) => {
                let derived = hash.pbkdf1(password.unwrap_or_default().as_bytes(), salt, rounds, budget)?;
                // Sixteen bytes: half for the key, half for the vector.
                let (key, rest) = derived.split_at_checked(8).ok_or(Refused::Wrong)?;
                cipher.decrypt(key, rest.get(..8).unwrap_or_default(), data).ok_or(Refused::Wrong)
            }
            Self::Pkcs12(cipher) => {
                let password = bmp(password);
                let mut derive =
                    |length, usage| Hash::Sha1.pkcs12(&password, salt, rounds, length, usage, budget);
                let key = derive(cipher.key_length(), KeyUse::Key)?;
                let vector = derive(cipher.block_length(), KeyUse::Vector)?;
                cipher.decrypt(&key, &vector, data).ok_or(Refused::Wrong)
            }
        }
    }
}
