//! How a reply stands in a file of the fuzzer: which request, which version, body. What it finds is kept in such files,
//! and the suite reads them.

use crate::{SUBJECTS, Subject};

/// What these bytes stand for; a number too large goes round, so that each of them stands for something.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<(&'static Subject, i16, &[u8])> {
    let ([which, version], body) = bytes.split_first_chunk::<2>()?;
    let subject = &SUBJECTS[usize::from(*which) % SUBJECTS.len()];
    let (low, high) = subject.versions;
    let count = i16::from(*version) % (high - low + 1);
    Some((subject, low + count, body))
}

/// The bytes that stand for this.
#[must_use]
pub fn written(which: usize, version: i16, body: &[u8]) -> Vec<u8> {
    let (low, _) = SUBJECTS[which].versions;
    let head = [u8::try_from(which).unwrap_or(0), u8::try_from(version - low).unwrap_or(0)];
    [&head[..], body].concat()
}
