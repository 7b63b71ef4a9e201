//! SaslAuthenticate: a step of the sign-in, in the mechanism's own bytes.

use std::time::Duration;

use bytes::Bytes;
use kafka_protocol::messages::SaslAuthenticateResponse;

use super::encode as written;
use super::text::text;
use crate::shape::Cursor;

/// The first version that is written in the compact way.
const FLEXIBLE: i16 = 2;

pub(crate) fn said(version: i16, body: &Bytes) -> Option<Bytes> {
    let mut cursor = Cursor::new(body);
    let size = if version < FLEXIBLE { cursor.long_length()? } else { cursor.compact_length()? };
    let at = cursor.at();
    cursor.skip(size)?;
    let said = body.slice(at..at + size);
    if FLEXIBLE <= version {
        cursor.skip_tags()?;
    }
    (cursor.left() == 0).then_some(said)
}

pub(crate) fn encode(
    version: i16,
    code: i16,
    words: Option<&str>,
    said: Vec<u8>,
    lifetime: Option<Duration>,
) -> Option<Bytes> {
    let mut response = SaslAuthenticateResponse::default()
        .with_error_code(code)
        .with_error_message(words.map(text))
        .with_auth_bytes(said.into());
    if let Some(lifetime) = lifetime.filter(|_| version >= 1) {
        response = response.with_session_lifetime_ms(i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX));
    }
    written(&response, version.min(FLEXIBLE))
}
