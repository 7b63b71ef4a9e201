//! A secret that was read: it can be handed on, but not printed, and its bytes are wiped when it goes. Without it the
//! first `{:?}` of an import in a log line would publish a password.

use std::fmt;

use zeroize::Zeroizing;

/// A password, a token, a private key. `Debug` shows that there is one, and nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(Zeroizing<String>);

impl Hidden {
    pub fn new(secret: String) -> Self {
        Self(Zeroizing::new(secret))
    }

    /// The secret itself: for the one who puts it into the keychain or on the wire.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}
