//! Secrets cross one way: the window gives them, and hears afterwards only that there is one and where it is kept.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SecretKind;

/// Something typed that is never shown again: no `Display`, and a `Debug` that says nothing.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Concealed(pub String);

impl fmt::Debug for Concealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Concealed(…)")
    }
}

/// Where a secret is to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// The system's own keychain.
    Keychain,
    /// A file of this program, encrypted with a pass phrase.
    File,
    /// In memory, until the program ends.
    Session,
}

/// One kind of secret of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretStanding {
    pub kind: SecretKind,
    /// None: there is none.
    pub kept: Option<Keep>,
    /// The profile as it is set can't do without.
    pub needed: bool,
    /// It is there and can't be had at the moment: the file is locked, the keychain said no.
    pub problem: Option<String>,
}

/// How a profile stands with its secrets, and where they could be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    pub standings: Vec<SecretStanding>,
    /// Why the keychain can't be used on this machine; None: it can.
    pub no_keychain: Option<String>,
    pub file: SecretFile,
    /// "~/.config/brokerscope/secrets.age"
    pub file_path: String,
}

/// How the encrypted file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretFile {
    /// None yet; the first pass phrase makes it.
    Missing,
    /// Its pass phrase has not been given since the program started.
    Locked,
    Open,
}
