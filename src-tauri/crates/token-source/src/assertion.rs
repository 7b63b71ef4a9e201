//! A proof of who we are without a secret that travels: a JWT signed with our own key (RFC 7523, "private_key_jwt").
//!
//! Signed by the library that TLS uses anyway; a library for JWTs would bring its own ways to read keys, and ours are read already.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::json;
use wire::{Error, KeyDer, What};

/// Long enough for clocks that differ, too short to be of use to somebody who finds it.
const LASTS: Duration = Duration::from_secs(300);

/// How an assertion is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// RSA with SHA-256.
    Rs256,
    /// The curve P-256 with SHA-256.
    Es256,
}

/// A private key that was found fit to sign with; never shown.
pub struct SigningKey {
    pair: Pair,
    /// By which the endpoint finds our public key, where it needs that.
    id: Option<String>,
}

enum Pair {
    Rsa(Box<RsaKeyPair>),
    Curve(EcdsaKeyPair),
}

impl SigningKey {
    /// # Errors
    /// `What::BadInput`, for a key that can't sign in this way.
    pub fn new(key: &KeyDer, algorithm: Algorithm, id: Option<String>) -> Result<SigningKey, Error> {
        let (pair, kind) = match algorithm {
            Algorithm::Rs256 => {
                let pair = match key {
                    KeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der).ok(),
                    KeyDer::Pkcs1(der) => RsaKeyPair::from_der(der).ok(),
                    KeyDer::Sec1(_) => None,
                };
                (pair.map(|pair| Pair::Rsa(Box::new(pair))), "RS256 wants an RSA key of 2048 bits or more")
            }
            Algorithm::Es256 => {
                let curve = &ECDSA_P256_SHA256_FIXED_SIGNING;
                let pair = match key {
                    KeyDer::Pkcs8(der) => EcdsaKeyPair::from_pkcs8(curve, der).ok(),
                    KeyDer::Sec1(der) => EcdsaKeyPair::from_private_key_der(curve, der).ok(),
                    KeyDer::Pkcs1(_) => None,
                };
                (pair.map(Pair::Curve), "ES256 wants a key of the curve P-256")
            }
        };
        let pair = pair.ok_or_else(|| {
            Error::new(What::BadInput(format!(
                "the private key can't sign for the token endpoint: {kind}, and this is another"
            )))
        })?;
        Ok(SigningKey { pair, id })
    }

    /// Says to this endpoint that we are this client; `None` where no signature comes about.
    pub(crate) fn assertion(&self, client: &str, audience: &str, now: SystemTime) -> Option<String> {
        let algorithm = match &self.pair {
            Pair::Rsa(_) => "RS256",
            Pair::Curve(_) => "ES256",
        };
        let mut header = json!({ "alg": algorithm, "typ": "JWT" });
        if let (Some(id), Some(header)) = (&self.id, header.as_object_mut()) {
            header.insert("kid".to_owned(), json!(id));
        }
        let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let once = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let claims = json!({
            "iss": client, "sub": client, "aud": audience, "jti": once,
            "iat": now.as_secs(), "nbf": now.as_secs(), "exp": (now + LASTS).as_secs(),
        });
        let part = |part: &serde_json::Value| URL_SAFE_NO_PAD.encode(part.to_string());
        let said = format!("{}.{}", part(&header), part(&claims));
        let signature = self.sign(said.as_bytes())?;
        Some(format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    fn sign(&self, said: &[u8]) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, said, &mut signature).ok().map(|()| signature)
            }
            Pair::Curve(pair) => pair.sign(&random, said).ok().map(|signature| signature.as_ref().to_vec()),
        }
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("id", &self.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::{
        encoding::AsDer,
        rsa::KeySize,
        signature::{
            ECDSA_P256_SHA256_FIXED, KeyPair as _, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
            VerificationAlgorithm,
        },
    };
    use zeroize::Zeroizing;

    use super::*;

    fn verified(
        jwt: &str,
        algorithm: &'static dyn VerificationAlgorithm,
        public: &[u8],
    ) -> [serde_json::Value; 2] {
        let parts: Vec<_> = jwt.split('.').collect();
        let decoded: Vec<_> = parts.iter().map(|part| URL_SAFE_NO_PAD.decode(part).unwrap()).collect();
        let said = format!("{}.{}", parts[0], parts[1]);
        UnparsedPublicKey::new(algorithm, public).verify(said.as_bytes(), &decoded[2]).unwrap();
        [&decoded[0], &decoded[1]].map(|part| serde_json::from_slice(part).unwrap())
    }

    #[test]
    fn what_is_signed_is_believed_by_who_has_the_public_key() {
        let rsa = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
        let curve = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
        let der = |der: &[u8]| KeyDer::Pkcs8(Zeroizing::new(der.to_vec()));
        let of_rsa = der(AsDer::<aws_lc_rs::encoding::Pkcs8V1Der<'_>>::as_der(&rsa).unwrap().as_ref());
        let of_curve = der(curve.to_pkcs8v1().unwrap().as_ref());
        let cases: [(_, _, _, &'static dyn VerificationAlgorithm, &[u8]); 2] = [
            (&of_rsa, Algorithm::Rs256, "RS256", &RSA_PKCS1_2048_8192_SHA256, rsa.public_key().as_ref()),
            (&of_curve, Algorithm::Es256, "ES256", &ECDSA_P256_SHA256_FIXED, curve.public_key().as_ref()),
        ];
        for (key, algorithm, name, verification, public) in cases {
            let key = SigningKey::new(key, algorithm, Some("k1".to_owned())).unwrap();
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
            let jwt = key.assertion("me", "https://there/token", now).unwrap();
            let [header, claims] = verified(&jwt, verification, public);
            assert_eq!(header, json!({"alg": name, "typ": "JWT", "kid": "k1"}));
            assert_eq!(
                (&claims["iss"], &claims["sub"], &claims["aud"]),
                (&json!("me"), &json!("me"), &json!("https://there/token"))
            );
            assert_eq!((&claims["iat"], &claims["exp"]), (&json!(1_600_000_000), &json!(1_600_000_300)));
            assert_ne!(jwt, key.assertion("me", "https://there/token", now).unwrap(), "each is good once");
        }
        for (key, algorithm) in [(&of_rsa, Algorithm::Es256), (&of_curve, Algorithm::Rs256)] {
            let why = SigningKey::new(key, algorithm, None).unwrap_err();
            assert!(why.to_string().contains("and this is another"), "{why}");
        }
    }
}
