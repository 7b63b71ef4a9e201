//! Whether a broker is believed: chain, dates and name, or as much of that as the user wants.
//!
//! The library's own check does all or nothing. Parts of it are left out only where the user said so, and a certificate
//! that was itself given as trusted needs no authority.

use std::sync::Arc;

use rustls::{
    CertificateError, DigitallySignedStruct, Error, SignatureScheme,
    client::{
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_cert_signed_by_trust_anchor, verify_server_name,
    },
    crypto::{WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};

use super::{certificate::Certificate, plan::Verify, roots::Trusted, shown};

pub(super) struct Checking {
    pub(super) trusted: Arc<Trusted>,
    pub(super) verify: Verify,
    pub(super) algorithms: WebPkiSupportedAlgorithms,
}

impl std::fmt::Debug for Checking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Checking({:?})", self.verify)
    }
}

impl ServerCertVerifier for Checking {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        shown::certificates(leaf, others);
        if self.verify == Verify::Nothing {
            return Ok(ServerCertVerified::assertion());
        }
        let parsed = ParsedCertificate::try_from(leaf)?;
        if self.trusted.holds(leaf) {
            in_its_time(leaf, now)?;
        } else {
            let anchors = &self.trusted.anchors;
            verify_server_cert_signed_by_trust_anchor(&parsed, anchors, others, now, self.algorithms.all)?;
        }
        if self.verify == Verify::Everything {
            verify_server_name(&parsed, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.verify == Verify::Nothing {
            // It would only say that the peer has the key of a certificate that anybody can make.
            return Ok(HandshakeSignatureValid::assertion());
        }
        verify_tls12_signature(message, leaf, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.verify == Verify::Nothing {
            return Ok(HandshakeSignatureValid::assertion());
        }
        verify_tls13_signature(message, leaf, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

fn in_its_time(leaf: &[u8], time: UnixTime) -> Result<(), Error> {
    let read = Certificate::read(leaf).ok_or(Error::InvalidCertificate(CertificateError::BadEncoding))?;
    let unix = |seconds: i64| {
        UnixTime::since_unix_epoch(std::time::Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
    };
    let (not_before, not_after) = (unix(read.not_before), unix(read.not_after));
    if time < not_before {
        return Err(CertificateError::NotValidYetContext { time, not_before }.into());
    }
    if not_after < time {
        return Err(CertificateError::ExpiredContext { time, not_after }.into());
    }
    Ok(())
}
