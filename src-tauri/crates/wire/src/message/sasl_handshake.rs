//! SaslHandshake: in which mechanism we sign in. It is always version 1, after which the conversation travels in SaslAuthenticate;
//! after version 0 it would be naked bytes on the socket, without order or error codes.

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{SaslHandshakeRequest, SaslHandshakeResponse};

use super::codec::{self, str_bytes, text};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaslHandshake {
    pub mechanism: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub code: ErrorCode,
    /// What the listener has; also told beside a refusal.
    pub mechanisms: Vec<String>,
}

impl Request for SaslHandshake {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::SaslHandshake;
    const VERSIONS: (i16, i16) = (1, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = SaslHandshakeRequest::default().with_mechanism(str_bytes(&self.mechanism));
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: SaslHandshakeResponse = codec::read(version, body)?;
        Ok(Reply { code: codec::code(body.error_code), mechanisms: codec::each(&body.mechanisms, text) })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }
}
