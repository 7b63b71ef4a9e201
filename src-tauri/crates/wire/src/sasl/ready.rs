//! What has to be fetched before one sign-in: a token, AWS keys, or nothing.
//!
//! It is fetched before the first word is said, and for a renewal while requests still go on: a slow token endpoint must not
//! hold up a connection that works.

use std::time::SystemTime;

use tokio::time::{Instant, timeout_at};

use super::{AwsKeys, How, SignIn, Token};
use crate::{Error, What};

pub(crate) enum Ready {
    /// All is known.
    Known,
    Token(Token),
    Keys(AwsKeys),
}

impl Ready {
    /// Until when what was fetched is good, where that is known.
    pub(crate) fn until(&self) -> Option<SystemTime> {
        match self {
            Ready::Known => None,
            Ready::Token(token) => token.expires_at(),
            Ready::Keys(keys) => keys.expires_at,
        }
    }

    /// Who is meant, where what was fetched says more than the settings.
    pub(crate) fn who(&self) -> Option<&str> {
        match self {
            Ready::Known => None,
            Ready::Token(token) => token.subject(),
            Ready::Keys(keys) => Some(&keys.access_key),
        }
    }
}

impl SignIn {
    /// Fetches what one sign-in needs; one that is over is told and goes nowhere.
    ///
    /// # Errors
    /// `What::Token`, from the source; nothing was said to a broker.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<Ready, Error> {
        let late = || {
            Error::new(What::Token(
                "it did not come in the time that there is for setting up a connection".to_owned(),
            ))
        };
        match &self.how {
            How::Plain { .. } | How::Scram { .. } => Ok(Ready::Known),
            How::Bearer { source, .. } => {
                let token = timeout_at(deadline, source.token(deadline)).await.map_err(|_| late())??;
                token.usable()?;
                Ok(Ready::Token(token))
            }
            How::MskIam { source, .. } => {
                let keys = timeout_at(deadline, source.keys(deadline)).await.map_err(|_| late())??;
                keys.usable()?;
                Ok(Ready::Keys(keys))
            }
        }
    }

    /// A broker did not take this.
    pub(crate) fn refused(&self, ready: &Ready) {
        if let (How::Bearer { source, .. }, Ready::Token(token)) = (&self.how, ready) {
            source.refused(token);
        }
    }

    /// Whether something has to be fetched from somewhere before each sign-in.
    pub(crate) fn fetches(&self) -> bool {
        matches!(self.how, How::Bearer { .. } | How::MskIam { .. })
    }
}
