//! Why no token came, and what follows from it: asked again at once, in a moment, or not for a while.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Not reached, overloaded, broken for the moment: asked again while there is time.
    Passing(String),
    /// It answers, and not as a token endpoint does: asking again at once changes nothing.
    Wrong(String),
    /// It knows us and says no. Asked again and again, accounts get locked.
    Refused(String),
}

impl Failure {
    pub(crate) fn words(&self) -> &str {
        match self {
            Failure::Passing(words) | Failure::Wrong(words) | Failure::Refused(words) => words,
        }
    }

    /// How long nobody is asked after this, at its first time; all connections of a cluster fail at once and come again.
    pub(crate) fn pause(&self) -> Duration {
        match self {
            Failure::Passing(_) => Duration::from_secs(1),
            Failure::Wrong(_) => Duration::from_secs(5),
            Failure::Refused(_) => Duration::from_secs(30),
        }
    }
}
