//! A token endpoint of the test's own (RFC 6749, client credentials): it knows one client, by a secret or by its key, and what is
//! asked for stands in the address, so that one issuer serves all set-ups. Its public key is where brokers look for it.
//!
//! `/unsecured` gives tokens that nobody signed (KIP-255), `/signed` such as the key of `/jwks` verifies, `/forged` the same with
//! another key. `?lasts=6&aud=kafka`: for how many seconds, and for whom.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::SystemTime,
};

use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rand::SystemRandom,
    rsa::KeySize,
    signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey},
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
    task::JoinSet,
};
use tokio_rustls::TlsAcceptor;

/// Who is in its tokens.
pub const NAME: &str = "https://issuer.example/brokerscope";
/// The client that it knows, and what that one proves it with.
pub const CLIENT: &str = "brokerscope-of-the-test";
pub const SECRET: &str = "client-Rk4+/hush";
/// For whom its tokens are, unless the address says otherwise.
pub const AUDIENCE: &str = "kafka";

pub struct Issuer {
    shared: Arc<Shared>,
    http: u16,
    https: u16,
    /// Ends with this.
    _running: JoinSet<()>,
}

struct Shared {
    ours: RsaKeyPair,
    stranger: RsaKeyPair,
    client: RsaKeyPair,
    given: AtomicUsize,
    refused: AtomicUsize,
}

impl Issuer {
    /// Listens with and without encryption.
    pub async fn start(encryption: TlsAcceptor) -> Issuer {
        let key = || RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
        let shared = Arc::new(Shared {
            ours: key(),
            stranger: key(),
            client: key(),
            given: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
        });
        let mut running = JoinSet::new();
        let mut ports = [0; 2];
        for (port, encryption) in ports.iter_mut().zip([None, Some(encryption)]) {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            *port = listener.local_addr().unwrap().port();
            running.spawn(listen(listener, encryption, Arc::clone(&shared)));
        }
        let [http, https] = ports;
        Issuer { shared, http, https, _running: running }
    }

    pub fn http(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http)
    }

    pub fn https(&self, path: &str) -> String {
        format!("https://127.0.0.1:{}{path}", self.https)
    }

    /// The private key of the client, as PKCS8.
    pub fn client_key(&self) -> Vec<u8> {
        AsDer::<Pkcs8V1Der<'_>>::as_der(&self.shared.client).unwrap().as_ref().to_vec()
    }

    /// How many tokens were given, and how many who asked were refused.
    pub fn counts(&self) -> (usize, usize) {
        (self.shared.given.load(Ordering::Acquire), self.shared.refused.load(Ordering::Acquire))
    }
}

async fn listen(listener: TcpListener, encryption: Option<TlsAcceptor>, shared: Arc<Shared>) {
    let mut talks = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (encryption, shared) = (encryption.clone(), Arc::clone(&shared));
        talks.spawn(async move {
            match encryption {
                None => talk(stream, "http", &shared).await,
                Some(encryption) => {
                    if let Ok(stream) = encryption.accept(stream).await {
                        talk(stream, "https", &shared).await;
                    }
                }
            }
        });
    }
}

async fn talk(mut stream: impl AsyncRead + AsyncWrite + Unpin, scheme: &str, shared: &Shared) {
    let mut bytes = Vec::new();
    let question = loop {
        match stream.read_buf(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if let Some(question) = Question::read(&String::from_utf8_lossy(&bytes)) {
            break question;
        }
    };
    let (status, body) = shared.answer(scheme, &question);
    let body = body.to_string();
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n");
    let whole = format!("{head}content-length: {length}\r\n\r\n{body}");
    let _ = stream.write_all(whole.as_bytes()).await;
    let _ = stream.shutdown().await;
}

struct Question {
    /// With what stands behind the `?`.
    target: String,
    headers: BTreeMap<String, String>,
    form: BTreeMap<String, String>,
}

impl Question {
    /// `None` as long as something is missing.
    fn read(text: &str) -> Option<Question> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let target = lines.next()?.split(' ').nth(1)?.to_owned();
        let headers: BTreeMap<_, _> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        (length <= body.len()).then(|| Question { target, headers, form: pairs(body) })
    }
}

fn pairs(text: &str) -> BTreeMap<String, String> {
    text.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), decoded(value)))
        .collect()
}

