//! Bounded reading of a reply's bytes: every length and count is held against the bytes that are really there.
//!
//! A count in a reply is a claim of the other side. Decoders that reserve memory by it can be made to abort the process
//! with nine bytes; this one hands out borrowed slices only, and refuses a count whose elements could not fit into what
//! is left. Nothing here allocates, except the sentence of a failure.

mod primitives;
mod sized;
mod tags;

pub use sized::I32s;

use crate::Malformed;

/// A place in a reply's body, moving forward only.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    whole: usize,
}

impl<'a> Reader<'a> {
    /// Reads from the first of these bytes.
    #[inline]
    #[must_use]
    pub fn new(body: &'a [u8]) -> Reader<'a> {
        Reader { rest: body, whole: body.len() }
    }

    /// How many bytes have been read.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.whole - self.rest.len()
    }

    /// How many bytes are left.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// The bytes that are left, unread.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next `count` bytes as they are.
    ///
    /// # Errors
    /// When fewer are left.
    #[inline]
    pub fn take(&mut self, count: usize, field: &'static str) -> Result<&'a [u8], Malformed> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.short(count, field)),
        }
    }

    /// The next `N` bytes when that many are left; else nothing is read. For fields that are read together, where reading
    /// them one by one would check the end of the bytes for each.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(taken)
    }

    #[inline]
    fn fixed<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], Malformed> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(*taken)
            }
            None => Err(self.short(N, field)),
        }
    }

    /// That the body ends here. A reply with bytes left over was read by the wrong shape, so none of it can be trusted.
    ///
    /// # Errors
    /// When bytes are left.
    #[inline]
    pub fn finish(&self) -> Result<(), Malformed> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.left_over()) }
    }

    /// A failure at this place: what is wrong with this field.
    #[cold]
    #[must_use]
    pub fn malformed(&self, field: &str, why: impl std::fmt::Display) -> Malformed {
        Malformed(format!("{field} at byte {} of {}: {why}", self.offset(), self.whole))
    }

    #[cold]
    fn short(&self, wanted: usize, field: &'static str) -> Malformed {
        self.malformed(field, format_args!("{wanted} bytes expected, {} left", self.left()))
    }

    #[cold]
    fn left_over(&self) -> Malformed {
        self.malformed("end of the body", format_args!("{} bytes left over", self.left()))
    }
}

#[cfg(test)]
mod tests;
