//! Asking for coordinators: all ids that gathered in one request where the broker takes many, one by one where not.
//!
//! "Not available" and "loading" are no answers yet (the internal topic may just be being created), so those ids are
//! asked for again after a pause, while the others get their answers at once.

use std::{
    collections::{BTreeSet, HashMap},
    future::Future,
    pin::Pin,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::{sync::watch, task::JoinSet, time::Instant};
use wire::{
    ApiKey, Error, Request,
    message::find_coordinator::{Coordinator, FindCoordinator, MANY, Reply},
};

use super::{GATHER, Outcome, Wanted, kind};
use crate::{
    Coordinates, Entry,
    deadline::Deadline,
    pool::{self, Door, Endpoint, Lane, Shut},
    retry::{self, Aimed, Tries, Verdict},
    routing::route,
    shared::{Attempted, Shared, located},
};

type Pending = Vec<(Wanted, watch::Sender<Outcome>)>;

/// More ids than this go in several requests.
const CHUNK: usize = 1000;
/// Rounds until "not available" is the answer of this look-up. Who has more time looks up again, and hears that it is why.
const ROUNDS: u32 = 8;
/// Requests at the same time to a broker that takes one id each.
const AT_ONCE: usize = 16;

/// Waits for ids to gather and looks them up. Boxed, because it is spawned by the very thing that its requests may call.
pub(super) fn gathered(shared: Arc<Shared>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        tokio::time::sleep(GATHER).await;
        let pending = std::mem::take(&mut shared.coordinators.state.lock().next);
        let mut lookups = JoinSet::new();
        for of in [Coordinates::Group, Coordinates::Transaction] {
            let mut same: Pending =
                pending.iter().filter(|(wanted, _)| wanted.of == of).map(Clone::clone).collect();
            while !same.is_empty() {
                let rest = same.split_off(same.len().min(CHUNK));
                lookups.spawn(look_up(Arc::clone(&shared), of, std::mem::replace(&mut same, rest)));
            }
        }
        drop(pending);
        while lookups.join_next().await.is_some() {}
    })
}

/// Looks up ids of one kind until each has its answer or the time is up.
async fn look_up(shared: Arc<Shared>, of: Coordinates, mut pending: Pending) {
    let deadline = Deadline::within(shared.config.read_timeout);
    let mut avoid = BTreeSet::new();
    let mut tries = Tries::default();
    if let Err(error) = shared.may_look_up(of, &deadline).await {
        for (wanted, report) in pending {
            shared.settle(&wanted, &report, Err(error.clone()));
        }
        return;
    }
    loop {
        let asked = ask(&shared, of, &pending, &mut avoid, &deadline).await;
        tries.failed += 1;
        let pause = pool::pause(tries.failed);
        let patient = deadline.allows(pause) && !shared.pool.is_closed();
        let mut left = Pending::new();
        for ((wanted, report), result) in pending.into_iter().zip(asked) {
            let again = result.as_ref().is_err_and(|error| {
                let verdict = retry::verdict(error, false, Aimed::Anywhere, &tries);
                matches!(verdict, Verdict::Again(_))
            });
            match again && patient && tries.failed < ROUNDS {
                true => left.push((wanted, report)),
                false => shared.settle(&wanted, &report, result),
            }
        }
        if left.is_empty() {
            return;
        }
        pending = left;
        tokio::time::sleep(pause).await;
    }
}

