//! A request as far as it has to be understood to choose its reply: api, version, correlation id, and where its body
//! begins. Nothing here allocates, since allocations of the client under test are counted in the same process.

use kafka_protocol::messages::ApiKey;

/// What was asked, in the form that chooses the reply.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub key: i16,
    pub version: i16,
    pub body: &'a [u8],
}

/// A whole request, without its size.
pub(super) struct Request<'a> {
    pub(super) correlation: i32,
    pub(super) asked: Asked<'a>,
}

/// `None`: no request of an api that is known here.
pub(super) fn read(frame: &[u8]) -> Option<Request<'_>> {
    let key = i16::from_be_bytes(frame.get(0..2)?.try_into().ok()?);
    let version = i16::from_be_bytes(frame.get(2..4)?.try_into().ok()?);
    let correlation = i32::from_be_bytes(frame.get(4..8)?.try_into().ok()?);
    let client = i16::from_be_bytes(frame.get(8..10)?.try_into().ok()?);
    let mut rest = frame.get(10 + usize::try_from(client).unwrap_or(0)..)?;
    let api = ApiKey::try_from(key).ok()?;
    if api.request_header_version(version) >= 2 {
        // Nobody here sends tags in a header; one that did would get no answer.
        rest = rest.strip_prefix(&[0])?;
    }
    Some(Request { correlation, asked: Asked { key, version, body: rest } })
}

/// Whether a reply's header ends with a (here empty) list of tags.
pub(super) fn tagged(asked: &Asked<'_>) -> bool {
    // What can't be read is answered as version 0 is.
    ApiKey::try_from(asked.key).is_ok_and(|api| api.response_header_version(asked.version) >= 1)
}
