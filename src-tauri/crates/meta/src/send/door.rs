//! From a place to a connection: which broker that is by what is known now, and a socket to it.

use std::sync::Arc;

use wire::{Error, ErrorCode, What};

use super::{Call, piece::Place, trail::Trail};
use crate::{
    Ask, Snapshot,
    pool::{Door, Endpoint, Shut},
};

/// The connection for this place, when its broker is known and connected already: nothing has to be waited for.
pub(super) fn at_hand<R>(call: &Call<R>, place: &Place) -> Option<Door> {
    let shared = &call.shared;
    let id = match place {
        // Which of several is to be chosen, or somebody to be asked.
        Place::Any | Place::Coordinator(_) => return None,
        Place::Broker(id) => *id,
        Place::Controller => controller(&shared.snapshot.load()).ok()?,
        Place::Leader(topic, index) => leader(&shared.snapshot.load(), topic, *index).ok()?,
    };
    shared.pool.open(id, call.lane)
}

/// A connection for this place.
pub(super) async fn open<R: Ask>(call: &Arc<Call<R>>, place: &Place, trail: &Trail) -> Result<Door, Shut> {
    let shared = &call.shared;
    let id = match place {
        Place::Any => return shared.pool.any(call.lane, &trail.avoid, &call.deadline).await,
        Place::Broker(id) => *id,
        Place::Controller => controller(&shared.snapshot.load()).map_err(nowhere)?,
        Place::Leader(topic, index) => leader(&shared.snapshot.load(), topic, *index).map_err(nowhere)?,
        Place::Coordinator(wanted) => {
            let found = shared.coordinators(vec![wanted.clone()], &call.deadline).await;
            match found.into_iter().next() {
                Some((_, Ok(id))) => id,
                Some((_, Err(error))) => return Err(nowhere(error)),
                None => {
                    return Err(nowhere(Error::new(What::NoTarget("No coordinator was found".to_owned()))));
                }
            }
        }
    };
    shared.reach(id, call.lane, &call.deadline).await
}

fn nowhere(error: Error) -> Shut {
    let endpoint = error.broker().map(Endpoint::Node);
    Shut { endpoint, address: error.address().unwrap_or_default().to_owned(), error }
}

pub(crate) fn controller(snapshot: &Snapshot) -> Result<i32, Error> {
    let none = || Error::new(What::NoTarget("The cluster names no controller now".to_owned()));
    snapshot.controller().ok_or_else(none)
}

/// The leader of a partition, or the most exact reason why there is none.
pub(crate) fn leader(snapshot: &Snapshot, topic: &str, index: i32) -> Result<i32, Error> {
    let unknown = |words: String| Error::from_code(ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, Some(words));
    let Some(found) = snapshot.topic(topic) else {
        return Err(match snapshot.refusal(topic) {
            Some(refusal) => Error::from_code(refusal.code, Some(format!("topic {topic}"))),
            None => Error::new(What::NoTarget(format!("Nothing is known of topic {topic} yet"))),
        });
    };
    let Some(partition) = found.partition(index) else {
        return Err(match found.error() {
            code if !code.is_none() => Error::from_code(code, Some(format!("topic {topic}"))),
            _ => unknown(format!("topic {topic} has no partition {index}")),
        });
    };
    partition.leader.ok_or_else(|| {
        // The broker may say more than that nobody leads: that the leader has no listener of this name (72).
        let code = match partition.error {
            none if none.is_none() => ErrorCode::LEADER_NOT_AVAILABLE,
            told => told,
        };
        Error::from_code(code, Some(format!("partition {topic}-{index}")))
    })
}
