//! What went wrong, said once, where it happened: the one error type of every layer.
//!
//! `What` is the kind that code acts on; the sentence is for people and always names the broker's address and the
//! request where they are known. It is cheap to clone, because one dead connection is the answer of all its callers.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime},
};

use crate::{ApiKey, ErrorCode};

/// Bytes (or a field) that can't be what the protocol says; the words say where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub String);

/// The kind of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An address or a setting that can't be used as typed.
    BadInput(String),
    /// The key does not fit the request's class; nothing was sent.
    BadKey(String),
    /// No connection came about: name not found, refused, unreachable, set-up not finished in time.
    Connect(String),
    /// Something answers there that is no Kafka broker (HTTP, TLS, a controller port).
    NotKafka(String),
    /// The connection ended. `sent` says whether any byte of the request may have reached the broker.
    Disconnected { sent: bool, why: String },
    /// No answer within the time. `sent` as above.
    Timeout { sent: bool, after: Duration },
    /// The broker wants to be left alone for this much longer than the request may take. Nothing was sent.
    Throttled { left: Duration },
    /// No encrypted connection came about: a certificate that is not believed, theirs or ours, or nothing in common.
    Tls(String),
    /// There is nothing to sign in with: no token came from where they come from, or it is over. No broker was told anything.
    Token(String),
    /// The broker doesn't know us: SASL failed.
    Authentication(String),
    /// The broker knows us and says no.
    Authorization(ErrorCode),
    /// The broker said an error code, with its own words where it gave any.
    Broker(ErrorCode, Option<String>),
    /// The bytes that came can't be a reply to this request.
    Decode(String),
    /// The connection is read-only and the request could write. Nothing was sent.
    ReadOnly,
    /// The version that this broker speaks can't carry what was asked: a field needs another one. Nothing was sent.
    NotInVersion { version: i16, why: String },
    /// The broker and this build share no version of the request.
    Unsupported { ours: (i16, i16), theirs: Option<(i16, i16)> },
    /// The snapshot (or the coordinator look-up) names no broker for this key.
    NoTarget(String),
    /// A write left and its answer never came: it may or may not have happened. Never sent again by itself.
    OutcomeUnknown(String),
    /// The addresses now answer for another cluster than before.
    OtherCluster { was: String, now: String },
    /// The caller closed the cluster.
    Closed,
    /// The caller stopped waiting; nothing more is known of it.
    Cancelled,
}

/// A failure, with where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Arc<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    what: What,
    address: Option<String>,
    broker: Option<i32>,
    api: Option<ApiKey>,
    left_at: Option<SystemTime>,
    find_out: Option<String>,
    tries: Option<(u32, Duration)>,
}

impl PartialEq for Inner {
    /// When it was and how long it was tried is not what happened: the same refusal of two calls is the same failure.
    fn eq(&self, other: &Inner) -> bool {
        let same = |inner: &Inner| (inner.broker, inner.api);
        self.what == other.what && self.address == other.address && same(self) == same(other)
    }
}

impl Eq for Inner {}

impl Error {
    #[must_use]
    pub fn new(what: What) -> Error {
        Error(Arc::new(Inner {
            what,
            address: None,
            broker: None,
            api: None,
            left_at: None,
            find_out: None,
            tries: None,
        }))
    }

    /// The failure a broker's error code stands for; `NONE` is not a failure and must not come here.
    #[must_use]
    pub fn from_code(code: ErrorCode, words: Option<String>) -> Error {
        if code.authorization() {
            return Error::new(What::Authorization(code));
        }
        if code.authentication() {
            return Error::new(What::Authentication(words.unwrap_or_else(|| code.sentence().to_owned())));
        }
        Error::new(What::Broker(code, words))
    }

    #[must_use]
    pub fn at(mut self, address: impl Into<String>) -> Error {
        Arc::make_mut(&mut self.0).address = Some(address.into());
        self
    }

    #[must_use]
    pub fn on_broker(mut self, broker: i32) -> Error {
        Arc::make_mut(&mut self.0).broker = Some(broker);
        self
    }

    #[must_use]
    pub fn asking(mut self, api: ApiKey) -> Error {
        Arc::make_mut(&mut self.0).api = Some(api);
        self
    }

    /// When the first byte of the request left.
    #[must_use]
    pub fn left(mut self, at: SystemTime) -> Error {
        Arc::make_mut(&mut self.0).left_at = Some(at);
        self
    }

