//! Who we are for a broker that asks: a certificate and its key, held together before anybody is dialled.
//!
//! A broker that is shown a certificate whose key isn't ours only says "bad certificate", after the connection seemed to
//! have come about.

use std::sync::Arc;

use rustls::{
    InconsistentKeys, SignatureScheme,
    client::ResolvesClientCert,
    crypto::aws_lc_rs::sign::any_supported_type,
    pki_types::{CertificateDer, PrivateKeyDer},
    sign::CertifiedKey,
};

use super::{
    certificate::Certificate,
    plan::{Identity, KeyDer},
    shown,
};

/// Shows our certificate, if we have one, to whoever asks; and remembers that somebody asked.
#[derive(Debug)]
struct Presented(Option<Arc<CertifiedKey>>);

impl ResolvesClientCert for Presented {
    fn resolve(&self, authorities: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        shown::asked_for_certificate(authorities);
        self.0.clone()
    }

    fn has_certs(&self) -> bool {
        self.0.is_some()
    }
}

type Ours = (Option<String>, Arc<dyn ResolvesClientCert>);

/// Our certificate's subject and what shows it.
pub(super) fn presented(identity: Option<Identity>) -> Result<Ours, String> {
    let Some(identity) = identity else { return Ok((None, Arc::new(Presented(None)))) };
    let leaf = identity.chain.first().ok_or("the client certificate is missing: there is only its key")?;
    let read =
        Certificate::read(leaf).ok_or("what was given as client certificate is not a certificate (X.509)")?;
    let key = key(&identity.key)?;
    let chain = identity.chain.iter().map(|der| CertificateDer::from(der.clone())).collect();
    let certified = CertifiedKey::new(chain, key);
    match certified.keys_match() {
        // Some keys don't tell their public half; then a broker has to.
        Ok(()) | Err(rustls::Error::InconsistentKeys(InconsistentKeys::Unknown)) => {}
        Err(rustls::Error::InconsistentKeys(_)) => {
            return Err(format!(
                "the private key does not belong to the client certificate “{}”; give the key with which that certificate was \
                 requested",
                read.subject
            ));
        }
        Err(why) => return Err(format!("the client certificate “{}” can't be used: {why}", read.subject)),
    }
    Ok((Some(read.subject), Arc::new(Presented(Some(Arc::new(certified))))))
}

fn key(key: &KeyDer) -> Result<Arc<dyn rustls::sign::SigningKey>, String> {
    // Borrowed, so that no copy of it stays behind.
    let (borrowed, called) = match key {
        KeyDer::Pkcs8(der) => (PrivateKeyDer::Pkcs8(der.as_slice().into()), "PKCS #8"),
        KeyDer::Pkcs1(der) => (PrivateKeyDer::Pkcs1(der.as_slice().into()), "PKCS #1 (RSA)"),
        KeyDer::Sec1(der) => (PrivateKeyDer::Sec1(der.as_slice().into()), "SEC 1 (EC)"),
    };
    any_supported_type(&borrowed).map_err(|_| {
        format!(
            "the private key can't be used: it is no {called} key that this program knows (RSA with 2048 bits or more, EC on \
             P-256, P-384 or P-521, Ed25519)"
        )
    })
}
