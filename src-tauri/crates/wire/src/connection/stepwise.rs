//! The parts of `open` one at a time, for who wants to know how far a connection comes. They are the same parts: an examination
//! that went another way than the program itself would find other faults than the program has.

use std::{io, net::SocketAddr, sync::Arc};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::Instant,
};

use super::{Connection, Meant, Settings, dial, frame, session};
use crate::{Address, ApiKey, Encryption, Error, Forward, Request, message::api_versions::ApiVersions};

/// The address that a host is already, without a look-up.
pub(crate) fn literal(address: &Address) -> Option<SocketAddr> {
    dial::literal(&address.host, address.port)
}

pub(crate) async fn connect(place: SocketAddr, deadline: Instant) -> io::Result<TcpStream> {
    dial::connect(place, deadline).await
}

/// The port of this machine that leads there, or why there is none.
pub(crate) async fn forwarded(
    forward: &Arc<dyn Forward>,
    to: &Address,
    settings: &Settings,
    deadline: Instant,
) -> Result<SocketAddr, String> {
    dial::place(forward, to, settings, deadline).await
}

/// What the forwarder says of a connection that did not come about.
pub(crate) async fn last_words(
    forward: &Arc<dyn Forward>,
    to: &Address,
    deadline: Instant,
) -> Option<String> {
    dial::last_words(forward, to, deadline).await
}

/// The first words on a stream that may be encrypted.
pub(crate) async fn greet<S>(
    stream: S,
    encryption: Option<Encryption>,
    address: &Address,
    settings: &Settings,
    meant: Option<&Meant>,
    deadline: Instant,
) -> Result<Connection, Error>
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    Connection::begun(stream, encryption, address, settings, meant, deadline).await
}

/// The first words as bytes, in the version that every broker knows.
pub(crate) fn first_words(settings: &Settings) -> Option<Vec<u8>> {
    let version = 0;
    let words = frame::request(ApiKey::ApiVersions, version, &settings.client_id, |out| {
        ApiVersions.encode(version, out)
    });
    words.ok().map(|words| words.to_vec())
}

/// Signs in as the settings say; beside it the mechanisms that the listener named, where it came as far.
pub(crate) async fn sign_in(
    connection: Connection,
    settings: &Settings,
    deadline: Instant,
) -> (Vec<String>, Result<Connection, Error>) {
    let shared = Arc::clone(&connection.shared);
    let signed_in = session::begin(connection, settings, deadline).await;
    (shared.mechanisms.get().cloned().unwrap_or_default(), signed_in)
}
