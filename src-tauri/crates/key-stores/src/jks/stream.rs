//! Java's `DataInput`: numbers and blocks with their length in front, each length held against what is there. The place in
//! words goes along, so that a store that breaks off says in which entry.

use crate::{Format, problem::Problem};

pub(super) struct Stream<'a> {
    all: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Stream<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { all: bytes, rest: bytes }
    }

    /// Everything before the next byte.
    pub(super) fn passed(&self) -> &'a [u8] {
        self.all.get(..self.at()).unwrap_or_default()
    }

    fn at(&self) -> usize {
        self.all.len() - self.rest.len()
    }

    pub(super) fn damaged(&self, place: &str) -> Problem {
        Problem::Damaged { format: Format::Jks, place: place.to_owned(), at: self.at() }
    }

    pub(super) fn take(&mut self, length: usize, place: &str) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or_else(|| Problem::Truncated {
            format: Format::Jks,
            place: place.to_owned(),
            at: self.all.len(),
        })?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self, place: &str) -> Result<u32, Problem> {
        Ok(self.take(4, place)?.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
    }

    pub(super) fn block(&mut self, place: &str) -> Result<&'a [u8], Problem> {
        let length = self.number(place)?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX), place)
    }

    /// Java's modified UTF-8 differs from UTF-8 in what no alias has; such characters are shown as unknown.
    pub(super) fn text(&mut self, place: &str) -> Result<String, Problem> {
        let length = self.take(2, place)?.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        Ok(String::from_utf8_lossy(self.take(length, place)?).into_owned())
    }
}
