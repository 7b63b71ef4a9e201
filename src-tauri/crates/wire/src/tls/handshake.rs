//! From a stream to an encrypted one, by the deadline; or what kept it from coming about, with what the peer showed until then.
//!
//! A peer that says nothing, or that trickles a byte a second, ends with the time for setting up; the library bounds what it
//! may send, so that endless certificates cost no memory.

use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Instant, timeout_at},
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use super::{
    Tls, name,
    shown::{Shown, Witness},
    stream::{Below, Encrypted},
    words::{self, Context},
};
use crate::{Error, What};

/// How a connection is encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encryption {
    /// "TLS 1.3".
    pub protocol: &'static str,
    /// As the standards name it: "TLS13_AES_256_GCM_SHA384".
    pub cipher: String,
    /// The broker's certificates (DER), its own first.
    pub chain: Vec<Vec<u8>>,
    /// An earlier session was gone on with, so that no certificate was shown anew.
    pub resumed: bool,
    /// The broker asked who we are.
    pub asked_for_certificate: bool,
    /// Whose certificates it takes, as far as it said so.
    pub authorities: Vec<String>,
    /// The subject of the certificate that we showed.
    pub showed: Option<String>,
}

/// What came of a greeting.
pub(crate) struct Greeted<S> {
    /// What the peer showed, also where nothing came of it.
    pub(crate) shown: Shown,
    pub(crate) outcome: Result<(Encrypted<S>, Encryption), What>,
}

impl Tls {
    /// How far a handshake on this stream comes, with what the peer showed until then; the stream is closed.
    pub async fn examine<S>(
        &self,
        stream: S,
        host: &str,
        deadline: Instant,
    ) -> (Shown, Result<Encryption, Error>)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Greeted { shown, outcome } = self.greet(stream, host, deadline).await;
        (shown, outcome.map(|(_, encryption)| encryption).map_err(Error::new))
    }

    /// Encrypts this stream to a host of this name.
    pub(crate) async fn greet<S>(&self, stream: S, host: &str, deadline: Instant) -> Greeted<S>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let witness = Witness::default();
        let outcome = self.encrypted(stream, host, deadline, &witness).await;
        Greeted { shown: witness.shown(), outcome }
    }

    async fn encrypted<S>(
        &self,
        stream: S,
        host: &str,
        deadline: Instant,
        witness: &Witness,
    ) -> Result<(Encrypted<S>, Encryption), What>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let began = Instant::now();
        let name = name::of(host, self.0.verify).map_err(What::Tls)?;
        let below = Below { io: stream, witness: Some(witness.clone()) };
        let connect = TlsConnector::from(std::sync::Arc::clone(&self.0.config)).connect(name, below);
        let ended = timeout_at(deadline, witness.over(connect)).await;
        let shown = witness.shown();
        let context = Context { host, shown: &shown, trusted: &self.0.trusted, ours: self.0.ours.as_deref() };
        match ended {
            Ok(Ok(stream)) => {
                let encryption = self.encryption(&stream, shown.clone());
                Ok((Encrypted::new(stream), encryption))
            }
            Ok(Err(why)) => Err(words::failed(&why, &context)),
            Err(_) => Err(words::silent(began.elapsed(), &shown)),
        }
    }

    fn encryption<S>(&self, stream: &TlsStream<Below<S>>, shown: Shown) -> Encryption {
        let session = stream.get_ref().1;
        let chain = session.peer_certificates().unwrap_or_default();
        Encryption {
            protocol: match session.protocol_version() {
                Some(rustls::ProtocolVersion::TLSv1_3) => "TLS 1.3",
                Some(rustls::ProtocolVersion::TLSv1_2) => "TLS 1.2",
                _ => "TLS",
            },
            cipher: session
                .negotiated_cipher_suite()
                .map_or_else(String::new, |suite| suite.suite().as_str().unwrap_or_default().to_owned()),
            chain: chain.iter().map(|der| der.to_vec()).collect(),
            resumed: matches!(session.handshake_kind(), Some(rustls::HandshakeKind::Resumed)),
            asked_for_certificate: shown.asked,
            authorities: shown.authorities,
            showed: self.0.ours.clone().filter(|_| shown.asked),
        }
    }
}
