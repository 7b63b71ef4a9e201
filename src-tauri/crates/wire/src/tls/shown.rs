//! What a peer showed of itself in a handshake, kept also where the handshake fails.
//!
//! The library forgets the certificates that it refused, and asks for ours without saying so to anybody. Both are what a
//! person needs to know. The handshake runs on one task, so that what its parts see is put together by task.

use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use rustls::pki_types::CertificateDer;
use tokio::task_local;
use x509_parser::prelude::{FromDer, X509Name};

use super::certificate::line;

task_local! {
    static WITNESS: Witness;
}

/// Authorities that are told of one who asks for a certificate.
const MOST_AUTHORITIES: usize = 5;

/// What a peer showed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Its certificates (DER), its own first; empty before they came, and where a session was resumed.
    pub chain: Vec<Vec<u8>>,
    /// It asked for a certificate of ours.
    pub asked: bool,
    /// Whose certificates it takes, as far as it said so.
    pub authorities: Vec<String>,
    /// Its first bytes, whatever they were.
    pub(super) first: Vec<u8>,
}

/// Where the parts of one handshake put what they see.
#[derive(Clone, Debug, Default)]
pub(super) struct Witness(Arc<Mutex<Shown>>);

impl Witness {
    pub(super) async fn over<T>(&self, handshake: impl Future<Output = T>) -> T {
        WITNESS.scope(self.clone(), handshake).await
    }

    pub(super) fn shown(&self) -> Shown {
        self.with(|shown| shown.clone())
    }

    pub(super) fn with<T>(&self, f: impl FnOnce(&mut Shown) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn note(f: impl FnOnce(&mut Shown)) {
    // A handshake that nobody watches, as after it: nothing to keep.
    let _ = WITNESS.try_with(|witness| witness.with(f));
}

pub(super) fn certificates(leaf: &CertificateDer<'_>, others: &[CertificateDer<'_>]) {
    note(|shown| shown.chain = [leaf].into_iter().chain(others).map(|der| der.to_vec()).collect());
}

pub(super) fn asked_for_certificate(authorities: &[&[u8]]) {
    let named = authorities.iter().take(MOST_AUTHORITIES);
    let named = named.filter_map(|der| X509Name::from_der(der).ok().map(|(_, name)| line(&name.to_string())));
    let named: Vec<String> = named.collect();
    note(|shown| (shown.asked, shown.authorities) = (true, named));
}
