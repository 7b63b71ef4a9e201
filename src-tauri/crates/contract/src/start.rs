//! What a start of the program, or a link, wants the window to show. The core has found out whether it can be had; the window goes there.

use serde::{Deserialize, Serialize};

use crate::PagePath;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// A cluster that the command line names.
    Cluster { id: String },
    /// A page that a link names, of a connection that is kept.
    Page {
        id: String,
        page: PagePath,
        /// It is a production connection that isn't open: a link alone doesn't connect there. Its name, to ask with.
        ask: Option<String>,
    },
    /// The form of a new connection as a link fills it in.
    New { bootstrap: String, name: String },
    /// A link that isn't followed.
    Refused {
        /// As it was given, as far as can be shown.
        link: String,
        why: String,
    },
}
