//! What a file held: certificates to trust, keys with their chains, what was passed over, and whether a password vouched for
//! it. The last two are there so that nothing is dropped silently and nothing unchecked looks checked.

use std::fmt;

use crate::{Foreign, Format, PrivateKey};

/// The passwords that the caller has. A key without a password of its own is tried with the store's, as Java does.
#[derive(Clone, Copy, Default)]
pub struct Passwords<'a> {
    pub store: Option<&'a str>,
    pub key: Option<&'a str>,
}

impl fmt::Debug for Passwords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = |password: Option<&str>| if password.is_some() { "given" } else { "none" };
        write!(f, "Passwords(store: {}, key: {})", given(self.store), given(self.key))
    }
}

impl<'a> Passwords<'a> {
    /// Both uses of one password.
    pub fn one(password: &'a str) -> Self {
        Self { store: Some(password), key: None }
    }

    /// What a key may be locked with, in the order to try.
    pub(crate) fn for_key(&self) -> impl Iterator<Item = &'a str> {
        [self.key, self.store.filter(|store| self.key != Some(store))].into_iter().flatten()
    }
}

/// Whether the file's own check sum, keyed by its password, was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// The password is right and nothing was changed since the store was written.
    Checked,
    /// The store has a check sum and no password was given: anybody may have changed it. Java reads it the same way.
    NotChecked,
    /// The format has none.
    None,
}

/// Everything that was found in one file.
#[derive(Clone, Debug)]
pub struct Contents {
    pub format: Format,
    pub integrity: Integrity,
    /// Certificates that are no part of a key's chain, in the order of the file.
    pub certificates: Vec<Certificate>,
    pub keys: Vec<Entry>,
    /// Parts of the file that are of no use here, and were passed over.
    pub ignored: Vec<Foreign>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub alias: Option<String>,
    pub der: Vec<u8>,
}

/// A key and the certificates that go with it, its own first. The chain is empty where the file has none for this key.
#[derive(Clone, Debug)]
pub struct Entry {
    pub alias: Option<String>,
    pub key: PrivateKey,
    pub chain: Vec<Vec<u8>>,
}
