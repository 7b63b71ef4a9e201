//! Reads primitives from a slice without ever reading past it: every method answers `None` instead, and the connection
//! that sent such bytes is closed.

#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn take(&mut self, size: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(size)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(crate) fn skip(&mut self, size: usize) -> Option<()> {
        self.take(size).map(|_| ())
    }

    pub(crate) fn i8(&mut self) -> Option<i8> {
        self.take(1)?.first().map(|byte| byte.cast_signed())
    }

    pub(crate) fn i16(&mut self) -> Option<i16> {
        self.take(2)?.try_into().ok().map(i16::from_be_bytes)
    }

    pub(crate) fn i32(&mut self) -> Option<i32> {
        self.take(4)?.try_into().ok().map(i32::from_be_bytes)
    }

    /// A varint of at most five bytes.
    pub(crate) fn varint(&mut self) -> Option<u32> {
        let mut value: u64 = 0;
        for shift in (0..35).step_by(7) {
            let byte = *self.take(1)?.first()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(value).ok();
            }
        }
        None
    }

    /// The length of a string with a two-byte prefix; null counts as empty.
    pub(crate) fn short_length(&mut self) -> Option<usize> {
        match self.i16()? {
            -1 => Some(0),
            length => usize::try_from(length).ok(),
        }
    }

    /// The count of an array with a four-byte prefix; null counts as empty.
    pub(crate) fn long_length(&mut self) -> Option<usize> {
        match self.i32()? {
            -1 => Some(0),
            length => usize::try_from(length).ok(),
        }
    }

    /// A compact length or count, stored as one more than itself; null counts as empty.
    pub(crate) fn compact_length(&mut self) -> Option<usize> {
        usize::try_from(self.varint()?.saturating_sub(1)).ok()
    }

    /// A nullable string with a two-byte prefix, as the request header holds it.
    pub(crate) fn text(&mut self) -> Option<Option<String>> {
        match self.i16()? {
            -1 => Some(None),
            length => {
                let bytes = self.take(usize::try_from(length).ok()?)?;
                std::str::from_utf8(bytes).ok().map(|text| Some(text.to_owned()))
            }
        }
    }

    /// A nullable compact string.
    pub(crate) fn compact_text(&mut self) -> Option<Option<String>> {
        match self.varint()? {
            0 => Some(None),
            stored => {
                let bytes = self.take(usize::try_from(stored - 1).ok()?)?;
                std::str::from_utf8(bytes).ok().map(|text| Some(text.to_owned()))
            }
        }
    }

    pub(crate) fn skip_tags(&mut self) -> Option<()> {
        for _ in 0..self.varint()? {
            self.varint()?;
            let size = usize::try_from(self.varint()?).ok()?;
            self.skip(size)?;
        }
        Some(())
    }
}
