//! Turns our own text into the codec's types and back, so that the answers read without noise; and writes the
//! compact forms for the few bodies that the codec doesn't know.

use bytes::{BufMut, BytesMut};
use kafka_protocol::messages::{BrokerId, GroupId, TopicName};
use kafka_protocol::protocol::StrBytes;

pub(super) fn text(from: &str) -> StrBytes {
    StrBytes::from_string(from.to_owned())
}

pub(super) fn maybe(from: Option<&str>) -> Option<StrBytes> {
    from.map(text)
}

pub(super) fn topic_name(from: &str) -> TopicName {
    TopicName(text(from))
}

pub(super) fn group_id(from: &str) -> GroupId {
    GroupId(text(from))
}

pub(super) fn brokers(ids: impl IntoIterator<Item = i32>) -> Vec<BrokerId> {
    ids.into_iter().map(BrokerId).collect()
}

/// A compact length or count: one more than itself, as a varint.
pub(super) fn put_compact_count(out: &mut BytesMut, count: usize) -> Option<()> {
    let mut left = u32::try_from(count).ok()?.checked_add(1)?;
    while left >= 0x80 {
        out.put_u8(u8::try_from(left & 0x7f).ok()? | 0x80);
        left >>= 7;
    }
    out.put_u8(u8::try_from(left).ok()?);
    Some(())
}

pub(super) fn put_compact_text(out: &mut BytesMut, from: &str) -> Option<()> {
    put_compact_count(out, from.len())?;
    out.put_slice(from.as_bytes());
    Some(())
}
