//! How far one connection has come in signing in, after `SaslServerAuthenticator` and `KafkaChannel` of a real broker:
//! before the end of it every other request closes the connection, and after a sign-in has run out too.

use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::scram::{Scram, Verifier};
use super::{SaslListener, User, iam};
use crate::api::{Call, sasl_authenticate, sasl_handshake};
use crate::state::{Mechanism, State};
use crate::{code, key};

/// A broker does not let itself be signed in to again sooner than this after the last time.
const LEAST_BETWEEN: Duration = Duration::from_secs(1);

/// What happens to a request.
pub(crate) enum Answer {
    /// It has nothing to do with signing in.
    Serve,
    Body(Bytes),
    /// These bytes, and then the connection ends.
    Last(Bytes),
    Close,
}

/// One connection's sign-in.
#[derive(Debug, Default)]
pub(crate) struct SignIn {
    stage: Stage,
    /// When this began last, once there was a sign-in.
    began: Option<Instant>,
    until: Option<Instant>,
}

#[derive(Debug, Default)]
enum Stage {
    #[default]
    Stranger,
    Agreed(Talk),
    SignedIn,
}

#[derive(Debug)]
enum Talk {
    Plain,
    Iam,
    Scram(Mechanism),
    Proving(Box<Scram>),
}

/// What a step of the conversation came to.
enum Heard {
    Goes(Talk, Vec<u8>),
    Taken(Vec<u8>),
    Refused(String),
}

impl SignIn {
    pub(crate) fn meet(&mut self, call: &Call, state: &Mutex<State>, body: &Bytes) -> Answer {
        let listener = state.lock().sasl.clone();
        let signing = matches!(call.key, key::SASL_HANDSHAKE | key::SASL_AUTHENTICATE);
        let known = state.lock().broker(call.broker).ok().and_then(|at| at.versions.get(&call.key).copied());
        if signing && !known.is_some_and(|(min, max)| (min..=max).contains(&call.version)) {
            return Answer::Close;
        }
        let Some(listener) = listener else {
            return if signing { out_of_place(call) } else { Answer::Serve };
        };
        match (call.key, &self.stage) {
            (key::SASL_HANDSHAKE, Stage::SignedIn) if !self.may_renew(&listener) => out_of_place(call),
            (key::SASL_HANDSHAKE, Stage::SignedIn | Stage::Stranger) => self.agree(call, &listener, body),
            (key::SASL_AUTHENTICATE, Stage::SignedIn) => out_of_place(call),
            (key::SASL_AUTHENTICATE, Stage::Agreed(_)) => self.hear(call, &listener, body),
            (key::API_VERSIONS, Stage::Stranger) => Answer::Serve,
            (_, Stage::SignedIn) if self.until.is_none_or(|until| Instant::now() < until) => Answer::Serve,
            _ => Answer::Close,
        }
    }

    fn may_renew(&self, listener: &SaslListener) -> bool {
        listener.lifetime.is_some() && self.began.is_none_or(|began| began.elapsed() >= LEAST_BETWEEN)
    }

    fn agree(&mut self, call: &Call, listener: &SaslListener, body: &Bytes) -> Answer {
        let renewing = matches!(self.stage, Stage::SignedIn);
        let Some(mechanism) = sasl_handshake::mechanism(body) else { return Answer::Close };
        let talk = match mechanism.as_str() {
            "PLAIN" => Some(Talk::Plain),
            "AWS_MSK_IAM" => Some(Talk::Iam),
            "SCRAM-SHA-256" => Some(Talk::Scram(Mechanism::Sha256)),
            "SCRAM-SHA-512" => Some(Talk::Scram(Mechanism::Sha512)),
            _ => None,
        };
        let offered = listener.mechanisms.contains(&mechanism);
        let code = call.code(|| if offered { code::NONE } else { code::UNSUPPORTED_SASL_MECHANISM });
        let Some(answer) = sasl_handshake::encode(call.version, code, &listener.mechanisms) else {
            return Answer::Close;
        };
        match talk {
            Some(talk) if code == code::NONE => {
                if renewing {
                    self.began = Some(Instant::now());
                }
                self.stage = Stage::Agreed(talk);
                Answer::Body(answer)
            }
            _ => Answer::Last(answer),
        }
    }

