//! The fields that carry their own length, for requests that are written by hand: counts, names, tags, in the old and the
//! compact ("flexible") writing.
//!
//! The codec wants its own copy of each name and a list for each list. Where thousands of small requests leave in a second
//! those copies would be most of what a request costs.

use bytes::{BufMut, BytesMut};

use crate::Malformed;

/// How many elements follow.
pub(super) fn count(count: usize, flexible: bool, out: &mut BytesMut) -> Result<(), Malformed> {
    let count = i32::try_from(count).map_err(|_| Malformed("a list is too long for a request".to_owned()))?;
    if flexible {
        // One more than there are, so that 0 is null.
        uvarint(count.unsigned_abs() + 1, out);
    } else {
        out.put_i32(count);
    }
    Ok(())
}

/// A name that is not null.
pub(super) fn name(name: &str, flexible: bool, out: &mut BytesMut) -> Result<(), Malformed> {
    let length =
        i16::try_from(name.len()).map_err(|_| Malformed("a name is too long for a request".to_owned()))?;
    if flexible {
        uvarint(u32::from(length.unsigned_abs()) + 1, out);
    } else {
        out.put_i16(length);
    }
    out.put_slice(name.as_bytes());
    Ok(())
}

/// The end of a structure without any tagged field.
pub(super) fn no_tags(flexible: bool, out: &mut BytesMut) {
    if flexible {
        out.put_u8(0);
    }
}

fn uvarint(mut left: u32, out: &mut BytesMut) {
    while 0x80 <= left {
        out.put_u8((left & 0x7f) as u8 | 0x80);
        left >>= 7;
    }
    out.put_u8(left as u8);
}