/// `%2B` is `+`.
fn decoded(text: &str) -> String {
    let (mut out, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        rest = others;
        match (first, others) {
            (b'%', [high, low, others @ ..]) => {
                let code = [*high, *low];
                out.push(u8::from_str_radix(std::str::from_utf8(&code).unwrap(), 16).unwrap());
                rest = others;
            }
            _ => out.push(*first),
        }
    }
    String::from_utf8(out).unwrap()
}

impl Shared {
    fn answer(&self, scheme: &str, question: &Question) -> (u16, Value) {
        let (path, asked) = question.target.split_once('?').unwrap_or((&question.target, ""));
        if path == "/jwks" {
            return (200, json!({ "keys": [public(&self.ours)] }));
        }
        let there = format!("{scheme}://{}{}", question.headers["host"], question.target);
        if let Err(why) = self.believes(question, &there) {
            self.refused.fetch_add(1, Ordering::AcqRel);
            return (401, json!({ "error": "invalid_client", "error_description": why }));
        }
        let asked = pairs(asked);
        let lasts: u64 = asked.get("lasts").map_or(3600, |lasts| lasts.parse().unwrap());
        let audience = asked.get("aud").map_or(AUDIENCE, String::as_str);
        self.given.fetch_add(1, Ordering::AcqRel);
        let number = self.given.load(Ordering::Acquire);
        let key = match path {
            "/unsecured" => None,
            "/signed" => Some(&self.ours),
            "/forged" => Some(&self.stranger),
            other => panic!("nothing is at {other}"),
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let claims = json!({
            "iss": NAME, "sub": CLIENT, "aud": audience, "jti": number.to_string(), "iat": now, "exp": now + lasts,
            "scope": question.form.get("scope"),
        });
        let token = jwt(key, &claims);
        (200, json!({ "access_token": token, "token_type": "Bearer", "expires_in": lasts }))
    }

    /// By the header, or by an assertion that the client's key signed for this very address (RFC 7523).
    fn believes(&self, question: &Question, there: &str) -> Result<(), &'static str> {
        let said = |name: &str| question.form.get(name).map(String::as_str);
        if said("grant_type") != Some("client_credentials") {
            return Err("another grant");
        }
        let Some(assertion) = said("client_assertion") else {
            let right = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{SECRET}")));
            return match question.headers.get("authorization") {
                Some(said) if *said == right => Ok(()),
                Some(_) => Err("another client or another secret"),
                None => Err("nothing is proven"),
            };
        };
        if said("client_assertion_type") != Some("urn:ietf:params:oauth:client-assertion-type:jwt-bearer") {
            return Err("an assertion of another type");
        }
        let (signed, signature) = assertion.rsplit_once('.').ok_or("no JWT")?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| "no JWT")?;
        UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, self.client.public_key().as_ref())
            .verify(signed.as_bytes(), &signature)
            .map_err(|_| "signed by another key")?;
        let claims = signed.split('.').nth(1).and_then(|claims| URL_SAFE_NO_PAD.decode(claims).ok());
        let claims: Value = serde_json::from_slice(&claims.ok_or("no JWT")?).map_err(|_| "no JWT")?;
        if claims["iss"] != CLIENT || claims["sub"] != CLIENT || said("client_id") != Some(CLIENT) {
            return Err("another client");
        }
        if claims["aud"] != there { Err("for another address") } else { Ok(()) }
    }
}

const KEY_ID: &str = "key-of-the-issuer";

fn jwt(key: Option<&RsaKeyPair>, claims: &Value) -> String {
    let part = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let Some(key) = key else { return format!("{}.{}.", part(&json!({ "alg": "none" })), part(claims)) };
    let header = json!({ "alg": "RS256", "typ": "JWT", "kid": KEY_ID });
    let said = format!("{}.{}", part(&header), part(claims));
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), said.as_bytes(), &mut signature).unwrap();
    format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// The public half as a JWK (RFC 7517).
fn public(key: &RsaKeyPair) -> Value {
    // RSAPublicKey (RFC 8017): a sequence of two integers. One of 2048 bits has lengths of two bytes, and a zero before its
    // modulus.
    let der = key.public_key().as_ref();
    let [0x30, 0x82, _, _, 0x02, 0x82, 0x01, 0x01, 0x00, rest @ ..] = der else {
        panic!("no key of 2048 bits")
    };
    let (modulus, rest) = rest.split_at(256);
    let [0x02, length, exponent @ ..] = rest else { panic!("no exponent") };
    assert_eq!(usize::from(*length), exponent.len());
    json!({
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": KEY_ID,
        "n": URL_SAFE_NO_PAD.encode(modulus), "e": URL_SAFE_NO_PAD.encode(exponent),
    })
}
