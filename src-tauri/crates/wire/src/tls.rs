//! Encrypted connections: whom we believe, who we are, and what is said when no such connection comes about.
//!
//! The library that does the cryptography tells a person little: "invalid peer certificate: UnknownIssuer". What helps is the name
//! that was asked for beside those that the certificate has, the day it ran out, the authority that nobody here knows;
//! all of that is in the bytes and is said from here. Everything is decided once, at `Tls::new`, so that a key that doesn't
//! fit its certificate is told before anybody is dialled.

mod certificate;
mod checking;
mod facts;
mod handshake;
mod identity;
mod name;
mod plan;
mod roots;
mod shown;
mod stream;
mod words;

use std::{fmt, sync::Arc};

use rustls::{ClientConfig, client::danger::ServerCertVerifier, crypto::aws_lc_rs};

pub use facts::CertificateFacts;
pub use handshake::Encryption;
pub use plan::{Identity, KeyDer, Roots, TlsPlan, Verify};
pub use shown::Shown;
pub(crate) use stream::Encrypted;
pub(crate) use words::broken;

use crate::{Error, What};
use checking::Checking;
use roots::Trusted;

/// How to encrypt; one for all brokers of a cluster, so that sessions can be resumed. Clones are the same.
#[derive(Clone)]
pub struct Tls(Arc<Inner>);

struct Inner {
    config: Arc<ClientConfig>,
    trusted: Arc<Trusted>,
    verify: Verify,
    /// The subject of our own certificate, for words.
    ours: Option<String>,
}

impl Tls {
    /// Reads the system's authorities where those are wanted, from files; not for a thread that must not wait.
    ///
    /// # Errors
    /// `What::BadInput`, with what is wrong: no authority found, one that is no certificate, a key that doesn't fit.
    pub fn new(plan: TlsPlan) -> Result<Tls, Error> {
        Tls::prepared(plan).map_err(|why| Error::new(What::BadInput(why)))
    }

    fn prepared(plan: TlsPlan) -> Result<Tls, String> {
        let TlsPlan { roots, identity, verify } = plan;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let trusted = Arc::new(Trusted::new(roots, verify)?);
        let (ours, certificate) = identity::presented(identity)?;
        let algorithms = provider.signature_verification_algorithms;
        let checking: Arc<dyn ServerCertVerifier> =
            Arc::new(Checking { trusted: Arc::clone(&trusted), verify, algorithms });
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|why| format!("no encryption to be had here: {why}"))?
            .dangerous()
            .with_custom_certificate_verifier(checking)
            .with_client_cert_resolver(certificate);
        Ok(Tls(Arc::new(Inner { config: Arc::new(config), trusted, verify, ours })))
    }

    /// What is looked at of a broker's certificate.
    #[must_use]
    pub fn verify(&self) -> Verify {
        self.0.verify
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls")
            .field("verify", &self.0.verify)
            .field("authorities", &self.0.trusted.count())
            .field("ours", &self.0.ours)
            .finish()
    }
}

#[cfg(test)]
mod tests;
