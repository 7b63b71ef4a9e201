//! The fields that carry their own length: strings, bytes, arrays, in the old and the compact ("flexible") writing.
//!
//! `flexible` is an argument rather than a second set of names, because every caller reads a range of versions and has
//! it at hand as a value. An array is read as a count that has been held against the bytes left; the elements are the
//! caller's.

use crate::{Malformed, Reader};

impl<'a> Reader<'a> {
    /// A string that may be null.
    ///
    /// # Errors
    /// When the length is impossible, runs past the end, or the bytes are no UTF-8.
    #[inline]
    pub fn nullable_string(
        &mut self,
        flexible: bool,
        field: &'static str,
    ) -> Result<Option<&'a str>, Malformed> {
        let length = if flexible { self.compact_length(field)? } else { self.short_length(field)? };
        let Some(length) = length else { return Ok(None) };
        let bytes = self.take(length, field)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(why) => Err(self.malformed(field, format_args!("not UTF-8 before this: {why}"))),
        }
    }

    /// A string that can't be null.
    ///
    /// # Errors
    /// As `nullable_string`, and when it is null.
    #[inline]
    pub fn string(&mut self, flexible: bool, field: &'static str) -> Result<&'a str, Malformed> {
        match self.nullable_string(flexible, field)? {
            Some(text) => Ok(text),
            None => Err(self.null(field)),
        }
    }

    /// Bytes that may be null.
    ///
    /// # Errors
    /// When the length is impossible or runs past the end.
    #[inline]
    pub fn nullable_bytes(
        &mut self,
        flexible: bool,
        field: &'static str,
    ) -> Result<Option<&'a [u8]>, Malformed> {
        let length = if flexible { self.compact_length(field)? } else { self.long_length(field)? };
        length.map(|length| self.take(length, field)).transpose()
    }

    /// Bytes that can't be null.
    ///
    /// # Errors
    /// As `nullable_bytes`, and when they are null.
    #[inline]
    pub fn bytes(&mut self, flexible: bool, field: &'static str) -> Result<&'a [u8], Malformed> {
        match self.nullable_bytes(flexible, field)? {
            Some(bytes) => Ok(bytes),
            None => Err(self.null(field)),
        }
    }

    /// The count of an array that may be null. `least` is the size of the smallest possible element: a count that
    /// could not fit into the bytes left is refused here, before anybody reserves memory by it.
    ///
    /// # Errors
    /// When the count is impossible or can't fit.
    #[inline]
    pub fn nullable_count(
        &mut self,
        flexible: bool,
        least: usize,
        field: &'static str,
    ) -> Result<Option<usize>, Malformed> {
        let count = if flexible { self.compact_length(field)? } else { self.long_length(field)? };
        match count {
            Some(count) if count > self.left() / least.max(1) => Err(self.crowded(count, field)),
            fits => Ok(fits),
        }
    }

    /// The count of an array that can't be null; else as `nullable_count`.
    ///
    /// # Errors
    /// As `nullable_count`, and when it is null.
    #[inline]
    pub fn count(&mut self, flexible: bool, least: usize, field: &'static str) -> Result<usize, Malformed> {
        match self.nullable_count(flexible, least, field)? {
            Some(count) => Ok(count),
            None => Err(self.null(field)),
        }
    }

    /// A whole array of four-byte numbers (replicas, ISR), borrowed: nothing is copied until someone iterates.
    ///
    /// # Errors
    /// As `count`.
    #[inline]
    pub fn i32s(&mut self, flexible: bool, field: &'static str) -> Result<I32s<'a>, Malformed> {
        // A short list in the compact writing, which nearly all are: its count is one byte, and one check holds it against
        // what is left. Three of these stand in each partition of a listing; this halves their time.
        if flexible
            && let Some((&count, rest)) = self.rest.split_first()
            && (1..0x80).contains(&count)
            && let Some((ids, rest)) = rest.split_at_checked(usize::from(count - 1) * 4)
        {
            self.rest = rest;
            return Ok(I32s(ids.as_chunks::<4>().0.iter()));
        }
        self.any_i32s(flexible, field)
    }

    fn any_i32s(&mut self, flexible: bool, field: &'static str) -> Result<I32s<'a>, Malformed> {
        let count = self.count(flexible, 4, field)?;
        let (chunks, _) = self.take(count * 4, field)?.as_chunks::<4>();
        Ok(I32s(chunks.iter()))
    }

    /// An array of four-byte numbers that may be null.
    ///
    /// # Errors
    /// As `nullable_count`.
    #[inline]
    pub fn nullable_i32s(
        &mut self,
        flexible: bool,
        field: &'static str,
    ) -> Result<Option<I32s<'a>>, Malformed> {
        let Some(count) = self.nullable_count(flexible, 4, field)? else { return Ok(None) };
        let (chunks, _) = self.take(count * 4, field)?.as_chunks::<4>();
        Ok(Some(I32s(chunks.iter())))
    }

    #[inline]
    fn compact_length(&mut self, field: &'static str) -> Result<Option<usize>, Malformed> {
        let raw = self.uvarint(field)?;
        // One more than the length is written, so that 0 is null.
        Ok(raw.checked_sub(1).map(|length| length as usize))
    }

    #[inline]
    fn short_length(&mut self, field: &'static str) -> Result<Option<usize>, Malformed> {
        let raw = self.i16(field)?;
        self.signed_length(i32::from(raw), field)
    }

    #[inline]
    fn long_length(&mut self, field: &'static str) -> Result<Option<usize>, Malformed> {
        let raw = self.i32(field)?;
        self.signed_length(raw, field)
    }

    #[inline]
    fn signed_length(&self, raw: i32, field: &'static str) -> Result<Option<usize>, Malformed> {
        match usize::try_from(raw) {
            Ok(length) => Ok(Some(length)),
            Err(_) if raw == -1 => Ok(None),
            Err(_) => Err(self.malformed(field, format_args!("the length {raw} before this is negative"))),
        }
    }

    #[cold]
    fn null(&self, field: &'static str) -> Malformed {
        self.malformed(field, "null, where the protocol knows no null")
    }

    #[cold]
    fn crowded(&self, count: usize, field: &'static str) -> Malformed {
        self.malformed(field, format_args!("{count} elements claimed, {} bytes left", self.left()))
    }
}

/// An array of four-byte numbers, still in the reply's bytes.
#[derive(Clone, Debug)]
pub struct I32s<'a>(std::slice::Iter<'a, [u8; 4]>);

impl<'a> I32s<'a> {
    /// The bytes as they stand in the reply, for comparing or interning without reading the numbers.
    #[must_use]
    pub fn raw(&self) -> &'a [[u8; 4]] {
        self.0.as_slice()
    }
}

impl Iterator for I32s<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        self.0.next().map(|bytes| i32::from_be_bytes(*bytes))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for I32s<'_> {}