/// One round: the result of each id, in the order of `pending`.
async fn ask(
    shared: &Arc<Shared>,
    of: Coordinates,
    pending: &Pending,
    avoid: &mut BTreeSet<Endpoint>,
    deadline: &Deadline,
) -> Vec<Result<i32, Error>> {
    let door = match shared.pool.any(Lane::Quick, avoid, deadline).await {
        Ok(door) => door,
        Err(Shut { error, .. }) => return vec![Err(error.asking(ApiKey::FindCoordinator)); pending.len()],
    };
    let version = match door.connection.version_for(FindCoordinator::KEY, FindCoordinator::VERSIONS) {
        Ok(version) => version,
        Err(error) => {
            avoid.insert(door.endpoint.clone());
            return vec![Err(located(error, &door).asking(ApiKey::FindCoordinator)); pending.len()];
        }
    };
    let ids: Vec<String> = pending.iter().map(|(wanted, _)| wanted.id.to_string()).collect();
    let per_request = if MANY <= version { ids.len().max(1) } else { 1 };
    let mut results = Vec::with_capacity(ids.len());
    let batches: Vec<Vec<String>> = ids.chunks(per_request).map(<[String]>::to_vec).collect();
    for at_once in batches.chunks(AT_ONCE) {
        let mut running = JoinSet::new();
        for (place, keys) in at_once.iter().cloned().enumerate() {
            let (shared, door, until) =
                (Arc::clone(shared), door.clone(), deadline.attempt(shared.config.attempt_timeout));
            running.spawn(async move { (place, one_request(&shared, of, keys, &door, until).await) });
        }
        let mut round: Vec<(usize, Vec<Result<i32, Error>>)> = running.join_all().await;
        round.sort_by_key(|(place, _)| *place);
        results.extend(round.into_iter().flat_map(|(_, found)| found));
    }
    if results.iter().any(|result| result.as_ref().is_err_and(|error| error.code().is_none())) {
        avoid.insert(door.endpoint.clone());
    }
    results
}

/// One request, in the journal; the result of each key.
async fn one_request(
    shared: &Arc<Shared>,
    of: Coordinates,
    keys: Vec<String>,
    door: &Door,
    until: Instant,
) -> Vec<Result<i32, Error>> {
    let request = FindCoordinator { kind: kind(of), keys: keys.clone() };
    let (at, began) = (SystemTime::now(), Instant::now());
    let attempted = shared.attempt(request, door, Lane::Quick, until).await;
    record(shared, &keys, of, door, at, began.elapsed(), &attempted);
    let reply = match attempted.result {
        Ok(exchange) => exchange.reply,
        Err(error) => return vec![Err(error); keys.len()],
    };
    let located = |error: Error| located(error, door).asking(ApiKey::FindCoordinator);
    // A table, and not a search for each key: a reply may hold a million names that nobody asked for. The first one counts.
    let mut told: HashMap<Option<&str>, &Coordinator> = HashMap::with_capacity(reply.coordinators.len());
    for coordinator in &reply.coordinators {
        told.entry(coordinator.key.as_deref()).or_insert(coordinator);
    }
    let found = |key: &String| {
        let coordinator = told
            .get(&Some(key.as_str()))
            .or_else(|| told.get(&None))
            .ok_or_else(|| located(Error::new(wire::What::Decode(format!("the reply leaves out {key}")))))?;
        match (coordinator.code, coordinator.node) {
            (code, Some(node)) if code.is_none() => Ok(node),
            (code, None) if code.is_none() => {
                Err(located(Error::from_code(wire::ErrorCode::COORDINATOR_NOT_AVAILABLE, None)))
            }
            (code, _) => Err(located(Error::from_code(code, coordinator.words.clone()))),
        }
    };
    keys.iter().map(found).collect()
}

fn record(
    shared: &Shared,
    keys: &[String],
    of: Coordinates,
    door: &Door,
    at: SystemTime,
    took: Duration,
    attempted: &Attempted<Reply>,
) {
    let what = match of {
        Coordinates::Group => "group",
        Coordinates::Transaction => "transactional id",
    };
    let key = match keys {
        [one] => format!("{what} {one}"),
        many => format!("{} {what}s", many.len()),
    };
    let (broker, address) = (door.endpoint.broker(), door.address.clone());
    let error = attempted.result.as_ref().err().cloned();
    let then = if error.is_some() { "another broker is asked" } else { "answered" };
    shared.journal.request(Entry {
        at,
        api: ApiKey::FindCoordinator,
        version: attempted.travel.version,
        route: route(ApiKey::FindCoordinator),
        key,
        broker,
        address: address.clone(),
        attempts: vec![attempted.travel.as_attempt(broker, address, took, error.clone(), then)],
        sent_bytes: attempted.travel.sent_bytes,
        received_bytes: attempted.travel.received_bytes,
        took,
        outcome: error.map_or(Ok(()), Err),
    });
}
