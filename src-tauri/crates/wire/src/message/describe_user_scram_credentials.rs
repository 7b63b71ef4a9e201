//! DescribeUserScramCredentials: which users have a SCRAM password, by mechanism and iterations. Never the password.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeUserScramCredentialsRequest, DescribeUserScramCredentialsResponse,
    describe_user_scram_credentials_request::UserName,
};

use super::codec::{self, str_bytes, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeUserScramCredentials {
    /// `None` is all users.
    pub users: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub users: Vec<User>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub name: String,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub credentials: Vec<Credential>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The protocol's number: 1 is SCRAM-SHA-256, 2 is SCRAM-SHA-512.
    pub mechanism: i8,
    pub iterations: i32,
}

impl Request for DescribeUserScramCredentials {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeUserScramCredentials;
    const VERSIONS: (i16, i16) = (0, 0);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        // An empty list is all of them too. Null is not sent: a broker of 4.4.0 that has to refuse it fails while it writes
        // the refusal (a NullPointerException in getErrorResponse) and never answers.
        let users = self.users.as_deref().unwrap_or_default();
        let users = codec::each(users, |name| UserName::default().with_name(str_bytes(name)));
        codec::write(&DescribeUserScramCredentialsRequest::default().with_users(Some(users)), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeUserScramCredentialsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            users: codec::each(&body.results, |user| User {
                name: text(&user.user),
                code: codec::code(user.error_code),
                words: words(user.error_code, user.error_message.as_ref()),
                credentials: codec::each(&user.credential_infos, |one| Credential {
                    mechanism: one.mechanism,
                    iterations: one.iterations,
                }),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn top_words(reply: &Reply) -> Option<String> {
        reply.words.clone()
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
