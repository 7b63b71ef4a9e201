//! The broker's half of SCRAM, written apart from any client's half so that a slip in one is not in the other.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256, Sha512};

use crate::state::Mechanism;

/// What a broker keeps of a password.
#[derive(Debug, Clone)]
pub(super) struct Verifier {
    salt: Vec<u8>,
    iterations: u32,
    stored_key: Vec<u8>,
    server_key: Vec<u8>,
}

impl Verifier {
    pub(super) fn of(hash: Mechanism, password: &str, iterations: u32) -> Self {
        let salt = b"a mock has no secrets".to_vec();
        let salted = match hash {
            Mechanism::Sha256 => {
                let mut out = vec![0; 32];
                pbkdf2::pbkdf2_hmac::<Sha256>(password.as_bytes(), &salt, iterations, &mut out);
                out
            }
            Mechanism::Sha512 => {
                let mut out = vec![0; 64];
                pbkdf2::pbkdf2_hmac::<Sha512>(password.as_bytes(), &salt, iterations, &mut out);
                out
            }
        };
        let stored_key = digest(hash, &mac(hash, &salted, b"Client Key"));
        Self { stored_key, server_key: mac(hash, &salted, b"Server Key"), salt, iterations }
    }
}

/// A conversation in which the client still has to prove itself.
#[derive(Debug)]
pub(super) struct Scram {
    hash: Mechanism,
    verifier: Verifier,
    nonce: String,
    /// Both first messages, as they are signed.
    so_far: String,
}

impl Scram {
    /// Reads the client's first message; `None` for nobody that is known.
    pub(super) fn challenge(
        hash: Mechanism,
        said: &[u8],
        known: impl Fn(&str) -> Option<Verifier>,
    ) -> Option<(Self, Vec<u8>)> {
        let bare = std::str::from_utf8(said).ok()?.strip_prefix("n,,")?;
        let (name, rest) = bare.strip_prefix("n=")?.split_once(",r=")?;
        let verifier = known(&name.replace("=2C", ",").replace("=3D", "="))?;
        let theirs = rest.split(',').next()?;
        let nonce = format!("{theirs}{}", uuid::Uuid::from_u128(u128::from(std::process::id())).simple());
        let salt = STANDARD.encode(&verifier.salt);
        let first = format!("r={nonce},s={salt},i={}", verifier.iterations);
        let so_far = format!("{bare},{first}");
        Some((Self { hash, verifier, nonce, so_far }, first.into_bytes()))
    }

    /// The signature for a client that knows the password.
    pub(super) fn verify(&self, said: &[u8]) -> Option<Vec<u8>> {
        let (bare, proof) = std::str::from_utf8(said).ok()?.split_once(",p=")?;
        if bare != format!("c=biws,r={}", self.nonce) {
            return None;
        }
        let proof = STANDARD.decode(proof).ok()?;
        let all = format!("{},{bare}", self.so_far);
        let signed = mac(self.hash, &self.verifier.stored_key, all.as_bytes());
        let key: Vec<u8> = proof.iter().zip(&signed).map(|(proof, signed)| proof ^ signed).collect();
        let server = mac(self.hash, &self.verifier.server_key, all.as_bytes());
        (digest(self.hash, &key) == self.verifier.stored_key)
            .then(|| format!("v={}", STANDARD.encode(server)).into_bytes())
    }

    pub(super) fn hash(&self) -> Mechanism {
        self.hash
    }
}

fn digest(hash: Mechanism, data: &[u8]) -> Vec<u8> {
    match hash {
        Mechanism::Sha256 => Sha256::digest(data).to_vec(),
        Mechanism::Sha512 => Sha512::digest(data).to_vec(),
    }
}

fn mac(hash: Mechanism, key: &[u8], data: &[u8]) -> Vec<u8> {
    match hash {
        Mechanism::Sha256 => {
            let mac = Hmac::<Sha256>::new_from_slice(key);
            mac.map(|mac| mac.chain_update(data).finalize().into_bytes().to_vec()).unwrap_or_default()
        }
        Mechanism::Sha512 => {
            let mac = Hmac::<Sha512>::new_from_slice(key);
            mac.map(|mac| mac.chain_update(data).finalize().into_bytes().to_vec()).unwrap_or_default()
        }
    }
}
