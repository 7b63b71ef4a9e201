//! From an address to a TCP connection: the name looked up anew each time, every address behind it tried.
//!
//! Clients that cached a name, or tried only its first address, stayed on dead brokers for hours. Here the families take
//! turns and the next address starts after a short while, so that a dead IPv6 route costs a quarter of a second.

use std::{collections::VecDeque, io, net::SocketAddr, time::Duration};

use socket2::{SockRef, TcpKeepalive};
use tokio::{
    net::{TcpStream, lookup_host},
    task::JoinSet,
    time::{Instant, sleep_until, timeout_at},
};

use crate::{Address, What};

/// How long an address may be silent before the next one is tried beside it.
const STAGGER: Duration = Duration::from_millis(250);
/// A peer that vanished without a word is noticed after about two minutes, also when nothing is in flight.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(60);
const KEEPALIVE_EVERY: Duration = Duration::from_secs(15);

pub(super) async fn dial(address: &Address, deadline: Instant, within: Duration) -> Result<TcpStream, What> {
    let seconds = within.as_secs_f64();
    let host = &address.host;
    let found = timeout_at(deadline, lookup_host((host.as_str(), address.port))).await.map_err(|_| {
        What::Connect(format!("looking up the name “{host}” took longer than {seconds:.1} s"))
    })?;
    let found: Vec<SocketAddr> = found
        .map_err(|why| {
            What::Connect(format!(
                "the name “{host}” can't be looked up ({why}); check it for a slip, and whether this network knows it"
            ))
        })?
        .collect();
    let places = in_turn(found);
    if places.is_empty() {
        return Err(What::Connect(format!("the name “{host}” has no address")));
    }
    let shown = shown(&places);
    let stream = timeout_at(deadline, race(places, connect)).await.map_err(|_| {
        What::Connect(format!(
            "{shown} did not answer within {seconds:.1} s; the host may be down, or a firewall drops the packets"
        ))
    })?;
    let stream = stream.map_err(|failures| What::Connect(told(&failures)))?;
    tune(&stream);
    Ok(stream)
}

async fn connect(place: SocketAddr) -> io::Result<TcpStream> {
    TcpStream::connect(place).await
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

/// The first of them that connects. The attempts run in tasks of their own, which end with this future.
async fn race<T, F>(
    mut places: VecDeque<SocketAddr>,
    connect: impl Fn(SocketAddr) -> F,
) -> Result<T, Vec<(SocketAddr, io::Error)>>
where
    T: Send + 'static,
    F: Future<Output = io::Result<T>> + Send + 'static,
{
    let mut attempts = JoinSet::new();
    let mut failures = Vec::new();
    let mut next_at = Instant::now();
    loop {
        tokio::select! {
            biased;
            Some(ended) = attempts.join_next(), if !attempts.is_empty() => match ended {
                Ok((_, Ok(stream))) => return Ok(stream),
                Ok((place, Err(why))) => {
                    failures.push((place, why));
                    next_at = Instant::now();
                }
                Err(_) => {}
            },
            () = sleep_until(next_at), if !places.is_empty() => {
                if let Some(place) = places.pop_front() {
                    let attempt = connect(place);
                    attempts.spawn(async move { (place, attempt.await) });
                }
                next_at = Instant::now() + STAGGER;
            }
            else => return Err(failures),
        }
    }
}

fn tune(stream: &TcpStream) {
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_AFTER).with_interval(KEEPALIVE_EVERY);
    let tuned = stream.set_nodelay(true).and_then(|()| SockRef::from(stream).set_tcp_keepalive(&keepalive));
    if let Err(why) = tuned {
        // The connection works all the same; it only notices a vanished peer later.
        tracing::debug!(%why, "the socket took no options");
    }
}

fn shown(places: &VecDeque<SocketAddr>) -> String {
    let each: Vec<String> = places.iter().map(ToString::to_string).collect();
    each.join(", ")
}

fn told(failures: &[(SocketAddr, io::Error)]) -> String {
    let each: Vec<String> = failures
        .iter()
        .map(|(place, why)| match why.kind() {
            io::ErrorKind::ConnectionRefused => format!("nobody listens at {place} (connection refused)"),
            _ => format!("{place}: {why}"),
        })
        .collect();
    let refused = failures.iter().all(|(_, why)| why.kind() == io::ErrorKind::ConnectionRefused);
    let hint = if refused { "; is the broker running, and is this its port?" } else { "" };
    format!("{}{hint}", each.join(", "))
}

#[cfg(test)]
mod tests;
