//! SaslHandshake: the mechanism that a client wants, and the ones that the listener has.

use bytes::Bytes;
use kafka_protocol::messages::SaslHandshakeResponse;

use super::encode as written;
use super::text::text;
use crate::shape::Cursor;

pub(crate) fn mechanism(body: &Bytes) -> Option<String> {
    let mut cursor = Cursor::new(body);
    let mechanism = cursor.text()??;
    (cursor.left() == 0).then_some(mechanism)
}

pub(crate) fn encode(version: i16, code: i16, mechanisms: &[String]) -> Option<Bytes> {
    let mechanisms = mechanisms.iter().map(|mechanism| text(mechanism)).collect();
    let response = SaslHandshakeResponse::default().with_error_code(code).with_mechanisms(mechanisms);
    // All versions look alike, also those that nobody has defined yet.
    written(&response, version.min(1))
}