    /// What to read to find out whether the request took effect, as a sentence without a full stop.
    #[must_use]
    pub fn to_find_out(mut self, sentence: impl Into<String>) -> Error {
        Arc::make_mut(&mut self.0).find_out = Some(sentence.into());
        self
    }

    /// How often it was tried until this was the answer, and for how long.
    #[must_use]
    pub fn after(mut self, attempts: u32, took: Duration) -> Error {
        Arc::make_mut(&mut self.0).tries = Some((attempts, took));
        self
    }

    #[must_use]
    pub fn left_at(&self) -> Option<SystemTime> {
        self.0.left_at
    }

    #[must_use]
    pub fn find_out(&self) -> Option<&str> {
        self.0.find_out.as_deref()
    }

    /// The attempts of a call that this ended, and how long they took together.
    #[must_use]
    pub fn tries(&self) -> Option<(u32, Duration)> {
        self.0.tries
    }

    #[must_use]
    pub fn what(&self) -> &What {
        &self.0.what
    }

    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.0.address.as_deref()
    }

    #[must_use]
    pub fn broker(&self) -> Option<i32> {
        self.0.broker
    }

    #[must_use]
    pub fn api(&self) -> Option<ApiKey> {
        self.0.api
    }

    /// The broker's error code, when the broker said one.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self.what() {
            What::Broker(code, _) | What::Authorization(code) => Some(*code),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what() {
            What::BadInput(why) | What::BadKey(why) | What::NoTarget(why) => write!(f, "{why}")?,
            What::Connect(why) => write!(f, "Can't connect: {why}")?,
            What::NotKafka(why) => write!(f, "Not a plain Kafka listener: {why}")?,
            What::Disconnected { sent: true, why } => write!(f, "Disconnected before the answer: {why}")?,
            What::Disconnected { sent: false, why } => {
                write!(f, "Disconnected before the request left: {why}")?
            }
            What::Timeout { sent: false, after } => {
                write!(f, "Could not be sent within {:.1} s", after.as_secs_f64())?
            }
            What::Timeout { sent: true, after } => {
                write!(f, "No answer within {:.1} s", after.as_secs_f64())?
            }
            What::Throttled { left } => write!(
                f,
                "The broker wants to be left alone for {:.1} s more, longer than this may take",
                left.as_secs_f64()
            )?,
            What::Tls(why) => write!(f, "No encrypted connection: {why}")?,
            What::Token(why) => write!(f, "Nothing to sign in with: {why}")?,
            What::Authentication(why) => write!(f, "Authentication failed: {why}")?,
            What::Authorization(code) => write!(f, "{} ({code})", code.sentence())?,
            What::Broker(code, None) => write!(f, "{} ({code})", code.sentence())?,
            What::Broker(code, Some(words)) => write!(f, "{} ({code}): {words}", code.sentence())?,
            What::Decode(why) => write!(f, "The reply can't be read: {why}")?,
            What::ReadOnly => {
                write!(f, "Refused here: this connection is read-only and the request could write")?
            }
            What::Unsupported { ours, theirs: Some(theirs) } => write!(
                f,
                "No common version: this program speaks v{}–{}, the broker v{}–{}",
                ours.0, ours.1, theirs.0, theirs.1
            )?,
            What::NotInVersion { version, why } => {
                write!(f, "The version that this broker speaks (v{version}) can't carry it: {why}")?
            }
            What::Unsupported { ours, theirs: None } => write!(
                f,
                "The broker does not offer this request in any version; this program speaks v{}–{} of it",
                ours.0, ours.1
            )?,
            What::OutcomeUnknown(why) => write!(f, "The outcome is unknown, it was not sent again: {why}")?,
            What::OtherCluster { was, now } => {
                write!(f, "Another cluster answers here: {now} instead of {was}")?
            }
            What::Closed => write!(f, "The connection was closed here")?,
            What::Cancelled => write!(f, "Nobody waits for the answer any more")?,
        }
        if let Some(api) = self.api() {
            write!(f, " [{api}")?;
            match (self.broker(), self.address()) {
                (Some(id), Some(address)) => write!(f, " to broker {id} at {address}]"),
                (Some(id), None) => write!(f, " to broker {id}]"),
                (None, Some(address)) => write!(f, " to {address}]"),
                (None, None) => write!(f, "]"),
            }
        } else if let Some(address) = self.address() {
            write!(f, " [{address}]")
        } else {
            Ok(())
        }
    }
}

impl std::error::Error for Error {}
