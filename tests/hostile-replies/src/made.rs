//! Bodies of replies, made by the table of shapes: any body that a broker could send can come out of here, with the places
//! where it says a length, a count or a tag, so that each of them can be turned into a lie.

mod build;
mod choice;

use std::ops::Range;

use rand::rngs::StdRng;
use wire::shape::Shape;

use build::Build;
pub use build::uvarint;
use choice::Choice;

/// A body and where it makes claims.
#[derive(Clone, Debug, Default)]
pub struct Made {
    pub body: Vec<u8>,
    pub marks: Vec<Mark>,
    pub sections: Vec<Section>,
}

/// A claim: bytes that say how much follows, or whether anything does.
#[derive(Clone, Debug)]
pub struct Mark {
    pub place: Range<usize>,
    pub field: &'static str,
    pub writing: Writing,
    /// Whether the field may be null in this version.
    pub nullable: bool,
}

/// How a claim is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Two bytes, -1 for null.
    Short,
    /// Four bytes, -1 for null.
    Long,
    /// A varint of one more than the length, 0 for null.
    Compact,
    /// A plain varint: how many tagged fields, which tag, how large it is.
    Plain,
    /// One byte before a structure: -1 for null, else 1.
    Presence,
}

/// The tagged fields at the end of one structure.
#[derive(Clone, Debug)]
pub struct Section {
    /// Where their count stands.
    pub count: Range<usize>,
    /// Each of them whole: tag, size, bytes.
    pub tags: Vec<Range<usize>>,
}

impl Made {
    /// The sections that stand in no tagged field, whose size would have to grow with them.
    pub fn outer_sections(&self) -> impl Iterator<Item = &Section> {
        let tags = || self.sections.iter().flat_map(|section| &section.tags);
        self.sections.iter().filter(move |section| !tags().any(|tag| tag.contains(&section.count.start)))
    }
}

/// One at random.
#[must_use]
pub fn random(rng: &mut StdRng, shape: &'static Shape, version: i16) -> Made {
    Build::new(shape, version, Choice::Random(rng)).reply()
}

/// The one that has everything: no null, no empty list, each tag.
#[must_use]
pub fn full(shape: &'static Shape, version: i16) -> Made {
    Build::new(shape, version, Choice::Full).reply()
}

/// One whose nth array (counted as they come) fills this many bytes with different elements, or with the smallest
/// possible ones. `None` when there are fewer arrays.
#[must_use]
pub fn crowded(
    shape: &'static Shape,
    version: i16,
    nth: usize,
    bytes: usize,
    smallest: bool,
) -> Option<Made> {
    let mut build = Build::new(shape, version, Choice::Crowded { nth, bytes, smallest });
    let made = build.reply();
    build.filled.then_some(made)
}
