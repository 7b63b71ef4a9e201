//! Signing in: who we are, in the mechanism that the listener asks for, without ever showing the secret.
//!
//! What is said to a broker stands here; when it is said stands with the connection. Two things would go wrong without
//! the parts of this: a password in a log, and an account that is locked because every socket of a pool tried a wrong
//! password again and again ([`standing`]).

mod conversation;
mod scram;
mod secret;
mod standing;

use std::{fmt, sync::Arc};

pub(crate) use conversation::{Conversation, Unconvincing};
pub use scram::Hash;
pub use secret::Secret;
pub(crate) use standing::Standing;

use scram::Keys;

/// Credentials for the brokers of one cluster. Clones are the same credentials, and know together whether they were refused.
#[derive(Clone)]
pub struct SignIn {
    how: How,
    standing: Arc<Standing>,
    /// Of the last SCRAM conversation: deriving them is slow on purpose, and they are the same on every broker.
    keys: Arc<Keys>,
}

#[derive(Clone)]
enum How {
    Plain { user: String, password: Secret },
    Scram { hash: Hash, user: String, password: Secret },
}

impl SignIn {
    /// Name and password as they are. Without encryption everybody on the way can read them.
    #[must_use]
    pub fn plain(user: impl Into<String>, password: Secret) -> SignIn {
        SignIn::by(How::Plain { user: user.into(), password })
    }

    /// The password stays here; both sides prove that they know it.
    #[must_use]
    pub fn scram(hash: Hash, user: impl Into<String>, password: Secret) -> SignIn {
        SignIn::by(How::Scram { hash, user: user.into(), password })
    }

    fn by(how: How) -> SignIn {
        SignIn { how, standing: Arc::default(), keys: Arc::default() }
    }

    /// The same credentials, of which nothing is known yet: for another cluster, or to try again because somebody wishes it.
    #[must_use]
    pub fn afresh(&self) -> SignIn {
        SignIn::by(self.how.clone())
    }

    /// As the protocol names it.
    #[must_use]
    pub fn mechanism(&self) -> &'static str {
        match &self.how {
            How::Plain { .. } => "PLAIN",
            How::Scram { hash: Hash::Sha256, .. } => "SCRAM-SHA-256",
            How::Scram { hash: Hash::Sha512, .. } => "SCRAM-SHA-512",
        }
    }

    #[must_use]
    pub fn user(&self) -> &str {
        match &self.how {
            How::Plain { user, .. } | How::Scram { user, .. } => user,
        }
    }

    pub(crate) fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What is said to one broker, once.
    pub(crate) fn converse(&self) -> Conversation {
        match &self.how {
            How::Plain { user, password } => Conversation::plain(user, password),
            How::Scram { hash, user, password } => {
                Conversation::scram(*hash, user, password.clone(), Arc::clone(&self.keys))
            }
        }
    }
}

impl fmt::Debug for SignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignIn")
            .field("mechanism", &self.mechanism())
            .field("user", &self.user())
            .finish_non_exhaustive()
    }
}
