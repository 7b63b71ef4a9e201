//! A web server of a few lines: it keeps what it was asked, and answers what the test says, also nonsense.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
    task::JoinSet,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

pub(super) struct Server {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
    /// Ends with this.
    _running: JoinSet<()>,
}

/// An answer with this body.
pub(super) fn json(status: u16, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
}

impl Server {
    /// Gives one of these to each who asks, and hangs up on whoever comes after the last.
    pub(super) async fn start(answers: Vec<String>) -> Server {
        Server::run("http", Some(answers), None).await
    }

    /// Takes the question and says nothing.
    pub(super) async fn silent() -> Server {
        Server::run("http", None, None).await
    }

    /// With a certificate of its own for 127.0.0.1, which it hands out.
    pub(super) async fn encrypted(answers: Vec<String>) -> (Server, Vec<u8>) {
        let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        (Server::run("https", Some(answers), Some(acceptor)).await, certificate.to_vec())
    }

    async fn run(scheme: &str, answers: Option<Vec<String>>, tls: Option<TlsAcceptor>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("{scheme}://{}/token", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = answers.map(|answers| Arc::new(Mutex::new(VecDeque::from(answers))));
        let mut running = JoinSet::new();
        let kept = Arc::clone(&asked);
        running.spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (kept, answers, tls) = (Arc::clone(&kept), answers.clone(), tls.clone());
                talks.spawn(async move {
                    match tls {
                        None => talk(stream, &kept, answers.as_deref()).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                talk(stream, &kept, answers.as_deref()).await;
                            }
                        }
                    }
                });
            }
        });
        Server { url, asked, _running: running }
    }

    pub(super) fn url(&self) -> String {
        self.url.clone()
    }

    /// What it was asked, head and body.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn talk(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    asked: &Mutex<Vec<String>>,
    answers: Option<&Mutex<VecDeque<String>>>,
) {
    let mut question = Vec::new();
    while !is_whole(&question) {
        match stream.read_buf(&mut question).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
    asked.lock().unwrap().push(String::from_utf8(question).unwrap());
    let Some(answers) = answers else { return std::future::pending().await };
    let answer = answers.lock().unwrap().pop_front().unwrap_or_default();
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}

fn is_whole(question: &[u8]) -> bool {
    let text = String::from_utf8_lossy(question);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .and_then(|length| length.parse().ok());
    length.unwrap_or(0) <= body.len()
}
