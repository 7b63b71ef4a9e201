//! What a broker's error code means: to people (a sentence) and to the program (independent questions).
//!
//! The questions are independent on purpose. "Another try may succeed" must not drive writes by itself; "refused before
//! any effect" may. A number that we do not know keeps itself, answers every question with no, and is shown as it is.

mod table;

use table::flag;

/// An error code of the protocol, as the number that was on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorCode(pub i16);

struct Row {
    code: i16,
    name: &'static str,
    flags: u16,
    sentence: &'static str,
}

impl ErrorCode {
    /// Every code that has a name, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = ErrorCode> {
        table::ROWS.iter().map(|row| ErrorCode(row.code))
    }

    /// Whether this is no error at all.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == ErrorCode::NONE
    }

    /// Whether this build knows the number.
    #[must_use]
    pub fn known(self) -> bool {
        self.row().is_some()
    }

    /// The protocol's own name, or "UNKNOWN_CODE".
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("UNKNOWN_CODE", |row| row.name)
    }

    /// What it means to the person who reads it, without a full stop.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        self.row().map_or("The broker said an error code that this program does not know", |row| row.sentence)
    }

    /// Another try may succeed. Says nothing on whether a write may be sent again: `refused_before_effect` does.
    #[must_use]
    pub fn retriable(self) -> bool {
        self.has(flag::R)
    }

    /// The snapshot that led here is stale; refresh before another try.
    #[must_use]
    pub fn needs_metadata(self) -> bool {
        self.has(flag::M)
    }

    /// A refresh may help, but the asked broker may as well be the one that is behind.
    #[must_use]
    pub fn hints_metadata(self) -> bool {
        self.has(flag::H)
    }

    /// The cached coordinator is wrong; look it up before another try.
    #[must_use]
    pub fn needs_coordinator(self) -> bool {
        self.has(flag::C)
    }

    /// The broker did nothing: even a write may be sent again.
    #[must_use]
    pub fn refused_before_effect(self) -> bool {
        self.has(flag::S)
    }

    /// A write may or may not have happened: never sent again by itself.
    #[must_use]
    pub fn outcome_unknown(self) -> bool {
        self.has(flag::A)
    }

    /// The broker knows us and says no.
    #[must_use]
    pub fn authorization(self) -> bool {
        self.has(flag::Z)
    }

    /// The broker doesn't know us.
    #[must_use]
    pub fn authentication(self) -> bool {
        self.has(flag::N)
    }

    /// The right broker, only not ready: the same one again, after a pause.
    #[must_use]
    pub fn wait(self) -> bool {
        self.has(flag::W)
    }

    /// A person may try again a little later; the program doesn't by itself.
    #[must_use]
    pub fn later(self) -> bool {
        self.has(flag::L)
    }

    /// Forget the brokers and start from the bootstrap addresses.
    #[must_use]
    pub fn rebootstrap(self) -> bool {
        self.has(flag::B)
    }

    /// For a resource that the caller named: one refresh, one more question, then it is the answer.
    #[must_use]
    pub fn once(self) -> bool {
        self.has(flag::O)
    }

    /// Things already are as the request wanted them: shown as done, not as a failure.
    #[must_use]
    pub fn already_so(self) -> bool {
        self.has(flag::E)
    }

    fn row(self) -> Option<&'static Row> {
        let line = usize::try_from(i32::from(self.0) + 1).ok()?;
        table::ROWS.get(line)
    }

    fn has(self, bit: u16) -> bool {
        self.row().is_some_and(|row| row.flags & bit != 0)
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name(), self.0)
    }
}

#[cfg(test)]
mod tests;
