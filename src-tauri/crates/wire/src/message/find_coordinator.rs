//! FindCoordinator: which broker looks after a group or a transactional id.
//!
//! Up to version 3 it asks for one key and the answer doesn't repeat it; from version 4 it asks for many. Both come out
//! as a list, whose `key` is `None` in the old form.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{FindCoordinatorRequest, FindCoordinatorResponse};

use super::codec::{self, str_bytes, str_list, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// The first version that takes more than one key.
pub const MANY: i16 = 4;

/// What is looked after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Group,
    Transaction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindCoordinator {
    pub kind: Kind,
    pub keys: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub coordinators: Vec<Coordinator>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinator {
    pub key: Option<String>,
    pub code: ErrorCode,
    pub words: Option<String>,
    /// Node, host and port mean something only when the code is `NONE`.
    pub node: Option<i32>,
    pub host: String,
    pub port: i32,
}

impl Request for FindCoordinator {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::FindCoordinator;
    const VERSIONS: (i16, i16) = (0, 6);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(self.kind == Kind::Transaction, version, 1, "a transaction's coordinator")?;
        let mut body = FindCoordinatorRequest::default();
        if 1 <= version {
            body = body.with_key_type(match self.kind {
                Kind::Group => 0,
                Kind::Transaction => 1,
            });
        }
        let body = match self.keys.as_slice() {
            keys if MANY <= version => body.with_coordinator_keys(str_list(keys)),
            [key] => body.with_key(str_bytes(key)),
            keys => {
                let why =
                    format!("version {version} asks for one coordinator at a time, not for {}", keys.len());
                return Err(Malformed(why));
            }
        };
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: FindCoordinatorResponse = codec::read(version, body)?;
        let coordinators = if MANY <= version {
            codec::each(&body.coordinators, |found| Coordinator {
                key: Some(text(&found.key)),
                code: codec::code(found.error_code),
                words: words(found.error_code, found.error_message.as_ref()),
                node: codec::broker(found.node_id),
                host: text(&found.host),
                port: found.port,
            })
        } else {
            vec![Coordinator {
                key: None,
                code: codec::code(body.error_code),
                words: words(body.error_code, body.error_message.as_ref()),
                node: codec::broker(body.node_id),
                host: text(&body.host),
                port: body.port,
            }]
        };
        Ok(Reply { throttle: throttle(body.throttle_time_ms), coordinators })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_version_refuses_two_keys_rather_than_forgetting_one() {
        let two = FindCoordinator { kind: Kind::Group, keys: vec!["a".into(), "b".into()] };
        assert!(two.encode(3, &mut BytesMut::new()).is_err());
        assert!(two.encode(4, &mut BytesMut::new()).is_ok());
    }
}
