//! Why a file can't be used: what it is instead, where it breaks off, which password is missing. A type, so that the editor can
//! put the cursor into the right field; with a sentence and a next step, so that people need not know what PBES2 is.

mod words;

use std::fmt;

pub(crate) use words::shown;

use crate::{Foreign, Format, der::Fault};

/// What a password opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locked {
    Store,
    Key { alias: Option<String> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Empty,
    TooLarge {
        bytes: usize,
        limit: usize,
    },
    /// It is something else.
    Foreign {
        found: Foreign,
    },
    /// A key store, of a format that is not read here.
    Unsupported {
        format: Format,
    },
    NeedsPassword {
        format: Format,
        locked: Locked,
    },
    WrongPassword {
        format: Format,
        locked: Locked,
    },
    /// The file ends too early.
    Truncated {
        format: Format,
        place: String,
        at: usize,
    },
    Damaged {
        format: Format,
        place: String,
        at: usize,
    },
    /// Encrypted or signed in a way that is not read here.
    UnknownCipher {
        format: Format,
        place: String,
        cipher: String,
    },
    /// The file asks for more key derivation than anything that a tool wrote.
    TooCostly {
        asked: u64,
        limit: u64,
    },
    TooMuchMemory {
        asked: u64,
        limit: u64,
    },
    /// A store of a known format with no entry in it.
    NothingInside {
        format: Format,
    },
    /// Certificates are meant; the file has keys only.
    NoCertificate {
        format: Format,
        keys: usize,
    },
    /// A key is meant; the file has certificates only.
    NoKey {
        format: Format,
        certificates: usize,
    },
    /// A key, and no certificate that goes with it.
    KeyWithoutCertificate {
        format: Format,
    },
    /// The certificate was made for another key.
    KeyAndCertificateDiffer,
}

impl Problem {
    pub(crate) fn fault(fault: Fault, format: Format, place: &str) -> Self {
        let place = match place {
            "" => fault.what.to_owned(),
            place => format!("{place}: {}", fault.what),
        };
        match fault.truncated {
            true => Self::Truncated { format, place, at: fault.at },
            false => Self::Damaged { format, place, at: fault.at },
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for Problem {}
