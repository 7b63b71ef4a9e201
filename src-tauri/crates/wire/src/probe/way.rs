//! The way to the one that is examined: which address is dialled for it, and what is between that and the broker.
//!
//! A second look that went straight where the connection goes through a proxy would find somebody else, or nobody.

use std::net::SocketAddr;

use tokio::time::{Instant, timeout_at};

use super::{Probe, Reached};
use crate::{Address, Rewritten, Through, Unpassed, connection::stepwise};

/// What a connection goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    Nothing,
    /// The proxy at this address.
    Proxy(Address),
    /// A port of this machine, forwarded by whom this names: "ssh bastion".
    Forwarder(String),
}

impl Probe {
    /// The rule that fits.
    #[must_use]
    pub fn rewritten(&self) -> Option<Rewritten> {
        self.settings.reach.rewrites.of(&self.address, self.broker)
    }

    /// Where the broker is to be found, by a rule or by its own word.
    #[must_use]
    pub fn found_at(&self) -> Address {
        self.rewritten().map_or_else(|| self.address.clone(), |found| found.to)
    }

    #[must_use]
    pub fn passing(&self) -> Passing {
        match &self.settings.reach.through {
            Through::Nothing => Passing::Nothing,
            Through::Socks5(proxy) => Passing::Proxy(proxy.proxy.clone()),
            Through::Forward(forward) => Passing::Forwarder(forward.name()),
        }
    }

    /// Whose name is looked up here: the broker's, or the proxy's.
    #[must_use]
    pub fn dialled(&self) -> Address {
        match &self.settings.reach.through {
            Through::Socks5(proxy) => proxy.proxy.clone(),
            Through::Nothing | Through::Forward(_) => self.found_at(),
        }
    }

    /// The port of this machine that leads there; `None` where nobody is asked for one.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn forwarded(&self) -> Result<Option<SocketAddr>, Unpassed> {
        let Through::Forward(forward) = &self.settings.reach.through else { return Ok(None) };
        let place = stepwise::forwarded(forward, &self.found_at(), &self.settings, self.deadline()).await;
        place.map(Some).map_err(Unpassed::NotForwarded)
    }

    /// What who forwards says of a connection that ended at its first byte.
    pub async fn forwarder_says(&self) -> Option<String> {
        let Through::Forward(forward) = &self.settings.reach.through else { return None };
        stepwise::last_words(forward, &self.found_at(), self.deadline()).await
    }

    /// On from the proxy to the broker; the same connection where there is none.
    ///
    /// # Errors
    /// What the proxy says instead.
    pub async fn pass(&self, reached: Reached) -> Result<Reached, Unpassed> {
        self.passed(reached, self.deadline()).await
    }

    async fn passed(&self, reached: Reached, deadline: Instant) -> Result<Reached, Unpassed> {
        let Through::Socks5(proxy) = &self.settings.reach.through else { return Ok(reached) };
        let Reached { stream, place } = reached;
        let stream = proxy.pass(stream, &self.found_at(), deadline).await?;
        Ok(Reached { stream, place })
    }

    /// The whole way to the broker once more. A forwarded port is asked for anew: the one of before may be somebody else's by now.
    pub(super) async fn reached(&self, place: SocketAddr, deadline: Instant) -> Option<Reached> {
        let forwarded = timeout_at(deadline, self.forwarded()).await.ok()?;
        let place = forwarded.ok()?.unwrap_or(place);
        let stream = stepwise::connect(place, deadline).await.ok()?;
        self.passed(Reached { stream, place }, deadline).await.ok()
    }
}
