//! What is learned anew between two attempts, and how long is waited.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use super::{Call, piece::Place};
use crate::{
    Ask, Coordinates, Item, Refresh, Snapshot,
    coordinators::Wanted,
    pool::{Endpoint, pause},
    refresh::Cause,
    retry::{Again, Learn, Pause, Tries},
};

/// The pause before the next attempt.
pub(super) fn before(again: &Again, tries: &Tries, asked_for: Duration) -> Duration {
    let pause = match again.pause {
        Pause::None => Duration::ZERO,
        Pause::Growing if tries.failed <= 1 => Duration::ZERO,
        Pause::Growing => pause(tries.failed - 1),
        Pause::Always => pause(tries.failed.saturating_add(1)),
    };
    pause.max(asked_for)
}

/// Learns what this failure made doubtful; false when nobody could be asked. That is no failure of the request: its own
/// is told.
pub(super) async fn anew<R: Ask>(
    call: &Arc<Call<R>>,
    place: &Place,
    items: Option<&[Item]>,
    learn: Learn,
    failed_at: Option<&Endpoint>,
    transport: bool,
) -> bool {
    let shared = &call.shared;
    let node = failed_at.and_then(Endpoint::broker);
    if learn == Learn::Nothing {
        return true;
    }
    if let Some(node) = node {
        match transport {
            true => shared.coordinators.forget_node(node),
            false => {
                for wanted in coordinated(place, items) {
                    shared.coordinators.forget(&wanted, node);
                }
            }
        }
    }
    let what = match place {
        // Another broker is as good, so nobody waits for the news that this one is gone.
        Place::Any => {
            if transport {
                shared.refresh_behind(Refresh::Brokers);
            }
            return true;
        }
        Place::Coordinator(_) if learn == Learn::Coordinator => return true,
        // Somebody who failed there before has learned of other leaders meanwhile: a thousand callers that fail over a
        // second need no flight each.
        _ if node.is_some_and(|node| led_elsewhere(&shared.snapshot.load(), place, items, node)) => {
            return true;
        }
        Place::Leader(topic, _) => Refresh::Topics(vec![topic.to_string()]),
        Place::Broker(_) | Place::Controller | Place::Coordinator(_) => match topics(items) {
            names if names.is_empty() => Refresh::Brokers,
            names => Refresh::Topics(names),
        },
    };
    if learn == Learn::Coordinator && matches!(what, Refresh::Brokers) {
        return true;
    }
    // The outcome shows in the snapshot, and a failure is marked there.
    shared.refresh(what, Cause::Failure, &call.deadline).await.is_ok()
}

/// Whether each partition that was asked for at this broker has a leader by now, and that is another. One that is still
/// said to lead has to be looked up, so that two brokers that deny it in turn are never asked without a look between.
fn led_elsewhere(snapshot: &Snapshot, place: &Place, items: Option<&[Item]>, node: i32) -> bool {
    let elsewhere = |topic: &str, index| snapshot.leader(topic, index).is_some_and(|leader| leader != node);
    match (place, items) {
        (Place::Leader(topic, index), _) => elsewhere(topic, *index),
        (Place::Broker(_), Some(items)) if !items.is_empty() => items.iter().all(|item| match item {
            Item::Partition(topic, index) => elsewhere(topic, *index),
            Item::Group(_)
            | Item::Transaction(_)
            | Item::Topic(_)
            | Item::TopicId(_)
            | Item::Resource(..)
            | Item::Rest => false,
        }),
        _ => false,
    }
}

/// The topics whose leaders are in question.
pub(super) fn topics(items: Option<&[Item]>) -> Vec<String> {
    let names: BTreeSet<&str> = items
        .unwrap_or_default()
        .iter()
        .filter_map(|item| match item {
            Item::Partition(topic, _) => Some(&**topic),
            Item::Group(_)
            | Item::Transaction(_)
            | Item::Topic(_)
            | Item::TopicId(_)
            | Item::Resource(..)
            | Item::Rest => None,
        })
        .collect();
    names.into_iter().map(str::to_owned).collect()
}

fn coordinated(place: &Place, items: Option<&[Item]>) -> Vec<Wanted> {
    let of_place = match place {
        Place::Coordinator(wanted) => Some(wanted.clone()),
        Place::Any | Place::Controller | Place::Leader(..) | Place::Broker(_) => None,
    };
    of_place.into_iter().chain(items.unwrap_or_default().iter().filter_map(wanted)).collect()
}

/// The coordinator that an item asks for.
pub(super) fn wanted(item: &Item) -> Option<Wanted> {
    match item {
        Item::Group(id) => Some(Wanted { of: Coordinates::Group, id: Arc::clone(id) }),
        Item::Transaction(id) => Some(Wanted { of: Coordinates::Transaction, id: Arc::clone(id) }),
        Item::Partition(..) | Item::Topic(_) | Item::TopicId(_) | Item::Resource(..) | Item::Rest => None,
    }
}
