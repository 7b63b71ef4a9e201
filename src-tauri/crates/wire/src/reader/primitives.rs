//! The fields of fixed size and the variable-length integers.
//!
//! A varint is the one number whose own length is a claim: it ends by itself after five (or ten) bytes here, whatever
//! the bytes say.

use uuid::Uuid;

use crate::{ErrorCode, Malformed, Reader};

impl Reader<'_> {
    /// One signed byte.
    ///
    /// # Errors
    /// When no byte is left.
    #[inline]
    pub fn i8(&mut self, field: &'static str) -> Result<i8, Malformed> {
        self.fixed(field).map(i8::from_be_bytes)
    }

    /// A two-byte signed number.
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn i16(&mut self, field: &'static str) -> Result<i16, Malformed> {
        self.fixed(field).map(i16::from_be_bytes)
    }

    /// A two-byte unsigned number (ports of controllers).
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn u16(&mut self, field: &'static str) -> Result<u16, Malformed> {
        self.fixed(field).map(u16::from_be_bytes)
    }

    /// A four-byte signed number.
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn i32(&mut self, field: &'static str) -> Result<i32, Malformed> {
        self.fixed(field).map(i32::from_be_bytes)
    }

    /// An eight-byte signed number.
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn i64(&mut self, field: &'static str) -> Result<i64, Malformed> {
        self.fixed(field).map(i64::from_be_bytes)
    }

    /// A floating-point number (quota values).
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn f64(&mut self, field: &'static str) -> Result<f64, Malformed> {
        self.fixed(field).map(f64::from_be_bytes)
    }

    /// A truth value; any byte but 0 is true, as Kafka's own reader has it.
    ///
    /// # Errors
    /// When no byte is left.
    #[inline]
    pub fn bool(&mut self, field: &'static str) -> Result<bool, Malformed> {
        self.i8(field).map(|byte| byte != 0)
    }

    /// An error code.
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn error_code(&mut self, field: &'static str) -> Result<ErrorCode, Malformed> {
        self.i16(field).map(ErrorCode)
    }

    /// A UUID; the all-zero one is how the protocol says "none".
    ///
    /// # Errors
    /// When too few bytes are left.
    #[inline]
    pub fn uuid(&mut self, field: &'static str) -> Result<Option<Uuid>, Malformed> {
        let id = Uuid::from_bytes(self.fixed(field)?);
        Ok(if id.is_nil() { None } else { Some(id) })
    }

    /// An unsigned variable-length number of at most 32 bits.
    ///
    /// # Errors
    /// When it runs past the end or past 32 bits.
    #[inline]
    pub fn uvarint(&mut self, field: &'static str) -> Result<u32, Malformed> {
        // Nearly all of them (lengths of names, counts of replicas, empty tag sections) are one byte.
        if let Some((&first, rest)) = self.rest.split_first()
            && first < 0x80
        {
            self.rest = rest;
            return Ok(u32::from(first));
        }
        let long = self.uvarlong_of(5, field)?;
        u32::try_from(long).map_err(|_| self.malformed(field, "a varint above 32 bits"))
    }

    /// A signed (zigzag) variable-length number of at most 32 bits.
    ///
    /// # Errors
    /// As `uvarint`.
    #[inline]
    pub fn varint(&mut self, field: &'static str) -> Result<i32, Malformed> {
        self.uvarint(field).map(|raw| (raw >> 1).cast_signed() ^ -(raw & 1).cast_signed())
    }

    /// An unsigned variable-length number of at most 64 bits.
    ///
    /// # Errors
    /// When it runs past the end or past 64 bits.
    #[inline]
    pub fn uvarlong(&mut self, field: &'static str) -> Result<u64, Malformed> {
        self.uvarlong_of(10, field)
    }

    /// A signed (zigzag) variable-length number of at most 64 bits.
    ///
    /// # Errors
    /// As `uvarlong`.
    #[inline]
    pub fn varlong(&mut self, field: &'static str) -> Result<i64, Malformed> {
        self.uvarlong(field).map(|raw| (raw >> 1).cast_signed() ^ -(raw & 1).cast_signed())
    }

    fn uvarlong_of(&mut self, most_bytes: u32, field: &'static str) -> Result<u64, Malformed> {
        let mut value = 0_u64;
        for index in 0..most_bytes {
            let [byte] = self.fixed(field)?;
            let part = u64::from(byte & 0x7f);
            let shift = index * 7;
            if shift == 63 && part > 1 {
                return Err(self.malformed(field, "a varint above 64 bits"));
            }
            value |= part << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.malformed(field, format_args!("a varint that does not end within {most_bytes} bytes")))
    }
}
