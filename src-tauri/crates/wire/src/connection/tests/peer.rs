//! The broker's side of the pipe: reads requests, writes what the test says, also nonsense.

use std::time::Duration;

use bytes::{BufMut, BytesMut};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{Instant, timeout},
};

use crate::{Address, ApiKey, Connection, Meant, Settings};

pub(super) struct Peer(pub(super) DuplexStream);

/// A request as it came.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) key: ApiKey,
    pub(super) version: i16,
    pub(super) correlation: i32,
    /// What follows the client id: the header's tags, if it has any, and the body.
    pub(super) rest: Vec<u8>,
}

impl Came {
    /// The body of a request with a flexible header.
    pub(super) fn text(&self) -> String {
        let (tags, body) = self.rest.split_first().unwrap();
        assert_eq!(*tags, 0);
        String::from_utf8(body.to_vec()).unwrap()
    }
}

impl Peer {
    pub(super) async fn request(&mut self) -> Came {
        let size = self.0.read_i32().await.unwrap();
        let mut frame = vec![0; usize::try_from(size).unwrap()];
        self.0.read_exact(&mut frame).await.unwrap();
        let mut reader = crate::Reader::new(&frame);
        let key = ApiKey::from_code(reader.i16("key").unwrap());
        let version = reader.i16("version").unwrap();
        let correlation = reader.i32("correlation").unwrap();
        assert_eq!(reader.string(false, "client").unwrap(), "brokerscope");
        Came { key, version, correlation, rest: reader.rest().to_vec() }
    }

    /// A reply with these bytes after the correlation id.
    pub(super) async fn raw_reply(&mut self, correlation: i32, bytes: &[u8]) {
        self.0.write_all(&reply(correlation, bytes)).await.unwrap();
    }

    /// A reply with a flexible header.
    pub(super) async fn reply(&mut self, to: &Came, body: &str) {
        self.raw_reply(to.correlation, &[b"\0", body.as_bytes()].concat()).await;
    }

    /// Nothing comes for a minute, and the connection stays open.
    pub(super) async fn hears_nothing(&mut self) {
        self.hears_nothing_for(Duration::from_secs(60)).await;
    }

    pub(super) async fn hears_nothing_for(&mut self, time: Duration) {
        let mut byte = [0];
        let read = timeout(time, self.0.read(&mut byte)).await;
        assert!(read.is_err(), "{read:?} {byte:?}");
    }

    /// The other side has closed.
    pub(super) async fn hears_the_end(&mut self) {
        let mut bytes = Vec::new();
        self.0.read_to_end(&mut bytes).await.unwrap();
        assert_eq!(bytes, b"");
    }
}

pub(crate) fn reply(correlation: i32, bytes: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    frame.put_i32(i32::try_from(bytes.len() + 4).unwrap());
    frame.put_i32(correlation);
    frame.put_slice(bytes);
    frame
}

/// What a broker offers, in the writing of ApiVersions v3 and v4.
pub(crate) fn offer(ranges: &[(i16, i16, i16)]) -> Vec<u8> {
    let mut body = BytesMut::new();
    body.put_i16(0);
    body.put_u8(u8::try_from(ranges.len() + 1).unwrap());
    for (key, low, high) in ranges {
        body.put_i16(*key);
        body.put_i16(*low);
        body.put_i16(*high);
        body.put_u8(0);
    }
    body.put_i32(0);
    body.put_u8(0);
    body.to_vec()
}

/// The same in version 0, with an error code.
pub(super) fn old_offer(code: i16, ranges: &[(i16, i16, i16)]) -> Vec<u8> {
    let mut body = BytesMut::new();
    body.put_i16(code);
    body.put_i32(i32::try_from(ranges.len()).unwrap());
    for (key, low, high) in ranges {
        body.put_i16(*key);
        body.put_i16(*low);
        body.put_i16(*high);
    }
    body.to_vec()
}

pub(crate) const USUAL: &[(i16, i16, i16)] =
    &[(3, 0, 13), (16, 0, 5), (18, 0, 4), (19, 2, 7), (35, 1, 4), (47, 0, 0), (55, 0, 2)];

pub(super) fn address() -> Address {
    Address { host: "broker".to_owned(), port: 9092 }
}

pub(super) fn start(
    settings: &Settings,
    pipe: usize,
) -> (tokio::task::JoinHandle<Result<Connection, crate::Error>>, Peer) {
    start_to(None, settings, pipe)
}

/// The same, to a broker that is meant.
pub(super) fn start_to(
    meant: Option<Meant>,
    settings: &Settings,
    pipe: usize,
) -> (tokio::task::JoinHandle<Result<Connection, crate::Error>>, Peer) {
    let (ours, theirs) = duplex(pipe);
    let settings = settings.clone();
    let opening = tokio::spawn(async move {
        let deadline = Instant::now() + settings.setup_timeout;
        Connection::over(ours, &address(), &settings, meant.as_ref(), deadline).await
    });
    (opening, Peer(theirs))
}

/// A connection that has come about, with this offer and room for this many bytes in the pipe.
pub(super) async fn open_with(
    settings: Settings,
    pipe: usize,
    ranges: &[(i16, i16, i16)],
) -> (Connection, Peer) {
    let (opening, mut peer) = start(&settings, pipe);
    let asked = peer.request().await;
    assert_eq!((asked.key, asked.version), (ApiKey::ApiVersions, 4));
    peer.raw_reply(asked.correlation, &offer(ranges)).await;
    (opening.await.unwrap().unwrap(), peer)
}

pub(super) async fn open() -> (Connection, Peer) {
    open_with(Settings::default(), 1 << 16, USUAL).await
}
