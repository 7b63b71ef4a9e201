//! What a request must be able to say of itself so that one socket can carry it.
//!
//! A request is version-free until a connection has negotiated: `encode` is called with the version that this very
//! connection settled on. Were the body built earlier, a cluster in the middle of a rolling upgrade would get bodies of
//! the wrong version.

use std::time::Duration;

use bytes::{Bytes, BytesMut};

use crate::{ApiKey, ErrorCode, Malformed, shape};

/// One request of the Kafka protocol, as owned data, with the reading of its reply.
pub trait Request: Send + Sync + 'static {
    /// The reply, as owned data: no type of the codec in it.
    type Reply: Send + 'static;

    /// Which request this is.
    const KEY: ApiKey;

    /// Lowest and highest version that this build writes and reads.
    const VERSIONS: (i16, i16);

    /// Whether `decode` reads with nothing but `Reader`, which bounds every length and count itself. Then the walk before
    /// it would only be a second pass over the same bytes, and it is left out.
    const BOUNDS_ITSELF: bool = false;

    /// Writes the body (no header) in this version, which lies within `VERSIONS`.
    ///
    /// # Errors
    /// Says which field the version cannot carry.
    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed>;

    /// Reads the body (no header) of a reply. The bytes have passed the bounded walk when the shape is known.
    ///
    /// # Errors
    /// Says what in the bytes can't be so; the connection is then closed.
    fn decode(version: i16, body: Bytes) -> Result<Self::Reply, Malformed>;

    /// The version that the reply is written in, given the one that was asked for. They differ in one case: a broker that
    /// doesn't know the asked version of ApiVersions says so in version 0.
    fn reply_version(asked: i16, _body: &[u8]) -> i16 {
        asked
    }

    /// Whether this request could change the cluster; beyond the gate's table only for a body bit (Metadata with
    /// auto-creation).
    fn could_write(&self) -> bool {
        crate::gate::could_write(Self::KEY)
    }

    /// The error code for the reply as a whole, when it has one: read where the bytes are read.
    fn top_code(_reply: &Self::Reply) -> ErrorCode {
        ErrorCode::NONE
    }

    /// What the broker said of the reply as a whole in its own words: a policy's reason stands nowhere else.
    fn top_words(_reply: &Self::Reply) -> Option<String> {
        None
    }

    /// How long the broker wants to be left alone, when the reply says so.
    fn throttle(_reply: &Self::Reply) -> Duration {
        Duration::ZERO
    }
}

/// Reads the body (no header) of a reply to `R`, asked for in this version: first the bounded walk by the message's own
/// shape, then the request's decoder. The only door from a reply's bytes to owned data.
///
/// # Errors
/// Says what in the bytes can't be so; the connection that brought them can't be trusted any more.
pub fn decode_reply<R: Request>(version: i16, body: Bytes) -> Result<R::Reply, Malformed> {
    let version = R::reply_version(version, &body);
    if !R::BOUNDS_ITSELF {
        shape::walk(R::KEY, version, &body)?;
    }
    R::decode(version, body)
}
