//! What a format's reader hands over before keys and certificates are paired: the one shape that PEM, JKS, PKCS12 and bare DER
//! have in common.

use crate::{Foreign, Format, Integrity, PrivateKey, problem::Problem};

/// Whether the caller wants the keys. A trust store may be read without the passwords of the keys in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    Open,
    Leave,
}

pub(crate) struct Found {
    pub(crate) format: Format,
    pub(crate) integrity: Integrity,
    pub(crate) certificates: Vec<FoundCertificate>,
    pub(crate) keys: Vec<FoundKey>,
    pub(crate) ignored: Vec<Foreign>,
    /// Keys that were left closed.
    pub(crate) keys_left: usize,
}

#[derive(Default)]
pub(crate) struct FoundCertificate {
    pub(crate) der: Vec<u8>,
    pub(crate) alias: Option<String>,
    /// What ties it to a key (PKCS12's localKeyId).
    pub(crate) key_id: Option<Vec<u8>>,
    /// Named as an anchor by the file, so that it stays one even when a chain uses it.
    pub(crate) anchor: bool,
}

pub(crate) struct FoundKey {
    pub(crate) key: PrivateKey,
    pub(crate) alias: Option<String>,
    pub(crate) key_id: Option<Vec<u8>>,
    /// The chain where the format says it (JKS), else found by pairing.
    pub(crate) chain: Option<Vec<Vec<u8>>>,
}

impl Found {
    pub(crate) fn new(format: Format, integrity: Integrity) -> Self {
        Self {
            format,
            integrity,
            certificates: Vec::new(),
            keys: Vec::new(),
            ignored: Vec::new(),
            keys_left: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.certificates.is_empty() && self.keys.is_empty()
    }

    /// Why there is nothing to use: what was found instead, or an empty store.
    pub(crate) fn nothing(&self) -> Problem {
        match self.ignored.first() {
            Some(found) => Problem::Foreign { found: *found },
            None => Problem::NothingInside { format: self.format },
        }
    }
}
