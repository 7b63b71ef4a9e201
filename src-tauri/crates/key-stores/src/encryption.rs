//! Opens what a password locks: picks the scheme by its identifier, tries the passwords that the caller has, and tells a wrong
//! one from a scheme that is not known. One place for PEM keys, bare keys and PKCS12, which all use the same schemes.

mod cipher;
mod digest;
mod pbes1;
mod pbes2;

pub(crate) use cipher::Cipher;
pub(crate) use digest::{Hash, KeyUse, bmp};

use zeroize::Zeroizing;

use crate::{
    Foreign, Format, PrivateKey, der,
    der::{Cursor, Fault, tag},
    limits::Budget,
    oid,
    problem::{Locked, Problem},
    shape::{self, Shape},
};

/// A password as the schemes see it. PKCS12 tells "none" from "the empty one"; tools differ in which of them they use.
pub(crate) type Password<'a> = Option<&'a str>;

/// Passwords to try, and whether any of them came from the user.
#[derive(Clone)]
pub(crate) struct Candidates<'a> {
    pub(crate) passwords: Vec<Password<'a>>,
    pub(crate) given: bool,
}

impl<'a> Candidates<'a> {
    pub(crate) fn of(passwords: impl Iterator<Item = &'a str>) -> Self {
        let passwords: Vec<_> = passwords.map(Some).collect();
        Self { given: !passwords.is_empty(), passwords }
    }
}

/// Why one password did not open it.
pub(crate) enum Refused {
    Wrong,
    Unknown(String),
    Fault(Fault),
    Problem(Problem),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Where something locked stands, for the words of a problem.
pub(crate) struct Lock<'p> {
    pub(crate) format: Format,
    pub(crate) place: &'p str,
    pub(crate) locked: Locked,
}

impl Lock<'_> {
    /// The first thing that a password opens and that `accept` takes for sense: padding alone is right by chance once in 256.
    pub(crate) fn open<T>(
        &self,
        scheme: &[u8],
        parameters: Cursor<'_>,
        ciphertext: &[u8],
        candidates: &Candidates<'_>,
        budget: &mut Budget,
        accept: impl Fn(Zeroizing<Vec<u8>>) -> Option<T>,
    ) -> Result<T, Problem> {
        for password in &candidates.passwords {
            match decrypt(scheme, parameters, ciphertext, *password, budget) {
                Ok(plain) => {
                    if let Some(accepted) = accept(plain) {
                        return Ok(accepted);
                    }
                }
                Err(Refused::Wrong) => {}
                Err(Refused::Unknown(cipher)) => return Err(self.unknown(cipher)),
                Err(Refused::Fault(fault)) => return Err(Problem::fault(fault, self.format, self.place)),
                Err(Refused::Problem(problem)) => return Err(problem),
            }
        }
        Err(self.closed(candidates.given))
    }

    pub(crate) fn closed(&self, given: bool) -> Problem {
        match given {
            true => Problem::WrongPassword { format: self.format, locked: self.locked.clone() },
            false => Problem::NeedsPassword { format: self.format, locked: self.locked.clone() },
        }
    }

    pub(crate) fn unknown(&self, cipher: String) -> Problem {
        Problem::UnknownCipher { format: self.format, place: self.place.to_owned(), cipher }
    }

    /// EncryptedPrivateKeyInfo.
    pub(crate) fn open_key(
        &self,
        der: &[u8],
        candidates: &Candidates<'_>,
        budget: &mut Budget,
    ) -> Result<PrivateKey, Problem> {
        let fault = |fault| Problem::fault(fault, self.format, self.place);
        let mut info = Cursor::new(der).expect(tag::SEQUENCE, "the encrypted key").map_err(fault)?.open();
        let (scheme, parameters) = der::algorithm(&mut info, "the key's encryption").map_err(fault)?;
        let ciphertext = info.expect(tag::OCTET_STRING, "the encrypted key's data").map_err(fault)?.value;
        self.open(scheme, parameters, ciphertext, candidates, budget, plain_key)?
            .map_err(|found| Problem::Foreign { found })
    }
}

/// A key in clear, or what it is instead; `None` when it is noise, as after a wrong password.
pub(crate) fn plain_key(der: Zeroizing<Vec<u8>>) -> Option<Result<PrivateKey, Foreign>> {
    Cursor::new(&der).expect(tag::SEQUENCE, "key").ok()?;
    match shape::of(&der)? {
        Shape::Key(kind) => Some(Ok(PrivateKey::new(kind, der))),
        Shape::DsaKey => Some(Err(Foreign::DsaKey)),
        _ => None,
    }
}

fn decrypt(
    scheme: &[u8],
    parameters: Cursor<'_>,
    ciphertext: &[u8],
    password: Password<'_>,
    budget: &mut Budget,
) -> Result<Zeroizing<Vec<u8>>, Refused> {
    match scheme {
        oid::PBES2 => pbes2::decrypt(parameters, ciphertext, password, budget),
        other => match pbes1::Scheme::of(other) {
            Some(scheme) => scheme.decrypt(parameters, ciphertext, password, budget),
            None => Err(Refused::Unknown(oid::dotted(other))),
        },
    }
}

/// The key of PBMAC1, which PKCS12 stores of Java 26 and OpenSSL 3.4 may use in place of the old check sum.
pub(crate) use pbes2::derive as derive_pbkdf;
