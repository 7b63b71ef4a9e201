//! Reading what the broker says in SCRAM: attributes in their fixed order, each a letter, `=` and a value.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{super::Unconvincing, doubt};

/// The broker's first words: the nonce, the salt, the number of rounds.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Challenge<'a> {
    pub(super) nonce: &'a str,
    pub(super) salt: Vec<u8>,
    pub(super) iterations: u32,
}

impl<'a> Challenge<'a> {
    pub(super) fn read(said: &'a str) -> Result<Challenge<'a>, Unconvincing> {
        let mut parts = said.split(',');
        let mut value = |letter: &'static str| {
            let part = parts.next().and_then(|part| part.strip_prefix(letter));
            // `m=` in front is an extension that must not be passed over, and fails here like any other letter.
            part.ok_or_else(|| doubt(&format!("“{letter}” is missing in its first words")))
        };
        let nonce = value("r=")?;
        let salt = STANDARD.decode(value("s=")?).map_err(|_| doubt("its salt is no base 64"))?;
        let iterations = value("i=")?.parse().map_err(|_| doubt("its number of iterations is none"))?;
        if salt.is_empty() {
            return Err(doubt("its salt is empty"));
        }
        Ok(Challenge { nonce, salt, iterations })
    }
}

/// The broker's last word: its signature, or why it refuses.
pub(super) fn signature(said: &str, expected: &[u8]) -> Result<(), Unconvincing> {
    let word = said.split(',').next().unwrap_or_default();
    if let Some(why) = word.strip_prefix("e=") {
        let why: String = why.chars().filter(|letter| !letter.is_control()).take(200).collect();
        return Err(Unconvincing(format!("the broker says “{why}”")));
    }
    let signed = word.strip_prefix("v=").ok_or_else(|| doubt("its signature is missing"))?;
    let signed = STANDARD.decode(signed).map_err(|_| doubt("its signature is no base 64"))?;
    // Nothing is to be learnt from the time this takes: the signature is the other side's to prove.
    if signed != expected || expected.is_empty() {
        return Err(doubt("its signature is wrong, so it does not know this user's key"));
    }
    Ok(())
}

/// A user name as SCRAM writes it.
pub(super) fn saslname(user: &str) -> String {
    user.replace('=', "=3D").replace(',', "=2C")
}
