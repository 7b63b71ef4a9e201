//! Signing in to Amazon MSK by IAM: whose keys, and for which region.
//!
//! The mechanism is Amazon's own, `AWS_MSK_IAM`, and not OAUTHBEARER with a signed token, which MSK takes as well: the form of
//! its message is published together with the library that everybody uses, each sign-in is signed anew and good at one broker
//! for 15 minutes, and nothing that could be reused stays on the way.
//!
//! The signing is our own: hashes that SCRAM brings already, held to Amazon's examples. Its library would bring a runtime for
//! web services with it.

mod message;
mod signing;

use std::{fmt, future::Future, pin::Pin, time::SystemTime};

use tokio::time::Instant;

pub(super) use message::{Region, heard, said};

use super::{Secret, ended};
use crate::{Error, What};

/// Access keys, for good or for a session.
#[derive(Clone)]
pub struct AwsKeys {
    /// Its id, which is no secret.
    pub access_key: String,
    pub secret_key: Secret,
    /// Where they are those of a session.
    pub session_token: Option<Secret>,
    /// When the session ends, where that is known.
    pub expires_at: Option<SystemTime>,
}

impl AwsKeys {
    /// Whether they can be used now.
    ///
    /// # Errors
    /// `What::Token`, with what is wrong with them.
    pub fn usable(&self) -> Result<(), Error> {
        let fits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let token_fits = self.session_token.as_ref().is_none_or(|token| fits(token.text()));
        let over = self.expires_at.and_then(|end| ended(end, SystemTime::now()));
        let why = if !fits(&self.access_key) || self.access_key.contains('/') {
            "the AWS access key is empty or holds characters that no key has".to_owned()
        } else if !fits(self.secret_key.text()) {
            "the AWS secret key is empty or holds characters that no key has".to_owned()
        } else if !token_fits {
            "the AWS session token is empty or holds characters that no token has".to_owned()
        } else if let Some(over) = over {
            format!("the session of these AWS keys {over}; sign in to AWS anew")
        } else {
            return Ok(());
        };
        Err(Error::new(What::Token(why)))
    }
}

impl fmt::Debug for AwsKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AwsKeys")
            .field("access_key", &self.access_key)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// Keys on their way; it ends with the deadline that it was asked with.
pub type AwsFuture<'a> = Pin<Box<dyn Future<Output = Result<AwsKeys, Error>> + Send + 'a>>;

/// Where AWS keys come from. It is asked anew for each sign-in, since files and sessions change.
pub trait AwsSource: fmt::Debug + Send + Sync {
    /// What is meant, for words.
    fn name(&self) -> &str;

    /// Keys to sign with now. May be dropped at any time.
    fn keys(&self, deadline: Instant) -> AwsFuture<'_>;
}

/// Keys that the user gave, as they are.
#[derive(Clone, Debug)]
pub struct GivenKeys(pub AwsKeys);

impl AwsSource for GivenKeys {
    fn name(&self) -> &str {
        &self.0.access_key
    }

    fn keys(&self, _deadline: Instant) -> AwsFuture<'_> {
        Box::pin(std::future::ready(Ok(self.0.clone())))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn keys(access: &str, secret: &str, session: Option<&str>) -> AwsKeys {
        AwsKeys {
            access_key: access.to_owned(),
            secret_key: Secret::new(secret),
            session_token: session.map(Secret::new),
            expires_at: None,
        }
    }

    #[test]
    fn keys_that_can_not_be_are_told_and_not_shown() {
        for (bad, word) in [
            (keys("", "hush", None), "access key"),
            (keys("a/b", "hush", None), "access key"),
            (keys("AKIA", "", None), "secret key"),
            (keys("AKIA", "hu sh", None), "secret key"),
            (keys("AKIA", "hush", Some("")), "session token"),
            (keys("AKIA", "hush", Some("hush\n")), "session token"),
        ] {
            let why = bad.usable().unwrap_err().to_string();
            assert!(why.contains(word) && !why.contains("hu"), "{why}");
        }
        let over = AwsKeys {
            expires_at: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000)),
            ..keys("AKIA", "hush", None)
        };
        let why = over.usable().unwrap_err().to_string();
        assert!(why.contains("ended at 2020-09-13"), "{why}");
        keys("AKIA", "hush", Some("hush")).usable().unwrap();
        assert!(!format!("{over:?}").contains("hush"));
    }
}
