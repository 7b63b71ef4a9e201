//! The way to brokers that can't be dialled by the addresses which they advertise: another address, a proxy, a forwarded port.
//!
//! An address stays the broker's own everywhere else: in errors, in the journal, and as the name that its certificate is held
//! against. Whoever has set a way is never dialled past it: a connection that fell back to the direct address would tell a
//! network what was to be kept from it.

mod heard;
mod rewrites;
mod rule;
mod socks5;
mod unpassed;

use std::{fmt::Debug, future::Future, net::SocketAddr, pin::Pin, sync::Arc};

pub use rewrites::{Rewrites, Rewritten};
pub use socks5::Socks5;
pub use unpassed::Unpassed;

use crate::Address;

/// The way to brokers. Rewriting comes before what it goes through.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    pub rewrites: Rewrites,
    pub through: Through,
}

/// What connections go through.
#[derive(Clone, Debug, Default)]
pub enum Through {
    #[default]
    Nothing,
    /// A proxy, which looks the brokers' names up itself.
    Socks5(Socks5),
    /// A port of this machine for each broker.
    Forward(Arc<dyn Forward>),
}

/// The local place of an address, or a sentence that says why there is none.
pub type PlaceFuture = Pin<Box<dyn Future<Output = Result<SocketAddr, String>> + Send>>;

/// Somebody who makes a port of this machine lead to an address elsewhere: a child process `ssh` or `kubectl`.
pub trait Forward: Debug + Send + Sync {
    /// The local place that leads to this address; made when it isn't there. The future may be dropped at any time; concurrent
    /// calls for one address share what they wait for.
    fn place(&self, to: &Address) -> PlaceFuture;

    /// What the process said of this address lately: a connection that ends at its first byte is explained by it.
    fn said(&self, to: &Address) -> Option<String>;

    /// "ssh bastion", "kubectl in kafka": for sentences.
    fn name(&self) -> String;
}

impl Reach {
    /// Whether brokers are dialled by their own addresses, as if there were no such setting.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.rewrites.is_empty() && matches!(self.through, Through::Nothing)
    }

    /// The same for another cluster, or anew: what a proxy made of our password before means nothing there.
    #[must_use]
    pub fn afresh(&self) -> Reach {
        let through = match &self.through {
            Through::Socks5(proxy) => Through::Socks5(proxy.afresh()),
            other => other.clone(),
        };
        Reach { rewrites: self.rewrites.clone(), through }
    }
}
