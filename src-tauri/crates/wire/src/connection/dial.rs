//! From an address to a connection that was greeted: the name looked up anew each time, every address behind it tried.
//!
//! Clients that cached a name, or tried only its first address, stayed on dead brokers for hours. Here the families take
//! turns and the next address starts after a short while, so that a dead IPv6 route costs a quarter of a second, and a
//! frozen broker behind a name of three costs less than one.

mod race;
mod resolve;
mod way;
mod words;

use std::{collections::VecDeque, future::Future, io, net::SocketAddr, time::Duration};

use socket2::{SockRef, TcpKeepalive};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout_at},
};

pub(super) use resolve::literal;
pub use resolve::{Found, Resolve, SystemResolver};
pub(super) use way::{by_reach, last_words, place};
pub(super) use words::Listener;

use super::Settings;
use crate::{Address, Error, What};
use race::{Reached, Why, race};

/// A peer that vanished without a word is noticed after about two minutes, also when nothing is in flight.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(60);
const KEEPALIVE_EVERY: Duration = Duration::from_secs(15);

/// The first address behind the name that gets through the first exchange, all of it by the deadline. `whom`: who listens there.
pub(super) async fn dial<T, F>(
    address: &Address,
    whom: Listener,
    settings: &Settings,
    deadline: Instant,
    first_words: impl Fn(TcpStream) -> F + Clone + Send + Sync + 'static,
) -> Result<T, Error>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    let places = in_turn(places(address, settings, deadline).await.map_err(Error::new)?);
    if places.is_empty() {
        return Err(Error::new(What::Connect(format!("the name “{}” has no address", address.host))));
    }
    let attempt = |place, reached: Reached| {
        let first_words = first_words.clone();
        async move {
            let stream = connect(place, deadline).await.map_err(Why::Unreached)?;
            reached.tell();
            first_words(stream).await.map_err(Why::Unfinished)
        }
    };
    race(places, deadline, attempt)
        .await
        .map_err(|failures| words::told(failures, whom, settings.setup_timeout))
}

/// What is behind the name now. A look-up may take half of the time for setting up, so that an address which it names
/// late is still tried.
async fn places(address: &Address, settings: &Settings, deadline: Instant) -> Result<Vec<SocketAddr>, What> {
    let (host, port) = (&address.host, address.port);
    if let Some(place) = resolve::literal(host, port) {
        return Ok(vec![place]);
    }
    let limit = settings.setup_timeout / 2;
    let until = deadline.min(Instant::now() + limit);
    let found = timeout_at(until, settings.resolver.resolve(host, port)).await.map_err(|_| {
        let seconds = limit.as_secs_f64();
        What::Connect(format!(
            "looking up the name “{host}” took longer than {seconds:.1} s; is the name service there?"
        ))
    })?;
    found.map_err(|why| {
        What::Connect(format!(
            "the name “{host}” can't be looked up ({why}); check it for a slip, and whether this network knows it"
        ))
    })
}

pub(super) async fn connect(place: SocketAddr, deadline: Instant) -> io::Result<TcpStream> {
    let stream = timeout_at(deadline, TcpStream::connect(place)).await;
    let stream = stream.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
    tune(&stream);
    Ok(stream)
}

/// Each address once, the families taking turns, the resolver's first choice first.
fn in_turn(found: Vec<SocketAddr>) -> VecDeque<SocketAddr> {
    let first_is_v6 = found.first().is_some_and(SocketAddr::is_ipv6);
    let (mut one, mut other): (VecDeque<_>, VecDeque<_>) =
        found.into_iter().partition(|place| place.is_ipv6() == first_is_v6);
    let mut places = VecDeque::new();
    while let Some(place) = one.pop_front().or_else(|| other.pop_front()) {
        if !places.contains(&place) {
            places.push_back(place);
        }
        std::mem::swap(&mut one, &mut other);
    }
    places
}

fn tune(stream: &TcpStream) {
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_AFTER).with_interval(KEEPALIVE_EVERY);
    let tuned = stream.set_nodelay(true).and_then(|()| SockRef::from(stream).set_tcp_keepalive(&keepalive));
    if let Err(why) = tuned {
        // The connection works all the same; it only notices a vanished peer later.
        tracing::debug!(%why, "the socket took no options");
    }
}

#[cfg(test)]
mod tests;
