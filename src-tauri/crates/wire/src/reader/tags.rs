//! The tagged fields at the end of every structure of a flexible version.
//!
//! A newer broker may put anything there, so that skipping must be exact: each field carries its own size, and a reader
//! of a known tag gets a window of just that size and can't run past it. A tag stands once and in rising order (KIP-482):
//! two values for one field would let a reply say two things, and which of them is believed would hang on the reader.

use crate::{Malformed, Reader};

impl<'a> Reader<'a> {
    /// Passes over the tagged fields; in a version that is not flexible there are none.
    ///
    /// # Errors
    /// When a size runs past the end, or a tag stands twice or before a smaller one.
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
    /// As `skip_tags`, and when `each` fails.
    pub fn tags(
        &mut self,
        flexible: bool,
        mut each: impl FnMut(u32, &mut Reader<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        if !flexible {
            return Ok(());
        }
        let count = self.uvarint("count of tagged fields")?;
        let mut least = 0;
        for _ in 0..count {
            let tag = self.uvarint("tag")?;
            if u64::from(tag) < least {
                return Err(self.malformed("tag", format_args!("{tag} came after {}", least - 1)));
            }
            least = u64::from(tag) + 1;
            let size = self.uvarint("size of a tagged field")? as usize;
            let end = self.offset().saturating_add(size);
            let mut window = Reader { rest: self.take(size, "tagged field")?, whole: end };
            each(tag, &mut window)?;
        }
        Ok(())
    }
}
