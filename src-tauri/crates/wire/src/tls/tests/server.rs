//! A TLS server that answers like a broker, for as many connections as come.

use std::sync::Arc;

use rustls::{
    RootCertStore, ServerConfig, SupportedProtocolVersion,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
    server::WebPkiClientVerifier,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
    time::{Duration, timeout},
};
use tokio_rustls::TlsAcceptor;

use super::authority::Issued;
use crate::{
    Address, Connection, Error, Settings, Tls,
    connection::tests::peer::{USUAL, offer, reply},
};

/// Only a hang takes this long.
pub(super) const HANG: Duration = Duration::from_secs(20);

pub(super) struct Server {
    config: ServerConfig,
}

impl Server {
    pub(super) fn of(issued: &Issued) -> Server {
        Server::speaking(issued, &[&rustls::version::TLS13, &rustls::version::TLS12], None)
    }

    /// One that wants a certificate of this authority; `required` or only asked for.
    pub(super) fn wanting(
        issued: &Issued,
        authority: &[u8],
        version: &'static SupportedProtocolVersion,
    ) -> Server {
        Server::speaking(issued, &[version], Some(authority))
    }

    pub(super) fn speaking(
        issued: &Issued,
        versions: &[&'static SupportedProtocolVersion],
        wants: Option<&[u8]>,
    ) -> Server {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(versions)
            .unwrap();
        let builder = match wants {
            None => builder.with_no_client_auth(),
            Some(authority) => {
                let mut roots = RootCertStore::empty();
                roots.add(CertificateDer::from(authority.to_vec())).unwrap();
                let roots = Arc::new(roots);
                builder.with_client_cert_verifier(
                    WebPkiClientVerifier::builder_with_provider(roots, provider).build().unwrap(),
                )
            }
        };
        let chain = issued.chain.iter().map(|der| CertificateDer::from(der.clone())).collect();
        let key = PrivateKeyDer::try_from(issued.key.clone()).unwrap();
        Server { config: builder.with_single_cert(chain, key).unwrap() }
    }

    /// Its port on 127.0.0.1 (and on ::1 where that is there).
    pub(super) async fn start(self) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let acceptor = TlsAcceptor::from(Arc::new(self.config));
        if let Ok(six) = TcpListener::bind(("::1", port)).await {
            tokio::spawn(serve(six, acceptor.clone()));
        }
        tokio::spawn(serve(listener, acceptor));
        port
    }
}

async fn serve(listener: TcpListener, acceptor: TlsAcceptor) {
    while let Ok((socket, _)) = listener.accept().await {
        let acceptor = acceptor.clone();
        tokio::spawn(async move {
            if let Ok(stream) = acceptor.accept(socket).await {
                answer(stream).await;
            }
        });
    }
}

/// ApiVersions as asked, every other request with its own body.
pub(super) async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    while let Ok(size) = stream.read_i32().await {
        let mut frame = vec![0; usize::try_from(size).unwrap()];
        if stream.read_exact(&mut frame).await.is_err() {
            return;
        }
        let correlation = i32::from_be_bytes(frame[4..8].try_into().unwrap());
        let body = match frame[..2] {
            [0, 18] => offer(USUAL),
            // Key, version, correlation, "brokerscope"; then the tags of header and reply, which are alike.
            _ => frame[8 + 2 + 11..].to_vec(),
        };
        if stream.write_all(&reply(correlation, &body)).await.is_err() || stream.flush().await.is_err() {
            return;
        }
    }
}

pub(super) fn settings(tls: &Tls) -> Settings {
    Settings { tls: Some(tls.clone()), setup_timeout: HANG, ..Settings::default() }
}

pub(super) async fn open(host: &str, port: u16, tls: &Tls) -> Result<Connection, Error> {
    let address = Address { host: host.to_owned(), port };
    timeout(HANG * 2, Connection::open(&address, &settings(tls))).await.expect("it ends")
}

/// The sentence of a connection that doesn't come about for a reason of TLS.
pub(super) async fn refused(host: &str, port: u16, tls: &Tls) -> String {
    match open(host, port, tls).await {
        Ok(_) => panic!("it came about"),
        Err(why) => match why.what() {
            crate::What::Tls(words) => words.clone(),
            other => panic!("{other:?}"),
        },
    }
}
