//! The request header as a broker reads it, and the response header. Read by hand rather than by the codec, since a key
//! or a version that the codec does not know must still be recorded and refused as a real broker refuses it.

use bytes::{BufMut, Bytes, BytesMut};
use kafka_protocol::messages::ApiKey;

use crate::key;
use crate::shape::Cursor;

#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) key: i16,
    pub(crate) version: i16,
    pub(crate) correlation: i32,
    pub(crate) client_id: Option<String>,
}

/// Splits a frame into its header and body; `None` when the frame is too short or its strings run past its end.
pub(crate) fn split(frame: &Bytes) -> Option<(Header, Bytes)> {
    let mut cursor = Cursor::new(frame);
    let key = cursor.i16()?;
    let version = cursor.i16()?;
    let correlation = cursor.i32()?;
    let client_id = cursor.text()?;
    if flexible_request(key, version) {
        cursor.skip_tags()?;
    }
    let body = frame.slice(cursor.at()..);
    Some((Header { key, version, correlation, client_id }, body))
}

/// A whole frame around an encoded body: length, correlation id and, where the version is flexible, an empty tag section.
pub(crate) fn frame(key: i16, version: i16, correlation: i32, body: &[u8]) -> Bytes {
    let tags = flexible_response(key, version);
    let length = 4 + usize::from(tags) + body.len();
    let mut out = BytesMut::with_capacity(length + 4);
    out.put_i32(i32::try_from(length).unwrap_or(i32::MAX));
    out.put_i32(correlation);
    if tags {
        out.put_u8(0);
    }
    out.put_slice(body);
    out.freeze()
}

/// Whether a key that the codec does not know is newer than it, as all that came since 2.4 are flexible from their version 0.
/// Those up to 7 are the ones between ZooKeeper's brokers, which it has dropped.
fn newer(key: i16) -> bool {
    7 < key
}

fn flexible_request(key: i16, version: i16) -> bool {
    ApiKey::try_from(key).map_or(newer(key), |known| known.request_header_version(version) >= 2)
}

/// ApiVersions keeps the old response header in every version: the client cannot know yet what the broker speaks.
fn flexible_response(key: i16, version: i16) -> bool {
    key != key::API_VERSIONS
        && ApiKey::try_from(key).map_or(newer(key), |known| known.response_header_version(version) >= 1)
}
