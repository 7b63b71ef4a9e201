//! The tagged fields at the end of every structure of a flexible version.
//!
//! A newer broker may put anything there, so that skipping must be exact: each field carries its own size, and a reader
//! of a known tag gets a window of just that size and can't run past it.

use crate::{Malformed, Reader};

impl<'a> Reader<'a> {
    /// Passes over the tagged fields; in a version that is not flexible there are none.
    ///
    /// # Errors
    /// When a size runs past the end.
    #[inline]
    pub fn skip_tags(&mut self, flexible: bool) -> Result<(), Malformed> {
        if !flexible {
            return Ok(());
        }
        if let Some((0, rest)) = self.rest.split_first() {
            self.rest = rest;
            return Ok(());
        }
        self.tags(true, |_, _| Ok(()))
    }

    /// Hands each tagged field to `each`, with its tag and a reader of its bytes; what `each` leaves unread is skipped.
    ///
    /// # Errors
    /// When a size runs past the end, or when `each` fails.
    pub fn tags(
        &mut self,
        flexible: bool,
        mut each: impl FnMut(u32, &mut Reader<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        if !flexible {
            return Ok(());
        }
        let count = self.uvarint("count of tagged fields")?;
        for _ in 0..count {
            let tag = self.uvarint("tag")?;
            let size = self.uvarint("size of a tagged field")? as usize;
            let end = self.offset().saturating_add(size);
            let mut window = Reader { rest: self.take(size, "tagged field")?, whole: end };
            each(tag, &mut window)?;
        }
        Ok(())
    }
}
