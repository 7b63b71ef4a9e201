//! The connection against a broker that the test itself plays, over a pipe and on a paused clock: what is asserted about
//! time is exact, and nothing waits for luck. Real sockets come in where the dialling matters.

mod cancelling;
mod deadlines;
mod framing;
mod gathering;
mod lying;
mod meaning;
pub(crate) mod peer;
mod renewing;
mod setup;
mod signing_in;
mod throttling;
mod tokens;
mod writing;

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use tokio::time::Instant;

use super::{Connection, Exchange};
use crate::{ApiKey, Error, Malformed, Request, What};

/// A request whose body and reply are bytes. DescribeQuorum is flexible in all versions and has no throttle time.
pub(crate) struct Ask(pub(crate) Vec<u8>);

impl Request for Ask {
    type Reply = Vec<u8>;
    const KEY: ApiKey = ApiKey::DescribeQuorum;
    const VERSIONS: (i16, i16) = (0, 2);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        if self.0 == b"needs v2" && version < 2 {
            return Err(Malformed("the field needs version 2".to_owned()));
        }
        out.put_slice(&self.0);
        Ok(())
    }

    fn decode(_: i16, body: Bytes) -> Result<Vec<u8>, Malformed> {
        if body == "lie" { Err(Malformed("a lie".to_owned())) } else { Ok(body.to_vec()) }
    }
}

/// The same for ListGroups, whose replies begin with the throttle time and whose header changes with version 3.
struct List;

impl Request for List {
    type Reply = Vec<u8>;
    const KEY: ApiKey = ApiKey::ListGroups;
    const VERSIONS: (i16, i16) = (1, 5);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        out.put_u8(u8::try_from(version).unwrap());
        Ok(())
    }

    fn decode(_: i16, body: Bytes) -> Result<Vec<u8>, Malformed> {
        Ok(body.to_vec())
    }
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(30)
}

type Asked = tokio::task::JoinHandle<Result<Exchange<Vec<u8>>, Error>>;

/// Asks from a task of its own, so that the test can play the broker meanwhile.
fn ask(connection: &Connection, body: &str) -> Asked {
    ask_by(connection, body, soon())
}

fn ask_by(connection: &Connection, body: &str, deadline: Instant) -> Asked {
    let (connection, request) = (connection.clone(), Ask(body.as_bytes().to_vec()));
    tokio::spawn(async move { connection.call(&request, deadline).await })
}

async fn answered(asked: Asked) -> String {
    String::from_utf8(asked.await.unwrap().unwrap().reply).unwrap()
}

async fn failed(asked: Asked) -> What {
    asked.await.unwrap().unwrap_err().what().clone()
}

fn was_sent(what: &What) -> bool {
    match what {
        What::Disconnected { sent, .. } | What::Timeout { sent, .. } => *sent,
        other => panic!("{other:?} does not say"),
    }
}
