//! A stream to somebody who is no broker: a token endpoint. Dialled and encrypted as brokers are, so that its name, its addresses
//! and its certificate are told in the same words when they are what fails.
//!
//! It is dialled directly, whatever way there is to the brokers: a token endpoint stands elsewhere, and a rule or a forwarded port
//! that was made for brokers would send our client's secret to somebody who should not have it.

use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};

use super::{Settings, dial};
use crate::{Address, Error};

/// Both directions of a stream.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Duplex for S {}

/// Looks the name up, connects and encrypts where the settings say so; nothing is said. Nobody is signed in. `settings.reach` is not
/// looked at.
///
/// # Errors
/// `What::Connect` or `What::Tls`, with a sentence that says how far it came.
pub async fn stream_to(address: &Address, settings: &Settings) -> Result<Box<dyn Duplex>, Error> {
    let deadline = Instant::now() + settings.setup_timeout;
    let (host, tls) = (address.host.clone(), settings.tls.clone());
    let encrypt = move |stream| {
        let (host, tls) = (host.clone(), tls.clone());
        async move {
            let Some(tls) = tls else { return Ok::<Box<dyn Duplex>, Error>(Box::new(stream)) };
            let (stream, _) = tls.greet(stream, &host, deadline).await.outcome.map_err(Error::new)?;
            Ok::<Box<dyn Duplex>, Error>(Box::new(stream))
        }
    };
    dial::dial(address, dial::Listener::Broker, settings, deadline, encrypt)
        .await
        .map_err(|why| why.at(address.to_string()))
}
