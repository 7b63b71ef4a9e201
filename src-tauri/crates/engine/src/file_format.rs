//! Which version of this program wrote a file, as far as it has to be known: each file says its format by a number, and a newer
//! number means that a program which doesn't know it would take something away by writing.

use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Told {
    format: u32,
}

/// The format that a file tells, whatever else stands in it; None when it tells none.
pub(crate) fn told(text: &[u8]) -> Option<u32> {
    serde_json::from_slice::<Told>(text).ok().map(|told| told.format)
}

/// The format of a file that a newer program wrote.
pub(crate) fn newer(text: &[u8], reads: u32) -> Option<u32> {
    told(text).filter(|format| *format > reads)
}

/// What is said of such a file.
pub(crate) fn newer_words(path: &Path, format: u32, reads: u32) -> String {
    format!(
        "{} was written by a newer version of this program (format {format}; this one reads up to {reads}). It is left as it is and nothing is \
         written over it: use the newer version.",
        path.display()
    )
}
