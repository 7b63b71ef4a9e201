//! What the protocol's facts say of each class of code: written down here once more and not taken from the program's
//! table, so that a letter that is wrong there shows.

/// The right broker, only not ready.
pub const WAIT: &[i16] = &[14, 51, 78, 88, 89];
/// Somebody else by now, and nothing was done.
pub const MOVED: &[i16] = &[5, 6, 8, 16, 41, 74];
/// A read may find it elsewhere or later; a change must not be sent again by it.
pub const MOVED_FOR_READS: &[i16] = &[9, 15, 56, 72, 80, 83, 106];
/// It passes by itself, and nothing was done.
pub const PASSING: &[i16] = &[19, 70, 71, 75, 122, 123, 133];
/// The same, for a read only.
pub const PASSING_FOR_READS: &[i16] = &[2, 7, 20];
/// One refresh, one more question, then it is the answer.
pub const ONCE: &[i16] = &[3, 100, 103];
/// Whether a change was made is not known. A coordinator that did not get its own log replicated in time says 15.
pub const UNKNOWN: &[i16] = &[-1, 7, 15, 20, 56, 96];
/// The answer at once: terminal codes, rights, what is as it should be already, and numbers that nobody knows.
pub const ANSWER: &[i16] = &[1, 17, 25, 29, 30, 31, 35, 36, 42, 44, 53, 60, 69, 84, 85, 87, 30_000, -7];

pub fn all() -> impl Iterator<Item = i16> {
    [WAIT, MOVED, MOVED_FOR_READS, PASSING, PASSING_FOR_READS, ONCE, UNKNOWN, ANSWER].concat().into_iter()
}

/// What has to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Asked again, and the second answer counts.
    Again,
    /// The code is the answer.
    Answer,
    /// A change that may have been made.
    Unknown,
}

pub fn then(code: i16, write: bool) -> Then {
    let refused = [WAIT, MOVED, PASSING].iter().any(|class| class.contains(&code));
    let for_reads = [MOVED_FOR_READS, PASSING_FOR_READS, ONCE].iter().any(|class| class.contains(&code));
    match write {
        _ if refused => Then::Again,
        false if for_reads => Then::Again,
        true if UNKNOWN.contains(&code) => Then::Unknown,
        _ => Then::Answer,
    }
}
