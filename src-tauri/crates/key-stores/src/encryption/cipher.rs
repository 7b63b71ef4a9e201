//! The block ciphers, all in CBC: which keys they take, and taking off the padding. The sizes are checked by the library, so
//! that a vector of the wrong length is a refusal and not a panic.

use cbc::{
    Decryptor,
    cipher::{BlockCipher, BlockDecryptMut, InnerIvInit, KeyInit, KeyIvInit, block_padding::Pkcs7},
};
use rc2::Rc2;
use zeroize::Zeroizing;

use crate::oid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cipher {
    Aes128,
    Aes192,
    Aes256,
    TripleDes,
    /// Triple DES with two keys.
    DoubleDes,
    Des,
    /// With so many bits of the key in effect.
    Rc2(usize),
}

impl Cipher {
    pub(crate) fn by_oid(bytes: &[u8]) -> Option<Self> {
        match bytes {
            oid::AES_128_CBC => Some(Self::Aes128),
            oid::AES_192_CBC => Some(Self::Aes192),
            oid::AES_256_CBC => Some(Self::Aes256),
            oid::TRIPLE_DES_CBC => Some(Self::TripleDes),
            oid::DES_CBC => Some(Self::Des),
            _ => None,
        }
    }

    /// OpenSSL's names, as they stand in `DEK-Info`.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        match name {
            "AES-128-CBC" => Some(Self::Aes128),
            "AES-192-CBC" => Some(Self::Aes192),
            "AES-256-CBC" => Some(Self::Aes256),
            "DES-EDE3-CBC" => Some(Self::TripleDes),
            "DES-EDE-CBC" => Some(Self::DoubleDes),
            "DES-CBC" => Some(Self::Des),
            _ => None,
        }
    }

    pub(crate) fn key_length(self) -> usize {
        match self {
            Self::Aes128 | Self::DoubleDes => 16,
            Self::Aes192 | Self::TripleDes => 24,
            Self::Aes256 => 32,
            Self::Des => 8,
            Self::Rc2(bits) => bits / 8,
        }
    }

    pub(crate) fn block_length(self) -> usize {
        match self {
            Self::Aes128 | Self::Aes192 | Self::Aes256 => 16,
            Self::TripleDes | Self::DoubleDes | Self::Des | Self::Rc2(_) => 8,
        }
    }

    /// `None` when key, vector or padding don't fit: a wrong password, most of the time.
    pub(crate) fn decrypt(self, key: &[u8], vector: &[u8], data: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        match self {
            Self::Aes128 => keyed::<aes::Aes128>(key, vector, data),
            Self::Aes192 => keyed::<aes::Aes192>(key, vector, data),
            Self::Aes256 => keyed::<aes::Aes256>(key, vector, data),
            Self::TripleDes => keyed::<des::TdesEde3>(key, vector, data),
            Self::DoubleDes => keyed::<des::TdesEde2>(key, vector, data),
            Self::Des => keyed::<des::Des>(key, vector, data),
            Self::Rc2(bits) => {
                if key.len() != self.key_length() {
                    return None;
                }
                unpad(
                    Decryptor::inner_iv_slice_init(Rc2::new_with_eff_key_len(key, bits), vector).ok()?,
                    data,
                )
            }
        }
    }
}

fn keyed<C>(key: &[u8], vector: &[u8], data: &[u8]) -> Option<Zeroizing<Vec<u8>>>
where
    C: BlockCipher + BlockDecryptMut + KeyInit,
{
    unpad(Decryptor::<C>::new_from_slices(key, vector).ok()?, data)
}

fn unpad<C: BlockDecryptMut + BlockCipher>(cipher: Decryptor<C>, data: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let mut plain = Zeroizing::new(data.to_vec());
    let length = cipher.decrypt_padded_mut::<Pkcs7>(&mut plain).ok()?.len();
    plain.truncate(length);
    Some(plain)
}
