//! SCRAM (RFC 5802, RFC 7677) with SHA-256 or SHA-512: both sides prove that they know the password, and it never travels.
//!
//! Everything that the broker says is doubted: its nonce must go on from ours, its iteration count must be neither so low
//! that a listener could guess the password from our proof nor so high that it keeps us busy, and its last word must be
//! the signature that only the holder of our key can make. A client that skips the last step signs in to anybody.
//!
//! The password goes in as it is and not through SASLprep (RFC 4013), as Kafka's own `ScramFormatter.normalize` has it on both
//! sides: prepared, a password with a ligature or a no-break space would be refused by every real broker.

mod hash;
mod keys;
mod said;

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};

pub use hash::Hash;
pub(super) use keys::Keys;

use super::{Secret, Unconvincing, conversation::Said};
use said::{Challenge, saslname};

/// The least that RFC 7677 allows, which is also what Kafka gives new users.
const FEWEST: u32 = 4096;
/// Kafka itself stores at most 16,384. Beyond this a broker only keeps us busy.
const MOST: u32 = 1 << 20;
/// "No channel binding, nobody else's rights", and what that is in base 64.
const GS2: &str = "n,,";
const GS2_SAID: &str = "biws";
/// The extension that sends a broker to its delegation tokens instead of its users (`ScramExtensions.isTokenAuth`).
const TOKEN: &str = ",tokenauth=true";

pub(crate) struct Scram {
    hash: Hash,
    password: Secret,
    keys: Arc<Keys>,
    nonce: String,
    first_bare: String,
    stage: Stage,
}

enum Stage {
    AwaitsChallenge,
    AwaitsSignature(Vec<u8>),
    Over,
}

impl Scram {
    /// `token`: the user is the id of a delegation token, and the password its key (KIP-48).
    pub(super) fn new(hash: Hash, user: &str, token: bool, password: Secret, keys: Arc<Keys>) -> Scram {
        let nonce = STANDARD.encode(rand::random::<[u8; 24]>());
        let mut scram = Scram::with_nonce(hash, user, password, keys, nonce);
        if token {
            scram.first_bare.push_str(TOKEN);
        }
        scram
    }

    fn with_nonce(hash: Hash, user: &str, password: Secret, keys: Arc<Keys>, nonce: String) -> Scram {
        let first_bare = format!("n={},r={nonce}", saslname(user));
        Scram { hash, password, keys, nonce, first_bare, stage: Stage::AwaitsChallenge }
    }

    pub(super) fn first(&self) -> Said {
        Said::new(format!("{GS2}{}", self.first_bare).into_bytes())
    }

    pub(super) async fn next(&mut self, heard: &[u8]) -> Result<Option<Said>, Unconvincing> {
        let heard = std::str::from_utf8(heard).map_err(|_| doubt("its words are no UTF-8"))?;
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::AwaitsChallenge => self.prove(heard).await.map(Some),
            Stage::AwaitsSignature(expected) => {
                said::signature(heard, &expected)?;
                Ok(None)
            }
            Stage::Over => Err(doubt("it goes on after its last word")),
        }
    }

    async fn prove(&mut self, heard: &str) -> Result<Said, Unconvincing> {
        let challenge = Challenge::read(heard)?;
        let theirs = challenge.nonce.strip_prefix(self.nonce.as_str());
        if theirs.is_none_or(str::is_empty) {
            return Err(doubt("its nonce does not go on from ours"));
        }
        if !(FEWEST..=MOST).contains(&challenge.iterations) {
            let asked = challenge.iterations;
            return Err(doubt(&format!(
                "it asks for {asked} iterations, and {FEWEST} to {MOST} are allowed"
            )));
        }
        let keys = self.keys.of(self.hash, &self.password, &challenge.salt, challenge.iterations).await;
        let keys = keys.ok_or_else(|| doubt("the program is shutting down"))?;
        let last_bare = format!("c={GS2_SAID},r={}", challenge.nonce);
        let all = format!("{},{heard},{last_bare}", self.first_bare);
        let stored = self.hash.digest(&keys.client);
        let signed = self.hash.mac(&stored, all.as_bytes());
        let proof: Vec<u8> = keys.client.iter().zip(&signed).map(|(key, signed)| key ^ signed).collect();
        self.stage = Stage::AwaitsSignature(self.hash.mac(&keys.server, all.as_bytes()));
        Ok(Said::new(format!("{last_bare},p={}", STANDARD.encode(proof)).into_bytes()))
    }
}

fn doubt(why: &str) -> Unconvincing {
    Unconvincing(format!("what the broker says is no proof of itself: {why}"))
}

#[cfg(test)]
mod tests;
