//! One broker's part in a flight: ask it for metadata, and make the entry.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{Duration, SystemTime},
};

use parking_lot::Mutex;
use tokio::time::Instant;
use wire::{ApiKey, Error, Exchange, What};

use crate::{
    Entry, Metadata, MetadataReply, Refresh,
    deadline::Deadline,
    pool::{Door, Endpoint, Lane, Shut},
    routing::route,
    shared::{Attempted, Shared},
};

/// The reply, where it came from, and when it was asked for.
pub(super) type Leg = Result<(Door, Exchange<MetadataReply>, Instant), Lame>;

/// Whom a flight has asked, and where that was.
pub(super) type Asked = Arc<Mutex<BTreeMap<Endpoint, String>>>;

/// A leg that failed.
pub(super) struct Lame {
    pub(super) endpoint: Option<Endpoint>,
    pub(super) error: Error,
    /// Not one of all the addresses that are known could be connected to.
    pub(super) nobody: bool,
}

impl Shared {
    /// Asks one broker that this flight hasn't asked.
    pub(super) async fn leg(
        self: Arc<Self>,
        what: Refresh,
        typed: bool,
        asked: Asked,
        deadline: Deadline,
    ) -> Leg {
        let avoid: BTreeSet<Endpoint> = asked.lock().keys().cloned().collect();
        let door = match typed {
            true => self.pool.bootstrap(Lane::Quick, &avoid, &deadline).await,
            false => self.pool.any(Lane::Quick, &avoid, &deadline).await,
        };
        let door = door.map_err(|Shut { endpoint, error, .. }| {
            let nobody = !typed && matches!(error.what(), What::Connect(_));
            Lame { endpoint, error: error.asking(ApiKey::Metadata), nobody }
        })?;
        if asked.lock().insert(door.endpoint.clone(), door.address.clone()).is_some() {
            let error = Error::new(What::Connect("every address was asked already".to_owned()));
            return Err(Lame { endpoint: Some(door.endpoint.clone()), error, nobody: false });
        }
        // A long listing has the flight's whole time.
        let until = match what {
            Refresh::All => deadline.at(),
            Refresh::Brokers | Refresh::Topics(_) => deadline.attempt(self.config.attempt_timeout),
        };
        let (at, began) = (SystemTime::now(), Instant::now());
        let request = Metadata { what: what.clone() };
        let attempted = self.attempt(request, &door, Lane::Quick, until).await;
        self.journal_leg(&what, &door, at, began.elapsed(), &attempted);
        match attempted.result {
            Ok(exchange) => Ok((door, exchange, began)),
            Err(error) => Err(Lame { endpoint: Some(door.endpoint.clone()), error, nobody: false }),
        }
    }

    fn journal_leg(
        &self,
        what: &Refresh,
        door: &Door,
        at: SystemTime,
        took: Duration,
        attempted: &Attempted<MetadataReply>,
    ) {
        let (broker, address) = (door.endpoint.broker(), door.address.clone());
        let error = attempted.result.as_ref().err().cloned();
        let then = if error.is_some() { "another broker is asked" } else { "answered" };
        self.journal.request(Entry {
            at,
            api: ApiKey::Metadata,
            version: attempted.travel.version,
            route: route(ApiKey::Metadata),
            key: in_words(what),
            broker,
            address: address.clone(),
            attempts: vec![attempted.travel.as_attempt(broker, address, took, error.clone(), then)],
            sent_bytes: attempted.travel.sent_bytes,
            received_bytes: attempted.travel.received_bytes,
            took,
            outcome: error.map_or(Ok(()), Err),
        });
    }
}

fn in_words(what: &Refresh) -> String {
    match what {
        Refresh::Brokers => "brokers only".to_owned(),
        Refresh::All => "brokers and all topics".to_owned(),
        Refresh::Topics(names) => match names.as_slice() {
            [name] => format!("topic {name}"),
            [name, ..] => format!("topic {name} and {} more", names.len() - 1),
            [] => "no topic".to_owned(),
        },
    }
}
