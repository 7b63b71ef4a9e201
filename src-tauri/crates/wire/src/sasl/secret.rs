//! A text that is never shown: no `Display`, a `Debug` that says nothing, and memory that is wiped when it is let go.
//!
//! Errors, journals and logs are built from `Debug` and `Display`; with a plain string one derive would be enough to put
//! a password into a file.

use std::{fmt, sync::Arc};

use zeroize::Zeroizing;

/// A password or a token.
#[derive(Clone)]
pub struct Secret(Arc<Zeroizing<String>>);

impl Secret {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(Arc::new(Zeroizing::new(text.into())))
    }

    /// For what has to be said to somebody; nothing that is shown or kept is made of it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret::new(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_shows_nothing_of_itself() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?} {secret:#?}"), "Secret(…) Secret(…)");
        assert_eq!(secret.bytes(), b"hunter2");
    }
}
