//! A secret as it is held in memory: a `Debug` that says nothing, no `Display`, no `Serialize`, and wiped when it is let go.

use std::{fmt, sync::Arc};

use serde::Deserialize;
use zeroize::Zeroizing;

#[derive(Clone, Deserialize)]
#[serde(from = "String")]
pub(crate) struct Hidden(Arc<Zeroizing<String>>);

impl Hidden {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Hidden {
        Hidden(Arc::new(Zeroizing::new(text)))
    }
}

impl From<Zeroizing<String>> for Hidden {
    fn from(text: Zeroizing<String>) -> Hidden {
        Hidden(Arc::new(text))
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(…)")
    }
}
