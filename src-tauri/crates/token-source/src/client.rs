//! Client credentials (KIP-768): a token from an endpoint, fetched once for all connections of a cluster and again in time.
//!
//! Fifty sockets sign in at once, and each would ask for a token of its own. So one asks and all have the answer, as long as more
//! than half of its life is left; a failure is everybody's for a moment too, and a refusal for longer each time.

use std::{
    fmt::{self, Write as _},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use tokio::time::{Instant, sleep, timeout_at};
use wire::{Error, Roots, Secret, Tls, TlsPlan, Token, TokenFuture, TokenSource, Verify, What};
use zeroize::Zeroizing;

use crate::{
    SigningKey,
    endpoint::Endpoint,
    exchange::{Question, ask},
    failure::Failure,
};

/// How long a token is taken to live that doesn't say so.
const UNTOLD_LIFE: Duration = Duration::from_secs(60);
/// Between two questions of one call: doubled each time, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_HOLD: Duration = Duration::from_secs(600);

/// How tokens are asked for.
#[derive(Debug)]
pub struct Plan {
    pub endpoint: String,
    pub client_id: String,
    pub proof: Proof,
    /// Empty: none is asked for.
    pub scope: String,
    /// Empty: none is named.
    pub audience: String,
    /// Whose certificates are believed at the endpoint, beside the system's: the brokers of many have an authority of their own,
    /// and the endpoint a public one.
    pub roots: Roots,
    /// For one question and its answer.
    pub timeout: Duration,
}

/// How the client proves that it is the one.
#[derive(Debug)]
pub enum Proof {
    /// By a secret, sent as it is (Kafka's default); `encoded`: as RFC 6749 has it, which some endpoints insist on
    /// (`sasl.oauthbearer.header.urlencode`).
    Secret { secret: Secret, encoded: bool },
    /// By a signature.
    Key(Box<SigningKey>),
}

/// Fetches tokens as planned; made once for a cluster.
pub struct ClientCredentials {
    endpoint: Endpoint,
    plan: Plan,
    /// One after the other, until one believes what the endpoint shows; none where nothing is encrypted.
    tls: Vec<Tls>,
    /// Held by the one who asks.
    asking: tokio::sync::Mutex<()>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// With the time at which somebody has to ask for the next.
    token: Option<(Token, SystemTime)>,
    failed: Option<(Error, Instant)>,
    in_a_row: u32,
}

impl ClientCredentials {
    /// Reads the system's authorities where those are believed, from files; not for a thread that must not wait.
    ///
    /// # Errors
    /// `What::BadInput`, for an address, a name or authorities that can't be used.
    pub fn new(mut plan: Plan) -> Result<ClientCredentials, Error> {
        let endpoint = Endpoint::parse(&plan.endpoint)?;
        if plan.client_id.trim().is_empty() {
            return Err(Error::new(What::BadInput(
                "the client id for the token endpoint is missing".to_owned(),
            )));
        }
        let roots = std::mem::replace(&mut plan.roots, Roots::Own(Vec::new()));
        let tls = if endpoint.encrypted { believed(roots)? } else { Vec::new() };
        Ok(ClientCredentials {
            endpoint,
            plan,
            tls,
            asking: tokio::sync::Mutex::default(),
            kept: Mutex::default(),
        })
    }

    async fn get(&self, deadline: Instant) -> Result<Token, Error> {
        if let Some(known) = self.known() {
            return known;
        }
        let Ok(_asking) = timeout_at(deadline, self.asking.lock()).await else {
            return Err(self.error("it has been asked already and has not answered yet"));
        };
        // Who asked before may have been answered.
        if let Some(known) = self.known() {
            return known;
        }
        let fetched = self.fetch(deadline).await;
        self.keep(fetched)
    }

    /// Asked again as long as there is time and hope.
    async fn fetch(&self, deadline: Instant) -> Result<Token, Failure> {
        let mut pause = FIRST_PAUSE;
        loop {
            let limit = deadline.min(Instant::now() + self.plan.timeout);
            let why = match self.once(limit).await {
                Err(Failure::Passing(why)) => why,
                settled => return settled,
            };
            let wait = pause.mul_f64(rand::random_range(0.75..1.25));
            if deadline <= Instant::now() + wait {
                return Err(Failure::Passing(why));
            }
            sleep(wait).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn once(&self, deadline: Instant) -> Result<Token, Failure> {
        let question = self.question()?;
        let hidden = match &self.plan.proof {
            Proof::Secret { secret, .. } => secret.text(),
            Proof::Key(_) => "",
        };
        let reply = ask(&self.endpoint, &self.tls, &question, deadline).await?;
        let said =
            question.authorization.as_ref().and_then(|said| said.strip_prefix("Basic ")).unwrap_or_default();
        reply.token(SystemTime::now(), &[hidden, said])
    }

    fn question(&self) -> Result<Question, Failure> {
        let Plan { client_id, proof, scope, audience, .. } = &self.plan;
        let mut form = Zeroizing::new("grant_type=client_credentials".to_owned());
        let mut put = |name: &str, value: &str| {
            if !value.is_empty() {
                let _ = write!(form, "&{name}={}", *encoded(value));
            }
        };
        put("scope", scope.trim());
        put("audience", audience.trim());
        let authorization = match proof {
            Proof::Secret { secret, encoded: false } => Some(basic(client_id, secret.text())),
            Proof::Secret { secret, encoded: true } => {
                Some(basic(&encoded(client_id), &encoded(secret.text())))
            }
            Proof::Key(key) => {
                let assertion = key.assertion(client_id, &self.endpoint.url(), SystemTime::now());
                let assertion =
                    assertion.ok_or_else(|| Failure::Wrong("the private key did not sign".to_owned()))?;
                put("client_id", client_id);
                put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
                put("client_assertion", &assertion);
                None
            }
        };
        Ok(Question { form, authorization })
    }

    /// The answer that is there without asking.
    fn known(&self) -> Option<Result<Token, Error>> {
        let kept = self.kept();
        if let Some((token, _)) = kept.token.as_ref().filter(|(_, due)| SystemTime::now() < *due) {
            return Some(Ok(token.clone()));
        }
        kept.failed.as_ref().filter(|(_, until)| Instant::now() < *until).map(|(why, _)| Err(why.clone()))
    }

    fn keep(&self, fetched: Result<Token, Failure>) -> Result<Token, Error> {
        let mut kept = self.kept();
        match fetched {
            Ok(token) => {
                let now = SystemTime::now();
                let lives =
                    token.expires_at().map_or(UNTOLD_LIFE, |end| end.duration_since(now).unwrap_or_default());
                let due = now.checked_add(lives / 2).unwrap_or(now);
                *kept = Kept { token: Some((token.clone(), due)), ..Kept::default() };
                Ok(token)
            }
            Err(why) => {
                let factor = 1 << kept.in_a_row.min(16);
                let pause = match &why {
                    Failure::Refused(_) => why.pause().saturating_mul(factor).min(LONGEST_HOLD),
                    Failure::Passing(_) | Failure::Wrong(_) => why.pause(),
                };
                kept.in_a_row =
                    if matches!(why, Failure::Refused(_)) { kept.in_a_row.saturating_add(1) } else { 0 };
                let error = self.error(why.words());
                kept.failed = Some((error.clone(), Instant::now() + pause));
                Err(error)
            }
        }
    }

    fn error(&self, why: &str) -> Error {
        Error::new(What::Token(format!(
            "no token from {} for {}: {why}",
            self.endpoint.url(),
            self.plan.client_id
        )))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Plain values, each change of which is whole.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenSource for ClientCredentials {
    fn name(&self) -> &str {
        &self.plan.client_id
    }

    fn token(&self, deadline: Instant) -> TokenFuture<'_> {
        Box::pin(self.get(deadline))
    }

    fn refused(&self, token: &Token) {
        let mut kept = self.kept();
        if kept.token.as_ref().is_some_and(|(kept, _)| kept.text().text() == token.text().text()) {
            kept.token = None;
        }
    }
}

impl fmt::Debug for ClientCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientCredentials")
            .field("endpoint", &self.endpoint.url())
            .field("client_id", &self.plan.client_id)
            .finish_non_exhaustive()
    }
}

fn believed(roots: Roots) -> Result<Vec<Tls>, Error> {
    let tls = |roots| Tls::new(TlsPlan { roots, identity: None, verify: Verify::Everything });
    match roots {
        Roots::System => Ok(vec![tls(Roots::System)?]),
        // A system without authorities is no hindrance to who brings one.
        own @ Roots::Own(_) => Ok([tls(own)?].into_iter().chain(tls(Roots::System).ok()).collect()),
    }
}

fn basic(client: &str, secret: &str) -> Zeroizing<String> {
    let both = Zeroizing::new(format!("{client}:{secret}"));
    Zeroizing::new(format!("Basic {}", STANDARD.encode(both.as_bytes())))
}

/// As forms have it (`application/x-www-form-urlencoded`), without their `+` for a space, which not everybody reads.
fn encoded(text: &str) -> Zeroizing<String> {
    let mut out = Zeroizing::new(String::with_capacity(text.len()));
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
