//! The certificates that are believed. One that can't be used is told when it is given, and not when every broker is refused.
//!
//! A certificate that is given as trusted and shown by the broker itself is believed as it stands, authority or not: that
//! is how a self-signed broker is trusted, and Java's trust stores work the same way.

use rustls::{RootCertStore, pki_types::CertificateDer};

use super::{
    certificate::Certificate,
    plan::{Roots, Verify},
};

/// More is no list of authorities any more; systems have some hundred and fifty.
const MOST: usize = 10_000;

pub(super) struct Trusted {
    pub(super) anchors: RootCertStore,
    /// Those that the user gave, as they are.
    own: Option<Vec<Vec<u8>>>,
}

impl Trusted {
    pub(super) fn new(roots: Roots, verify: Verify) -> Result<Trusted, String> {
        match roots {
            // Nobody is asked for, so that a system without authorities is no hindrance.
            Roots::System if verify == Verify::Nothing => {
                Ok(Trusted { anchors: RootCertStore::empty(), own: None })
            }
            Roots::System => system().map(|anchors| Trusted { anchors, own: None }),
            Roots::Own(list) => own(list, verify),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.anchors.len()
    }

    /// This very certificate was given as trusted.
    pub(super) fn holds(&self, der: &[u8]) -> bool {
        self.own.iter().flatten().any(|own| own == der)
    }

    /// The authorities that the user gave; `None` where the system's are believed.
    pub(super) fn given(&self) -> Option<Vec<Certificate>> {
        self.own.as_ref().map(|own| own.iter().filter_map(|der| Certificate::read(der)).collect())
    }
}

fn system() -> Result<RootCertStore, String> {
    let mut anchors = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    // Old lists hold some that nothing can read; the rest is as good as ever.
    anchors.add_parsable_certificates(found.certs);
    if !anchors.is_empty() {
        return Ok(anchors);
    }
    let why = found.errors.first().map(|why| format!(" ({why})")).unwrap_or_default();
    Err(format!(
        "this system has no list of certificate authorities where such lists are kept{why}; give the file of the authority \
         that issued the brokers' certificates, or install the system's list (on Debian: ca-certificates)"
    ))
}

fn own(list: Vec<Vec<u8>>, verify: Verify) -> Result<Trusted, String> {
    if list.is_empty() && verify != Verify::Nothing {
        return Err("there is no certificate of an authority in what was given; without one no broker can be believed"
            .to_owned());
    }
    if MOST < list.len() {
        return Err(format!(
            "{} certificates were given as trusted, more than the {MOST} allowed",
            list.len()
        ));
    }
    let mut anchors = RootCertStore::empty();
    for (index, der) in list.iter().enumerate() {
        let added = anchors.add(CertificateDer::from_slice(der));
        if added.is_err() || Certificate::read(der).is_none() {
            return Err(format!(
                "what was given as trusted certificate {} of {} is not a certificate (X.509)",
                index + 1,
                list.len()
            ));
        }
    }
    Ok(Trusted { anchors, own: Some(list) })
}
