//! A failure as the window gets it: a kind to act on, a code to quote, a sentence to read. The window never looks into
//! the sentence to decide anything.

use serde::{Deserialize, Serialize};

use crate::{Int64, Millis, SecretKind};

/// What the reader can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// Something typed can't be used as it stands.
    BadInput,
    /// Nothing was reached: name, refused, unreachable, silent.
    Connect,
    /// Something answers there that is no Kafka broker.
    NotKafka,
    /// No answer in time.
    Timeout,
    /// The connection ended before the answer.
    Disconnected,
    /// No encrypted connection came about: a certificate that is not believed, or nothing in common.
    Tls,
    /// There is nothing to sign in with: no token came from where tokens come from, or it is over.
    Token,
    Authentication,
    Authorization,
    /// The broker answered with an error code.
    Broker,
    /// The reply can't be read.
    Decode,
    /// Refused in this program: the connection is read-only.
    ReadOnly,
    /// The broker is too old (or too new) for this request.
    Unsupported,
    /// No broker is known that this could go to.
    NoTarget,
    OutcomeUnknown,
    OtherCluster,
    /// The cluster is not open any more.
    NotOpen,
    /// The thing asked for is not there (any more).
    NotFound,
    /// A file of this program can't be read or written.
    Storage,
    /// A secret is missing or doesn't fit; which one is in [`ApiError::secret`].
    SecretNeeded,
    /// The secret is in the encrypted file, and that is locked.
    SecretsLocked,
}

/// A failure, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiError {
    pub kind: ErrorKind,
    /// Kafka's number, when a broker said one.
    pub code: Option<i16>,
    /// Kafka's name for it.
    pub code_name: Option<String>,
    /// What happened, with address and request in it.
    pub message: String,
    /// What to try, when something can be tried.
    pub advice: Option<String>,
    pub broker: Option<i32>,
    pub address: Option<String>,
    pub api: Option<String>,
    /// When the request left, where that matters: a change whose outcome is unknown.
    pub left_at: Option<Millis>,
    /// The secret that has to be given for it to go on.
    #[serde(default)]
    pub secret: Option<SecretKind>,
    pub at: Millis,
}

impl ApiError {
    /// A failure that is about no broker.
    #[must_use]
    pub fn plain(kind: ErrorKind, message: impl Into<String>, at: Millis) -> ApiError {
        ApiError {
            kind,
            code: None,
            code_name: None,
            message: message.into(),
            advice: None,
            broker: None,
            address: None,
            api: None,
            left_at: None,
            secret: None,
            at,
        }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

/// One broker that did not give its part, while others did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokerFailure {
    pub broker: i32,
    pub error: ApiError,
    /// When this broker last gave its part; what is shown of it is from then.
    pub last_good: Option<Int64>,
}
