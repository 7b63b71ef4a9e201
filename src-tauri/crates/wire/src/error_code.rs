//! Placeholder for the table of error codes; the wire helper replaces it whole.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorCode(pub i16);
impl ErrorCode {
    pub const NONE: ErrorCode = ErrorCode(0);
    pub fn is_none(self) -> bool { self.0 == 0 }
    pub fn name(self) -> &'static str { "?" }
    pub fn sentence(self) -> &'static str { "?" }
    pub fn retriable(self) -> bool { false }
    pub fn needs_metadata(self) -> bool { false }
    pub fn needs_coordinator(self) -> bool { false }
    pub fn refused_before_effect(self) -> bool { false }
    pub fn outcome_unknown(self) -> bool { false }
    pub fn authorization(self) -> bool { false }
    pub fn authentication(self) -> bool { false }
    /// same broker again after a pause (14, 51, 78, 88, 89)
    pub fn wait(self) -> bool { false }
    pub fn rebootstrap(self) -> bool { false }
    /// for a resource the caller named: one refresh, one re-ask, then it is the answer (3, 100, 103)
    pub fn once(self) -> bool { false }
}
impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{} {}", self.name(), self.0) }
}