    fn hear(&mut self, call: &Call, listener: &SaslListener, body: &Bytes) -> Answer {
        let Some(said) = sasl_authenticate::said(call.version, body) else { return Answer::Close };
        let Stage::Agreed(talk) = std::mem::take(&mut self.stage) else { return Answer::Close };
        let heard = match call.forced {
            Some(_) => Heard::Refused("The sign-in failed.".to_owned()),
            None => talk.hear(listener, &said),
        };
        let reply = |code, words: Option<&str>, said: Vec<u8>, lifetime| {
            sasl_authenticate::encode(call.version, code, words, said, lifetime)
        };
        match heard {
            Heard::Goes(next, says) => {
                self.stage = Stage::Agreed(next);
                reply(code::NONE, None, says, None).map_or(Answer::Close, Answer::Body)
            }
            Heard::Taken(says) => {
                self.stage = Stage::SignedIn;
                self.until = listener.lifetime.map(|lifetime| Instant::now() + lifetime);
                reply(code::NONE, None, says, listener.lifetime).map_or(Answer::Close, Answer::Body)
            }
            Heard::Refused(words) => {
                let code = call.code(|| code::SASL_AUTHENTICATION_FAILED);
                reply(code, Some(&words), Vec::new(), None).map_or(Answer::Close, Answer::Last)
            }
        }
    }
}

impl Talk {
    fn hear(self, listener: &SaslListener, said: &[u8]) -> Heard {
        match self {
            Talk::Plain => match plain(listener, said) {
                Some(()) => Heard::Taken(Vec::new()),
                None => Heard::Refused("Authentication failed: Invalid username or password".to_owned()),
            },
            Talk::Iam => match iam::answer(said, |access| listener.aws_keys.get(access).cloned()) {
                Some(says) => Heard::Taken(says),
                None => Heard::Refused(format!("[{}]: Access denied", uuid::Uuid::nil())),
            },
            Talk::Scram(hash) => {
                let known = |name: &str| listener.users.get(name).map(|user| user.verifier(hash).clone());
                match Scram::challenge(hash, said, known) {
                    Some((scram, says)) => Heard::Goes(Talk::Proving(Box::new(scram)), says),
                    None => refused(hash),
                }
            }
            Talk::Proving(scram) => match scram.verify(said) {
                Some(signature) => Heard::Taken(signature),
                None => refused(scram.hash()),
            },
        }
    }
}

impl User {
    fn verifier(&self, hash: Mechanism) -> &Verifier {
        match hash {
            Mechanism::Sha256 => &self.sha256,
            Mechanism::Sha512 => &self.sha512,
        }
    }
}

fn refused(hash: Mechanism) -> Heard {
    let name = match hash {
        Mechanism::Sha256 => "SCRAM-SHA-256",
        Mechanism::Sha512 => "SCRAM-SHA-512",
    };
    Heard::Refused(format!(
        "Authentication failed during authentication due to invalid credentials with SASL mechanism {name}"
    ))
}

/// On whose behalf, who, and the password, each after a NUL.
fn plain(listener: &SaslListener, said: &[u8]) -> Option<()> {
    let mut parts = std::str::from_utf8(said).ok()?.split('\0');
    let (_, name, password) = (parts.next()?, parts.next()?, parts.next()?);
    (listener.users.get(name)?.password == password && parts.next().is_none()).then_some(())
}

/// As the broker's own handler answers where nothing is to be signed in to.
fn out_of_place(call: &Call) -> Answer {
    let body = if call.key == key::SASL_HANDSHAKE {
        sasl_handshake::encode(call.version, code::ILLEGAL_SASL_STATE, &[])
    } else {
        let words = "SaslAuthenticate request received after successful authentication";
        sasl_authenticate::encode(call.version, code::ILLEGAL_SASL_STATE, Some(words), Vec::new(), None)
    };
    body.map_or(Answer::Close, Answer::Body)
}
