//! Who turns a name into addresses: asked at each connect, because an answer that is kept for life is how clients stay on
//! brokers that are long gone.
//!
//! It can be replaced, so that a changing, slow or dead name service is something that a test can play. An address that
//! needs no look-up never comes here: a name service that hangs must not hold up what doesn't need it.

use std::{
    fmt::Debug,
    future::Future,
    io,
    net::{IpAddr, SocketAddr, SocketAddrV6},
    pin::Pin,
};

/// The addresses behind a name, in the order in which they are to be tried.
pub type Found = Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>>;

/// Looks up names. The future may be dropped at any time: a look-up has a time-out of its own.
pub trait Resolve: Debug + Send + Sync {
    fn resolve(&self, host: &str, port: u16) -> Found;
}

/// The operating system's own look-up, with its hosts file, its search list and its cache.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str, port: u16) -> Found {
        let host = host.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((host.as_str(), port)).await?.collect()) })
    }
}

/// The address that a host is already, also in brackets and with the number of a zone. A zone with a name is the
/// system's to look up.
pub(in crate::connection) fn literal(host: &str, port: u16) -> Option<SocketAddr> {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Some(SocketAddr::new(ip, port));
    }
    format!("[{host}]:{port}").parse::<SocketAddrV6>().ok().map(SocketAddr::V6)
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn an_address_is_never_looked_up() {
        for (host, shown) in [
            ("10.0.0.7", "10.0.0.7:1"),
            ("::1", "[::1]:1"),
            ("[::1]", "[::1]:1"),
            ("::ffff:10.0.0.7", "[::ffff:10.0.0.7]:1"),
            ("fe80::1%3", "[fe80::1%3]:1"),
        ] {
            assert_eq!(literal(host, 1).unwrap().to_string(), shown);
        }
        for name in ["localhost", "fe80::1%eth0", "10.0.0", "", "[]", "::1]:2,[::1"] {
            assert_eq!(literal(name, 1), None, "{name}");
        }
    }
}
