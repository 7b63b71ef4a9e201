//! A private key as it leaves this crate: wiped when dropped, and silent when printed, so that no log line or panic message
//! can carry it.

use std::fmt;

use zeroize::Zeroizing;

/// How the bytes of a key are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// PrivateKeyInfo of RFC 5208 and 5958: any algorithm.
    Pkcs8,
    /// RSAPrivateKey of RFC 8017.
    Pkcs1,
    /// ECPrivateKey of RFC 5915.
    Sec1,
}

/// An opened private key in DER.
#[derive(Clone)]
pub struct PrivateKey {
    kind: KeyKind,
    der: Zeroizing<Vec<u8>>,
}

impl PrivateKey {
    pub(crate) fn new(kind: KeyKind, der: Zeroizing<Vec<u8>>) -> Self {
        Self { kind, der }
    }

    pub fn kind(&self) -> KeyKind {
        self.kind
    }

    pub fn der(&self) -> &[u8] {
        &self.der
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({:?}, not shown)", self.kind)
    }
}
