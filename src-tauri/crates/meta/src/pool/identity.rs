//! Whether an address still leads to the cluster that it led to before.
//!
//! Addresses are used again: a broker goes, and the next host or container that gets its address may belong to another
//! cluster, which has a topic of the same name and answers for it. Metadata tells its cluster's id; the other replies
//! don't, so without this look an offset of the wrong cluster would be shown as this one's.

use std::{sync::Arc, time::SystemTime};

use tokio::time::Instant;
use wire::{
    ApiKey, Connection, Error, Exchange, Request, What,
    message::describe_cluster::{self, DescribeCluster},
};

use super::{Pool, slot::Slot};
use crate::{Broker, Metadata, Refresh};

impl Pool {
    /// The cluster that these addresses lead to.
    pub(crate) fn belongs_to(&self, cluster: Option<&str>) {
        let mut known = self.cluster_id.lock();
        if known.as_deref() != cluster && cluster.is_some() {
            *known = cluster.map(Arc::from);
        }
    }

    /// The connection, when it leads to the cluster that is expected or can't tell; otherwise it is closed. Asked of each one
    /// that has not said so already, also where the cluster named the address a moment ago: it goes on naming a broker
    /// that died for as long as that one's session lasts, and the address may have a new owner by then.
    pub(super) async fn vouched(
        &self,
        slot: &Slot,
        connection: Connection,
        until: Instant,
    ) -> Result<Connection, Error> {
        let Some(was) = self.cluster_id.lock().clone() else { return Ok(connection) };
        let offered = connection.offered();
        let told = if offered.range(ApiKey::DescribeCluster).is_some() {
            let told = self.ask(slot, &connection, &DescribeCluster::default(), until).await;
            told.map(|reply| {
                (Some(reply.cluster_id).filter(|id| !id.is_empty()), slot.elsewhere(&reply.brokers))
            })
        } else {
            let brokers = Metadata { what: Refresh::Brokers };
            let told = self.ask(slot, &connection, &brokers, until).await;
            told.map(|reply| (reply.cluster_id().map(str::to_owned), slot.elsewhere(&reply.brokers)))
        };
        let refused = match told {
            Ok((Some(now), _)) if *now != *was => What::OtherCluster { was: was.to_string(), now },
            Ok((_, Some(why))) => What::Connect(why),
            // Silence is not a name: what can't even answer this has not come about.
            Err(error) if connection.ended().is_some() => What::Connect(error.to_string()),
            Ok(_) | Err(_) => return Ok(connection),
        };
        let refused = Error::new(refused);
        connection.close(refused.clone());
        Err(refused)
    }

    async fn ask<R: Request>(
        &self,
        slot: &Slot,
        connection: &Connection,
        request: &R,
        until: Instant,
    ) -> Result<R::Reply, Error> {
        let (at, began) = (SystemTime::now(), Instant::now());
        let asked = connection.call(request, until).await;
        let seen = asked
            .as_ref()
            .ok()
            .map(|seen: &Exchange<R::Reply>| (seen.version, (seen.sent_bytes, seen.received_bytes)));
        let (version, bytes) = seen.map_or((None, (0, 0)), |(version, bytes)| (Some(version), bytes));
        let outcome = asked.as_ref().map(|_| ()).map_err(Clone::clone);
        self.enter(slot, R::KEY, "is it the same cluster?", at, began, version, bytes, outcome);
        asked.map(|exchange| exchange.reply)
    }
}

/// A broker with its place, in whichever reply it is told.
trait Placed {
    fn place(&self) -> (i32, &str, i32);
}

impl Placed for describe_cluster::Broker {
    fn place(&self) -> (i32, &str, i32) {
        (self.id, &self.host, self.port)
    }
}

impl Placed for Broker {
    fn place(&self) -> (i32, &str, i32) {
        (self.id, &self.host, i32::from(self.port))
    }
}

impl Slot {
    /// Why this address is not this broker's any more: it is told to be elsewhere, or another is told to be here. One that
    /// isn't told at all may be on its way back.
    fn elsewhere(&self, told: &[impl Placed]) -> Option<String> {
        let id = self.endpoint.broker()?;
        let here = |host: &str, port: i32| host == self.address.host && port == i32::from(self.address.port);
        let places = || told.iter().map(Placed::place);
        if let Some((_, host, port)) = places().find(|(broker, ..)| *broker == id) {
            return (!here(host, port)).then(|| format!("broker {id} is at {host}:{port} now"));
        }
        let (other, ..) = places().find(|(_, host, port)| here(host, *port))?;
        Some(format!("broker {other} is there now, in the place of broker {id}"))
    }
}
