//! What is asked of the user over the page: a secret, a pass phrase, the opening of a lock. One at a time; a second question while
//! one stands would take the focus out of what is being typed.

use contract::{Profile, SecretKind};

use crate::model::route::Route;

#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Secret(Wanted),
    /// The encrypted file's pass phrase; afterwards that connection is opened anew.
    Unlock {
        profile: Option<String>,
        why: Option<String>,
    },
    /// Opens the lock of a connection.
    Lock(Box<Profile>),
    /// How the open connection is reached, and as whom. Asks nothing.
    Way,
    /// What this program is, and where newer ones are. Asks nothing.
    About,
    /// A link to what is on screen, to copy.
    Link(String),
    /// What a link from elsewhere wants, where that takes a word of the user's, or can't be had.
    Led(Led),
}

/// A link from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Led {
    /// It isn't followed.
    Nowhere { link: String, why: String },
    /// To a production connection that isn't open.
    Production { name: String, to: Route },
    /// To the form of a new connection, while another is being edited and isn't saved.
    New { bootstrap: String, name: String },
}

/// A secret that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub profile: String,
    /// The connection's name.
    pub name: String,
    pub kind: SecretKind,
    /// Why it is asked for now; None: its owner wants to give it.
    pub why: Option<String>,
    /// Whether the connection is opened once it has all it needs.
    pub then_open: bool,
}
