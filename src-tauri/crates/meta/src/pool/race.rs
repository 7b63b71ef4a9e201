//! Several dials, started one shortly after the other; the first that succeeds wins.
//!
//! The losers are not cancelled: a dial is shared, and what it brings serves the next caller.
//!
//! Nobody loses by resting. A race that gave up because each endpoint had failed a moment ago would report a cluster as
//! unreachable that has just come back; so those come last, when their pauses end, which is about a second at most.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet, time::Instant};
use wire::{Error, What};

use super::{
    Door, Lane, Pool, Shut,
    slot::{self, Found, Outcome, Slot},
};
use crate::deadline::Deadline;

/// How long one dial has before the next one starts beside it.
const STAGGER: Duration = Duration::from_millis(120);
/// The pauses that are waited for: those of endpoints that can't be reached, not those of one that refused our password.
const SOON: Duration = Duration::from_secs(2);

impl Pool {
    pub(super) async fn race(
        self: &Arc<Self>,
        order: &[Arc<Slot>],
        lane: Lane,
        deadline: &Deadline,
    ) -> Result<Door, Shut> {
        let mut waiting = order.iter();
        let mut resting: Vec<(Instant, Arc<Slot>, Error)> = Vec::new();
        let mut running: JoinSet<Result<Door, Shut>> = JoinSet::new();
        let mut lost: Vec<Shut> = Vec::new();
        let mut all_started = false;
        let mut next_start = Instant::now();
        loop {
            while !all_started && next_start <= Instant::now() {
                match waiting.next() {
                    None => all_started = true,
                    Some(slot) => match self.find(slot, lane) {
                        Found::Ready(door) => return Ok(door),
                        Found::Refused(cause) => match slot.rests_until() {
                            Some(until) if until <= Instant::now() + SOON && !knows_us_not(&cause) => {
                                resting.push((until, Arc::clone(slot), cause))
                            }
                            Some(_) | None => lost.push(slot.shut(cause)),
                        },
                        Found::Dialling(dial) => {
                            running.spawn(through(Arc::clone(slot), dial));
                            next_start = Instant::now() + STAGGER;
                        }
                    },
                }
            }
            let rested = resting.iter().map(|(until, ..)| *until).min();
            if all_started && running.is_empty() && rested.is_none() {
                return Err(verdict(lost, deadline));
            }
            tokio::select! {
                biased;
                finished = running.join_next(), if !running.is_empty() => match finished {
                    Some(Ok(Ok(door))) => return Ok(door),
                    Some(Ok(Err(shut))) => {
                        lost.push(shut);
                        next_start = Instant::now();
                    }
                    Some(Err(_)) | None => {}
                },
                () = tokio::time::sleep_until(next_start), if !all_started => {}
                () = until(rested), if all_started => {
                    let now = Instant::now();
                    for (_, slot, _) in resting.extract_if(.., |(until, ..)| *until <= now) {
                        match self.find(&slot, lane) {
                            Found::Ready(door) => return Ok(door),
                            Found::Refused(cause) => lost.push(slot.shut(cause)),
                            Found::Dialling(dial) => {
                                running.spawn(through(slot, dial));
                            }
                        }
                    }
                }
                () = tokio::time::sleep_until(deadline.at()) => {
                    lost.extend(resting.into_iter().map(|(_, slot, cause)| slot.shut(cause)));
                    return Err(verdict(lost, deadline));
                }
            }
        }
    }
}

async fn through(slot: Arc<Slot>, mut dial: watch::Receiver<Outcome>) -> Result<Door, Shut> {
    let result = slot::outcome(&mut dial).await;
    result.map(|up| slot.door(up)).map_err(|error| slot.shut(error))
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Waiting for this one's pause would change nothing: what it refused stays refused.
fn knows_us_not(cause: &Error) -> bool {
    matches!(cause.what(), What::Authentication(_) | What::Token(_) | What::Tls(_))
}

/// What a lost race is reported as: the most telling failure, or all of them in one sentence when each is a failure to
/// connect.
fn verdict(mut lost: Vec<Shut>, deadline: &Deadline) -> Shut {
    let telling =
        lost.iter().position(|shut| !matches!(shut.error.what(), What::Connect(_) | What::Timeout { .. }));
    if let Some(index) = telling {
        return lost.swap_remove(index);
    }
    if lost.len() < 2 {
        let nobody = || Shut { endpoint: None, address: String::new(), error: timeout(deadline.spent()) };
        return lost.pop().unwrap_or_else(nobody);
    }
    let each = lost.iter().map(|shut| (shut.address.as_str(), cause(&shut.error)));
    let why = format!("none of {} addresses answers: {}", lost.len(), grouped(each));
    Shut { endpoint: None, address: String::new(), error: Error::new(What::Connect(why)) }
}

/// "a:1 (refused); b:1, c:1 (through the proxy at p:1080): nobody listens": where the way is what failed, it is told once.
fn grouped<'a>(each: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (address, cause) in each {
        // What failed on the way names the address in front; what failed at the address doesn't.
        let why = match cause.strip_prefix(address).and_then(|rest| rest.strip_prefix(' ')) {
            Some(way) if way.starts_with('(') => way.to_owned(),
            _ => format!("({cause})"),
        };
        match groups.iter_mut().find(|(known, _)| *known == why) {
            Some((_, addresses)) => addresses.push(address),
            None => groups.push((why, vec![address])),
        }
    }
    let told = groups.iter().map(|(why, addresses)| format!("{} {why}", addresses.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

fn timeout(after: Duration) -> Error {
    let after = after.as_secs_f64();
    Error::new(What::Connect(format!("nobody was connected to within {after:.1} s")))
}

fn cause(error: &Error) -> String {
    match error.what() {
        What::Connect(why) => why.clone(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn each_address_has_its_reason_and_each_reason_is_told_once() {
        for (each, told) in [
            (
                &[("a:1", "refused"), ("b:2", "no answer within 2 s")][..],
                "a:1 (refused); b:2 (no answer within 2 s)",
            ),
            (
                &[
                    ("a:1", "a:1 (through the proxy at p:3): nobody listens at p:3"),
                    ("b:2", "b:2 (through the proxy at p:3): nobody listens at p:3"),
                    ("c:3", "refused"),
                ],
                "a:1, b:2 (through the proxy at p:3): nobody listens at p:3; c:3 (refused)",
            ),
            (
                &[("a:1", "a:1 (rule 1: x:1): refused"), ("b:2", "b:2 (rule 2: x:2): refused")],
                "a:1 (rule 1: x:1): refused; b:2 (rule 2: x:2): refused",
            ),
            (
                &[("a:1", "a:1 did not answer"), ("b:2", "b:2 did not answer")],
                "a:1 (a:1 did not answer); b:2 (b:2 did not answer)",
            ),
        ] {
            assert_eq!(grouped(each.iter().map(|(address, cause)| (*address, (*cause).to_owned()))), told);
        }
    }
}
