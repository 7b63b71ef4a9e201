//! A port of this machine that nobody uses now. It is let go before another program takes it, so that somebody may come in
//! between: whoever uses one tries again with the next.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
};

/// How many ports are tried before it is said that none can be had.
pub(crate) const TRIES: usize = 3;

pub(crate) fn free() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

pub(crate) fn none_free(why: &str) -> String {
    format!("no port of 127.0.0.1 could be taken ({why})")
}
