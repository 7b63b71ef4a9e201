//! Splitting a request: which of its items goes to which broker, and which has nowhere to go.
//!
//! Items that have a place start at once; only those without one wait for a refresh, and when that doesn't help they
//! fail for themselves. One partition without a leader must not fail, or delay, the other nine thousand.

use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

use wire::{Error, ErrorCode, What, message::config_resource};

use super::{
    Call, Step, door, learn,
    piece::{Piece, Place, Work},
    trail::Trail,
};
use crate::{
    Ask, By, Class, Failed, Item, Refresh, Snapshot,
    ask::home,
    pool::pause,
    refresh::Cause,
    retry::{self, Aimed, Verdict},
};

/// Looks, with pauses that grow to a second, until a broker that should answer but is not listed is no more waited for: as
/// long as it takes to notice that a broker is dead.
const ELECTED: u32 = 16;

/// Where one item goes.
enum Spot {
    At(i32),
    Anywhere,
    Controller,
    Nowhere(Error),
}

impl Spot {
    fn place(self) -> Option<Place> {
        match self {
            Spot::At(id) => Some(Place::Broker(id)),
            Spot::Anywhere => Some(Place::Any),
            Spot::Controller => Some(Place::Controller),
            Spot::Nowhere(_) => None,
        }
    }
}

/// How a request with items starts. One with a single item that has a place now goes there at once: there is nothing to
/// split, to learn or to wait for.
pub(super) fn begin<R: Ask>(call: &Arc<Call<R>>, items: Vec<Item>, mut trail: Trail) -> Work {
    let place = match items.as_slice() {
        [only] if !matches!(call.route.class, Class::Coordinator(_)) => {
            spot(call, &call.shared.snapshot.load(), only).place()
        }
        _ => None,
    };
    let Some(place) = place else { return Work::Place { items, trail: Box::new(trail) } };
    trail.about(&items);
    Work::Ask(Box::new(Piece { place, items: Some(items), all: true, trail: trail.attempted_at_once() }))
}

pub(super) async fn place<R: Ask>(call: &Arc<Call<R>>, items: Vec<Item>, mut trail: Trail) -> Step<R::Reply> {
    let mut groups: BTreeMap<Option<i32>, Vec<Item>> = BTreeMap::new();
    let mut at_controller = Vec::new();
    let mut lost: Vec<(Item, Error)> = Vec::new();
    for (item, spot) in spots(call, items).await {
        match spot {
            Spot::At(id) => groups.entry(Some(id)).or_default().push(item),
            Spot::Anywhere => groups.entry(None).or_default().push(item),
            Spot::Controller => at_controller.push(item),
            Spot::Nowhere(error) => lost.push((item, error)),
        }
    }
    let mut step = Step::nothing();
    let places = groups.into_iter().map(|(id, items)| (id.map_or(Place::Any, Place::Broker), items));
    let places = places.chain((!at_controller.is_empty()).then_some((Place::Controller, at_controller)));
    for (place, items) in places {
        let mut trail = trail.fork();
        trail.about(&items);
        step.next.push(Work::Ask(Box::new(Piece { place, items: Some(items), all: false, trail })));
    }
    if lost.is_empty() {
        trail.hand_over();
        return step;
    }
    let (again, over): (Vec<_>, Vec<_>) =
        lost.into_iter().partition(|(item, error)| worth_a_look(call, &trail, item, error));
    fail(&trail, over, &mut step);
    if again.is_empty() {
        trail.hand_over();
        return step;
    }
    for (item, error) in &again {
        // Its coordinator of before is gone from the list: who is it now?
        if let (Some(gone), Some(wanted)) = (unlisted(error), learn::wanted(item)) {
            call.shared.coordinators.forget(&wanted, gone);
        }
    }
    if trail.looked > 0 && !again.iter().all(|(_, error)| error.code().is_some()) {
        let pause = pause(trail.looked);
        if call.deadline.allows(pause) {
            tokio::time::sleep(pause).await;
        }
    }
    trail.looked += 1;
    let once = again.iter().filter(|(_, error)| error.code().is_some_and(ErrorCode::once));
    trail.confirmed.extend(once.map(|(item, _)| item.clone()));
    let (items, why): (Vec<Item>, Vec<Error>) = again.into_iter().unzip();
    let what = match learn::topics(Some(&items)) {
        names if names.is_empty() => Refresh::Brokers,
        names => Refresh::Topics(names),
    };
    match call.shared.refresh(what, Cause::Failure, &call.deadline).await {
        Ok(_) => step.next.push(Work::Place { items, trail: Box::new(trail) }),
        Err(error) => {
            // What a broker said of an item is more than that nobody could be asked again.
            let told = |own: Error| if own.code().is_some() { own } else { error.clone() };
            let failed = items.into_iter().zip(why).map(|(item, own)| (item, told(own).asking(R::KEY)));
            let failed = failed.collect();
            fail(&trail, failed, &mut step);
            trail.hand_over();
        }
    }
    step
}

/// The broker that should answer and that the list of brokers lacks: the two were told at different times, or by brokers
/// that don't agree yet. It comes back or another takes its place.
fn unlisted(error: &Error) -> Option<i32> {
    matches!(error.what(), What::NoTarget(_)).then_some(error.broker()).flatten()
}

