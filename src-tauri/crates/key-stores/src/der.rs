//! One element of ASN.1 after the other, with the place in the file: every length is held against the bytes that are there
//! before anything is done with it. Without the place, "truncated" could not say where.

/// Tags that these formats use.
pub(crate) mod tag {
    pub(crate) const INTEGER: u8 = 0x02;
    pub(crate) const BIT_STRING: u8 = 0x03;
    pub(crate) const OCTET_STRING: u8 = 0x04;
    pub(crate) const OID: u8 = 0x06;
    pub(crate) const BMP_STRING: u8 = 0x1e;
    pub(crate) const SEQUENCE: u8 = 0x30;
    pub(crate) const SET: u8 = 0x31;
    /// `[0]`, `[1]`, constructed.
    pub(crate) const CONTEXT_0: u8 = 0xa0;
    pub(crate) const CONTEXT_1: u8 = 0xa1;
    /// `[0] IMPLICIT` of a primitive.
    pub(crate) const IMPLICIT_0: u8 = 0x80;
}

/// Why the next element can't be read. `at` counts from the start of what the cursor was opened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The bytes end before the element does, and they are the last of the file.
    pub(crate) truncated: bool,
    pub(crate) what: &'static str,
    pub(crate) at: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    pub(crate) tag: u8,
    pub(crate) value: &'a [u8],
    /// With its tag and length.
    pub(crate) whole: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Element<'a> {
    /// Reads what is inside.
    pub(crate) fn open(&self) -> Cursor<'a> {
        let header = self.whole.len().saturating_sub(self.value.len());
        Cursor { rest: self.value, at: self.at.saturating_add(header), inner: true }
    }

    /// A small number that can't be negative. `None` for anything longer than eight bytes.
    pub(crate) fn number(&self) -> Option<u64> {
        let digits = match self.value.split_first()? {
            (0, rest) => rest,
            (first, _) if first & 0x80 != 0 => return None,
            _ => self.value,
        };
        (digits.len() <= 8).then(|| digits.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
    at: usize,
    /// Inside another element, where missing bytes are a contradiction and not the end of the file.
    inner: bool,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, at: 0, inner: false }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn damaged(&self, what: &'static str) -> Fault {
        Fault { truncated: false, what, at: self.at }
    }

    fn short(&self, what: &'static str) -> Fault {
        Fault { truncated: !self.inner, what, at: self.at.saturating_add(self.rest.len()) }
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Whatever comes next.
    pub(crate) fn any(&mut self, what: &'static str) -> Result<Element<'a>, Fault> {
        let start = self.rest;
        let (&tag, after) = start.split_first().ok_or_else(|| self.short(what))?;
        if tag & 0x1f == 0x1f {
            return Err(self.damaged(what));
        }
        let (&first, after) = after.split_first().ok_or_else(|| self.short(what))?;
        let (length, after) = match first {
            0..=0x7f => (usize::from(first), after),
            0x81..=0x84 => {
                let (digits, after) =
                    after.split_at_checked(usize::from(first & 0x7f)).ok_or_else(|| self.short(what))?;
                (digits.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), after)
            }
            // Without a length (BER, see `ber`), or longer than any file.
            _ => return Err(self.damaged(what)),
        };
        let (value, rest) = after.split_at_checked(length).ok_or_else(|| self.short(what))?;
        let (whole, _) = start.split_at(start.len() - rest.len());
        let element = Element { tag, value, whole, at: self.at };
        self.at += whole.len();
        self.rest = rest;
        Ok(element)
    }

    pub(crate) fn expect(&mut self, tag: u8, what: &'static str) -> Result<Element<'a>, Fault> {
        if self.peek().is_some_and(|next| next != tag) {
            return Err(self.damaged(what));
        }
        self.any(what)
    }

    pub(crate) fn optional(&mut self, tag: u8, what: &'static str) -> Result<Option<Element<'a>>, Fault> {
        if self.peek() == Some(tag) { self.any(what).map(Some) } else { Ok(None) }
    }

    pub(crate) fn number(&mut self, what: &'static str) -> Result<u64, Fault> {
        let fault = self.damaged(what);
        self.expect(tag::INTEGER, what)?.number().ok_or(fault)
    }
}

/// `AlgorithmIdentifier`: what, and its parameters.
pub(crate) fn algorithm<'a>(
    cursor: &mut Cursor<'a>,
    what: &'static str,
) -> Result<(&'a [u8], Cursor<'a>), Fault> {
    let mut inside = cursor.expect(tag::SEQUENCE, what)?.open();
    let oid = inside.expect(tag::OID, what)?.value;
    Ok((oid, inside))
}
