//! What a user can say about encryption, as bytes that were read already: nothing here knows files or formats.
//!
//! A key is wiped when it is let go and never shown; a plan with it in it can be logged by accident and tells nothing.

use std::fmt;

use zeroize::Zeroizing;

/// Everything that can be chosen.
#[derive(Debug)]
pub struct TlsPlan {
    pub roots: Roots,
    /// What we show a broker that asks who we are.
    pub identity: Option<Identity>,
    pub verify: Verify,
}

impl Default for TlsPlan {
    fn default() -> TlsPlan {
        TlsPlan { roots: Roots::System, identity: None, verify: Verify::Everything }
    }
}

/// Whose word is believed about who a broker is.
#[derive(Clone, Debug)]
pub enum Roots {
    /// The authorities that this system trusts.
    System,
    /// These certificates (DER) and no others. One that is no authority vouches for itself alone.
    Own(Vec<Vec<u8>>),
}

/// A certificate with its chain (DER, its own first), and its private key.
pub struct Identity {
    pub chain: Vec<Vec<u8>>,
    pub key: KeyDer,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({} certificates and a key)", self.chain.len())
    }
}

/// A private key, not encrypted, in one of the writings that it can have.
pub enum KeyDer {
    /// `BEGIN PRIVATE KEY`.
    Pkcs8(Zeroizing<Vec<u8>>),
    /// `BEGIN RSA PRIVATE KEY`.
    Pkcs1(Zeroizing<Vec<u8>>),
    /// `BEGIN EC PRIVATE KEY`.
    Sec1(Zeroizing<Vec<u8>>),
}

impl fmt::Debug for KeyDer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyDer::Pkcs8(_) => "Pkcs8(…)",
            KeyDer::Pkcs1(_) => "Pkcs1(…)",
            KeyDer::Sec1(_) => "Sec1(…)",
        })
    }
}

/// What is looked at of a broker's certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verify {
    #[default]
    Everything,
    /// The chain and the dates, not for which host it is.
    NotTheName,
    /// Anybody in between can read and change everything.
    Nothing,
}