/// Whether a refresh could still find a place: one for what isn't known, one more to confirm that it doesn't exist. What
/// has no place then has its answer. A coordinator is being elected meanwhile, and its look-up makes the pauses.
fn worth_a_look<R>(call: &Call<R>, trail: &Trail, item: &Item, error: &Error) -> bool {
    let tries = trail.tries_of(item);
    let tries = retry::Tries { failed: tries.failed + 1, ..tries };
    let again = matches!(retry::verdict(error, false, Aimed::Looked, &tries), Verdict::Again(_));
    match error.code() {
        Some(code) if code.once() => again && !tries.confirmed,
        Some(code) if code.needs_coordinator() || code.wait() => again && !call.deadline.left().is_zero(),
        None if unlisted(error).is_some() && !matches!(item, Item::Resource(..)) => {
            trail.looked < ELECTED && !call.deadline.left().is_zero()
        }
        _ => again && trail.looked == 0,
    }
}

/// Items with nowhere to go, or without an answer: one failure, and one entry, for each reason.
pub(super) fn fail<T>(trail: &Trail, lost: Vec<(Item, Error)>, step: &mut Step<T>) {
    let mut reasons: Vec<(Error, Vec<Item>)> = Vec::new();
    for (item, error) in lost {
        match reasons.iter_mut().find(|(reason, _)| *reason == error) {
            Some((_, items)) => items.push(item),
            None => reasons.push((error, vec![item])),
        }
    }
    for (error, items) in reasons {
        let mut trail = trail.fork();
        trail.about(&items);
        let error = trail.fail(error);
        step.failed.push(Failed {
            broker: error.broker(),
            items,
            attempts: trail.count(),
            took: trail.took(),
            at: SystemTime::now(),
            error,
        });
    }
}

async fn spots<R: Ask>(call: &Arc<Call<R>>, items: Vec<Item>) -> Vec<(Item, Spot)> {
    // A request that is itself a look-up goes anywhere.
    let wanted: Vec<_> = match call.route.class {
        Class::Coordinator(_) => items.iter().filter_map(learn::wanted).collect(),
        Class::Any | Class::Controller | Class::Specific(_) => Vec::new(),
    };
    let mut coordinators = match wanted.is_empty() {
        true => Vec::new(),
        false => call.shared.coordinators(wanted, &call.deadline).await,
    };
    let coordinators: std::collections::HashMap<_, _> = coordinators.drain(..).collect();
    let snapshot = call.shared.snapshot.load();
    let spot = |item: &Item| match (item, call.route.class) {
        (Item::Group(_) | Item::Transaction(_), Class::Coordinator(_)) => {
            match learn::wanted(item).and_then(|wanted| coordinators.get(&wanted)) {
                Some(Ok(id)) => known::<R>(&snapshot, *id),
                Some(Err(error)) => Spot::Nowhere(error.clone()),
                None => Spot::Nowhere(Error::new(What::NoTarget("No coordinator was found".to_owned()))),
            }
        }
        _ => spot(call, &snapshot, item),
    };
    items.into_iter().map(|item| (spot(&item), item)).map(|(spot, item)| (item, spot)).collect()
}

/// The spot of an item that needs no coordinator.
fn spot<R: Ask>(call: &Call<R>, snapshot: &Snapshot, item: &Item) -> Spot {
    match (item, call.route.class) {
        (Item::Resource(kind, name), _) => {
            home(*kind, name).map_or(Spot::Anywhere, |id| known::<R>(snapshot, id))
        }
        (Item::Partition(topic, index), Class::Specific(By::PartitionLeader)) => {
            match door::leader(snapshot, topic, *index) {
                Ok(id) => known::<R>(snapshot, id),
                Err(error) => Spot::Nowhere(error.asking(R::KEY)),
            }
        }
        (_, Class::Controller) => Spot::Controller,
        (_, Class::Any | Class::Coordinator(_) | Class::Specific(_)) => Spot::Anywhere,
    }
}

fn known<R: Ask>(snapshot: &Snapshot, id: i32) -> Spot {
    match snapshot.broker(id) {
        Some(_) => Spot::At(id),
        None => Spot::Nowhere(
            Error::new(What::NoTarget(format!("Broker {id} is not in the cluster's list of brokers")))
                .on_broker(id)
                .asking(R::KEY),
        ),
    }
}

pub(super) fn in_words(items: &[Item]) -> String {
    items.split_first().map_or_else(String::new, |(first, rest)| first_and_more(first, rest.len()))
}

pub(super) fn first_and_more(first: &Item, more: usize) -> String {
    let first = match first {
        Item::Partition(topic, index) => format!("partition {topic}-{index}"),
        Item::Group(id) => format!("group {id}"),
        Item::Transaction(id) => format!("transactional id {id}"),
        Item::Topic(name) => format!("topic {name}"),
        Item::TopicId(id) => format!("topic id {id}"),
        Item::Resource(kind, name) => resource(*kind, name),
        Item::Rest => "all of it".to_owned(),
    };
    match more {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn resource(kind: i8, name: &str) -> String {
    match kind {
        config_resource::TOPIC => format!("topic {name}"),
        config_resource::BROKER if name.is_empty() => "the default of all brokers".to_owned(),
        config_resource::BROKER => format!("broker {name}"),
        config_resource::BROKER_LOGGER => format!("loggers of broker {name}"),
        config_resource::CLIENT_METRICS => format!("client metrics {name}"),
        config_resource::GROUP => format!("group {name}"),
        other => format!("resource {name} of type {other}"),
    }
}
