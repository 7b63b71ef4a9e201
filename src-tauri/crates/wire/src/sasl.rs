//! Signing in: who we are, in the mechanism that the listener asks for, without ever showing the secret.
//!
//! What is said to a broker stands here; when it is said stands with the connection. Two things would go wrong without
//! the parts of this: a password in a log, and an account that is locked because every socket of a pool tried a wrong
//! password again and again ([`standing`]).

mod aws;
mod bearer;
mod conversation;
mod date;
mod ready;
mod scram;
mod secret;
mod standing;
mod token;

use std::{fmt, sync::Arc};

pub use aws::{AwsFuture, AwsKeys, AwsSource, GivenKeys};
pub(crate) use conversation::{Conversation, Unconvincing};
pub(crate) use ready::Ready;
pub use scram::Hash;
pub use secret::Secret;
pub(crate) use standing::Standing;
pub use token::{GivenToken, Token, TokenFuture, TokenSource};

use crate::Error;
use bearer::{Bearer, Extensions};
use date::ended;
use scram::Keys;

/// Why there is no Kerberos here, and what to do about it.
pub const NO_KERBEROS: &str = "Kerberos (GSSAPI) is not in this program: it would need the Kerberos library and the tickets of \
                               each system. Use a listener of the cluster with SCRAM, OAUTHBEARER or client certificates, or have one opened \
                               for tools; with a delegation token a Kerberos user can also sign in by SCRAM.";

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
    Scram { hash: Hash, user: String, password: Secret, token: bool },
    Bearer { source: Arc<dyn TokenSource>, extensions: Extensions },
    MskIam { source: Arc<dyn AwsSource>, region: aws::Region },
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
        SignIn::by(How::Scram { hash, user: user.into(), password, token: false })
    }

    /// By a delegation token (KIP-48): its id, and its key in base 64 as Kafka's tool shows it.
    #[must_use]
    pub fn scram_token(hash: Hash, id: impl Into<String>, key: Secret) -> SignIn {
        SignIn::by(How::Scram { hash, user: id.into(), password: key, token: true })
    }

    /// OAUTHBEARER: a token from this source, and what goes with it.
    ///
    /// # Errors
    /// `What::BadInput`, for a name or a value of an extension that Kafka would not take.
    pub fn bearer(source: Arc<dyn TokenSource>, extensions: Vec<(String, String)>) -> Result<SignIn, Error> {
        Ok(SignIn::by(How::Bearer { source, extensions: Extensions::new(extensions)? }))
    }

    /// Amazon MSK by IAM. An empty region: that of each broker's name.
    ///
    /// # Errors
    /// `What::BadInput`, for a region that can't be one.
    pub fn msk_iam(source: Arc<dyn AwsSource>, region: &str) -> Result<SignIn, Error> {
        Ok(SignIn::by(How::MskIam { source, region: aws::Region::new(region)? }))
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
            How::Bearer { .. } => "OAUTHBEARER",
            How::MskIam { .. } => "AWS_MSK_IAM",
        }
    }

    /// Who is meant; where that only shows in what is fetched, what it is fetched by.
    #[must_use]
    pub fn user(&self) -> &str {
        match &self.how {
            How::Plain { user, .. } | How::Scram { user, .. } => user,
            How::Bearer { source, .. } => source.name(),
            How::MskIam { source, .. } => source.name(),
        }
    }

    pub(crate) fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What is said to the broker of this host name, once, with what was fetched for it.
    pub(crate) fn converse(&self, ready: &Ready, host: &str) -> Conversation {
        match (&self.how, ready) {
            (How::Plain { user, password }, _) => Conversation::plain(user, password),
            (How::Scram { hash, user, password, token }, _) => {
                Conversation::scram(*hash, user, *token, password.clone(), Arc::clone(&self.keys))
            }
            (How::Bearer { extensions, .. }, Ready::Token(token)) => {
                Conversation::Bearer(Box::new(Bearer::new(token, extensions)))
            }
            (How::MskIam { region, .. }, Ready::Keys(keys)) => Conversation::msk_iam(keys, region, host),
            (How::Bearer { .. } | How::MskIam { .. }, _) => {
                Conversation::impossible("nothing was fetched to sign in with")
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
