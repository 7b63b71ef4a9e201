//! One broker's page, above its tabs.

use std::sync::Arc;

use admin::ConnectionState;
use contract::{ApiError, BrokerDetail, Fact, SocketRow, Stamped, View};

use crate::{
    clock::millis,
    errors::{api_error, not_found},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::count,
};

impl OpenCluster {
    /// The page of one broker, known in whatever way.
    pub(crate) fn broker_page(self: &Arc<Self>, id: i32) -> Result<Stamped<BrokerDetail>, ApiError> {
        self.ensure(View::Cluster);
        self.ensure(View::LogDirs);
        if !self.known_brokers().contains(&id) && self.snapshot().listing_source().is_some() {
            return Err(not_found(
                format!("No metadata and no replica list names a broker {id}."),
                self.now(),
            ));
        }
        let mut index = Index::new();
        let row = self.broker_row(&mut index, id, &self.tally(), self.controller_id());
        let value = BrokerDetail {
            row,
            roles: self.roles(&mut index, id),
            kafka_version: self.broker_version_fact(&mut index, id),
            connections: self.sockets(id),
        };
        let mut freshness = self.cluster_freshness();
        // This page is about one broker: the others' failures are none of its own.
        freshness.failures.retain(|failure| failure.broker == id);
        let answered = self.held.versions.get(&id).fresh();
        (freshness.answered, freshness.asked) = (u32::from(answered), 1);
        freshness.oldest = index.oldest_with(freshness.oldest);
        Ok(Stamped { value, freshness, provenance: index.finish() })
    }

    /// What this node does, by whether it is a voter of the quorum.
    fn roles(&self, index: &mut Index, id: i32) -> Fact<String> {
        let quorum = self.held.quorum.get();
        let unsupported =
            |failure: &crate::kept::Failure| matches!(failure.error.what(), admin::What::Unsupported { .. });
        if let Kept { good: None, failed: Some(failure) } = &quorum {
            let snapshot = self.snapshot();
            return match snapshot.brokers_source() {
                // With ZooKeeper every broker can be the controller, and none is a controller beside it.
                Some(source) if unsupported(failure) => {
                    index.known("broker".to_owned(), source, Some("these brokers know no quorum".to_owned()))
                }
                _ => index.missing(api_error(&failure.error, millis(failure.at))),
            };
        }
        let how = Some("by whether it is a voter of the metadata quorum".to_owned());
        index.told(&quorum, how, |quorum| {
            let voter = quorum.voters.iter().any(|voter| voter.id == id);
            Ok(if voter { "broker and controller" } else { "broker" }.to_owned())
        })
    }

    /// Our connections to this broker.
    fn sockets(&self, id: i32) -> Vec<SocketRow> {
        let mine = self.cluster.connections().into_iter().filter(|one| one.broker == Some(id));
        mine.map(|one| socket(&one)).collect()
    }
}

fn socket(one: &ConnectionState) -> SocketRow {
    let (state, cause) = match one.state.split_once(": ") {
        Some((state, cause)) => (state.to_owned(), Some(cause.to_owned())),
        None => (one.state.clone(), None),
    };
    SocketRow {
        broker: one.broker,
        address: one.address.clone(),
        state,
        cause,
        in_flight: count(one.in_flight),
        since: Some(millis(one.since)),
    }
}
