//! A listener that asks for a sign-in: who is known, by which mechanisms, and for how long a sign-in lasts. Without it neither
//! a wrong password nor a sign-in that runs out could be played without real brokers.
//!
//! A test changes it while the brokers run: a password, the mechanisms, the time.

mod iam;
mod meeting;
mod scram;

use std::collections::BTreeMap;
use std::time::Duration;

use iam::Keys;
pub(crate) use meeting::{Answer, SignIn};
use scram::Verifier;

use crate::state::Mechanism;

/// What the listeners of all brokers ask for.
#[derive(Debug, Clone)]
#[must_use]
pub struct SaslListener {
    mechanisms: Vec<String>,
    users: BTreeMap<String, User>,
    aws_keys: BTreeMap<String, Keys>,
    lifetime: Option<Duration>,
    iterations: u32,
}

#[derive(Debug, Clone)]
struct User {
    password: String,
    sha256: Verifier,
    sha512: Verifier,
}

impl Default for SaslListener {
    fn default() -> Self {
        let all = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"];
        Self {
            mechanisms: all.iter().map(ToString::to_string).collect(),
            users: BTreeMap::new(),
            aws_keys: BTreeMap::new(),
            lifetime: None,
            iterations: 4096,
        }
    }
}

impl SaslListener {
    /// PLAIN and both SCRAMs, nobody known yet, sign-ins without end.
    pub fn new() -> Self {
        Self::default()
    }

    /// `sasl.enabled.mechanisms`.
    pub fn mechanisms(mut self, mechanisms: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.mechanisms = mechanisms.into_iter().map(Into::into).collect();
        self
    }

    /// One more user, or another password for one.
    pub fn user(mut self, name: &str, password: &str) -> Self {
        self.set_password(name, password);
        self
    }

    /// Access keys of AWS, as a cluster of Amazon MSK knows them; those of a session come with its token.
    pub fn aws_keys(mut self, access: &str, secret: &str, session: Option<&str>) -> Self {
        let keys = Keys { secret: secret.to_owned(), session: session.map(str::to_owned) };
        self.aws_keys.insert(access.to_owned(), keys);
        self
    }

    /// `connections.max.reauth.ms`.
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = Some(lifetime);
        self
    }

    /// Of the SCRAM users named after this.
    pub fn iterations(mut self, iterations: u32) -> Self {
        self.iterations = iterations;
        self
    }

    pub fn set_password(&mut self, name: &str, password: &str) {
        let verifier = |hash| Verifier::of(hash, password, self.iterations);
        let (sha256, sha512) = (verifier(Mechanism::Sha256), verifier(Mechanism::Sha512));
        self.users.insert(name.to_owned(), User { password: password.to_owned(), sha256, sha512 });
    }
}
