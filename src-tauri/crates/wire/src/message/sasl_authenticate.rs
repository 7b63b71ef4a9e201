//! SaslAuthenticate: one step of the conversation that SaslHandshake began. Its bytes may be a password, so that they are
//! never shown, whoever prints the request.

use std::{fmt, time::Duration};

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{SaslAuthenticateRequest, SaslAuthenticateResponse};

use super::codec::{self, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Default, PartialEq, Eq)]
pub struct SaslAuthenticate {
    pub said: Bytes,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub code: ErrorCode,
    pub words: Option<String>,
    pub heard: Bytes,
    /// How long the broker takes requests before it wants to be signed in to again; `None`: for ever, or not told.
    pub lifetime: Option<Duration>,
}

impl fmt::Debug for SaslAuthenticate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SaslAuthenticate({} bytes)", self.said.len())
    }
}

impl Request for SaslAuthenticate {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::SaslAuthenticate;
    const VERSIONS: (i16, i16) = (0, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::write(&SaslAuthenticateRequest::default().with_auth_bytes(self.said.clone()), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: SaslAuthenticateResponse = codec::read(version, body)?;
        let lifetime = u64::try_from(body.session_lifetime_ms).ok().filter(|&lifetime| lifetime > 0);
        Ok(Reply {
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            heard: body.auth_bytes,
            lifetime: lifetime.map(Duration::from_millis),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_not_shown() {
        let request = SaslAuthenticate { said: Bytes::from_static(b"\0alice\0hunter2") };
        assert_eq!(format!("{request:?}"), "SaslAuthenticate(14 bytes)");
    }

    #[test]
    fn a_lifetime_of_zero_or_less_is_none() {
        for (milliseconds, lifetime) in [(0_i64, None), (-1, None), (5000, Some(Duration::from_secs(5)))] {
            let mut body = vec![0, 0, 0, 0, 0, 0, 0, 0];
            body.extend(milliseconds.to_be_bytes());
            let reply = crate::decode_reply::<SaslAuthenticate>(1, Bytes::from(body)).unwrap();
            assert_eq!(reply.lifetime, lifetime);
        }
    }
}
