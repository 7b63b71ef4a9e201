//! A network of its own that this machine can't look into, and two ways into it: a SOCKS5 proxy and forwarded ports. With rules they
//! are what stands between people and private brokers.

mod network;
mod socks;
mod tunnels;

pub use network::{Network, NoNames};
pub use socks::{Manner, Socks};
pub use tunnels::{NOBODY, Tunnels};
