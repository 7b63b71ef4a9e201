//! One piece, asked until it is answered or given up: attempt, classify, learn, pause, again.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::{Instant, timeout_at};
use wire::{Error, ErrorCode, Exchange, What};

use super::{
    Call, Step, door, learn,
    piece::{Piece, Place, Work},
};
use crate::{
    Ask, Failed, Item, Part, Source, Spread,
    pool::{Door, Endpoint, Lane},
    retry::{self, Again, Verdict},
};

/// A failure of an attempt, with where it happened.
struct Fault {
    endpoint: Option<Endpoint>,
    address: String,
    error: Error,
}

pub(super) async fn ask<R: Ask>(call: &Arc<Call<R>>, mut piece: Piece) -> Step<R::Reply> {
    loop {
        let fault = match attempt(call, &mut piece).await {
            Ok((door, exchange)) => match settle::<R>(call, &mut piece, &door, exchange) {
                Ok(part) => return done(piece, part),
                Err(Unsettled { part, items, again, error, pause }) => {
                    let then = format!("{}; {}", again.why, count(&items));
                    piece.trail.attempt(door.endpoint.broker(), &door.address, Some(error.clone()), then);
                    let kept = items.clone();
                    let at = Some(&door.endpoint);
                    if !wait(call, &piece, &again, Some(&kept), at, false, pause).await {
                        // No time for another round: what came is the answer, codes included. It was kept whole.
                        return done(piece, part);
                    }
                    match next(piece, part, items, R::without) {
                        Next::Loop(same) => {
                            piece = same;
                            continue;
                        }
                        Next::Step(step) => return step,
                    }
                }
            },
            Err(fault) => fault,
        };
        piece.trail.tries.failed += 1;
        if piece.trail.attempt_took() * 2 >= call.shared.config.attempt_timeout {
            piece.trail.tries.slow += 1;
        }
        let aimed = piece.aimed(call.route.spread == Spread::EachBroker);
        let (broker, transport) =
            (fault.endpoint.as_ref().and_then(Endpoint::broker), transport(&fault.error));
        match retry::verdict(&fault.error, call.write, aimed, &piece.trail.tries) {
            Verdict::Again(again) => {
                let once = fault.error.code().is_some_and(ErrorCode::once);
                piece.trail.tries.confirmed |= once;
                piece.trail.attempt(broker, &fault.address, Some(fault.error.clone()), again.why.to_owned());
                if let (Place::Any, Some(endpoint)) = (&piece.place, &fault.endpoint) {
                    piece.trail.avoid.insert(endpoint.clone());
                }
                let items = piece.items.clone();
                let at = fault.endpoint.as_ref();
                if !wait(call, &piece, &again, items.as_deref(), at, transport, Duration::ZERO).await {
                    return give_up(piece, broker, fault.error);
                }
                if let (Some(items), true) = (items, again.learn != retry::Learn::Nothing) {
                    let mut step = Step::nothing();
                    step.next.push(Work::Place { items, trail: piece.trail });
                    return step;
                }
            }
            Verdict::Settled => {
                if transport {
                    call.shared.refresh_behind(crate::Refresh::Brokers);
                }
                piece.trail.attempt(broker, &fault.address, Some(fault.error.clone()), "given up".to_owned());
                return give_up(piece, broker, fault.error);
            }
            Verdict::Unknown => {
                let error = unknown(&fault.error, &fault.address, broker);
                let then = "not sent again: it may have happened".to_owned();
                piece.trail.attempt(broker, &fault.address, Some(fault.error), then);
                return give_up(piece, broker, error);
            }
        }
    }
}

/// Opens a door and goes through it once.
async fn attempt<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
) -> Result<(Door, Exchange<R::Reply>), Fault> {
    let deadline = &call.deadline;
    let fault = |endpoint, address, error: Error| Fault { endpoint, address, error: error.asking(R::KEY) };
    let out_of_time = |sent| Error::new(What::Timeout { sent, after: deadline.spent() });
    let Some(Ok(_permit)) = deadline.cap(call.permits.acquire()).await else {
        return Err(fault(None, String::new(), out_of_time(false)));
    };
    let door = door::open(call, &piece.place, &piece.trail).await;
    let door = door.map_err(|shut| fault(shut.endpoint, shut.address, shut.error))?;
    let request = match &piece.items {
        Some(items) => call.request.only(items),
        None => call.request.clone(),
    };
    let until = match call.lane {
        Lane::Slow => deadline.at(),
        Lane::Quick => Instant::now() + call.shared.config.attempt_timeout,
    };
    piece.trail.leaves(&door);
    // The attempt's own end comes first when both are due, because it knows whether bytes left.
    let patience = deadline.at() + Duration::from_millis(100);
    match timeout_at(patience, call.shared.attempt(&request, &door, call.lane, until)).await {
        Ok(Ok(exchange)) => {
            piece.trail.came_back(&exchange);
            Ok((door, exchange))
        }
        Ok(Err(error)) => Err(fault(Some(door.endpoint), door.address, error)),
        Err(_) => {
            let error = crate::shared::located(out_of_time(true), &door);
            Err(fault(Some(door.endpoint), door.address, error))
        }
    }
}

/// A reply of which some items are to be asked for again.
struct Unsettled<T> {
    part: Part<T>,
    items: Vec<Item>,
    again: Again,
    error: Error,
    pause: Duration,
}

/// Reads the codes inside a reply. An item whose code says "again" is unsettled; every other code is that item's answer.
fn settle<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
    door: &Door,
    exchange: Exchange<R::Reply>,
) -> Result<Part<R::Reply>, Unsettled<R::Reply>> {
    let codes = R::codes(&exchange.reply);
    let tries = retry::Tries { failed: piece.trail.tries.failed + 1, ..piece.trail.tries };
    let mut items = Vec::new();
    let mut how: Option<(Again, ErrorCode)> = None;
    let mut settled = 0;
    for (item, code) in codes {
        let mine = piece.items.as_ref().is_none_or(|items| items.contains(&item));
        match retry::of_code(code, call.write, &tries) {
            Verdict::Again(again) if mine && !code.is_none() => {
                how = Some(match how {
                    None => (again, code),
                    Some((before, first)) => (
                        Again {
                            learn: before.learn.max(again.learn),
                            pause: before.pause.max(again.pause),
                            ..before
                        },
                        first,
                    ),
                });
                items.push(item);
            }
            _ => settled += 1,
        }
    }
    let part = Part {
        source: Source {
            broker: door.endpoint.broker(),
            address: door.address.clone(),
            api: R::KEY,
            version: exchange.version,
            at: exchange.received_at,
            took: exchange.took,
            attempts: piece.trail.count() + 1,
            bytes: exchange.received_bytes,
        },
        reply: exchange.reply,
    };
    match how {
        // A whole request can't be asked again for a part of it.
        Some((again, code)) if piece.items.is_some() || settled == 0 => {
            piece.trail.tries.failed += 1;
            piece.trail.tries.confirmed |= code.once();
            let error = crate::shared::located(Error::from_code(code, None), door).asking(R::KEY);
            Err(Unsettled { part, items, again, error, pause: exchange.throttle })
        }
        _ => {
            piece.trail.attempt(door.endpoint.broker(), &door.address, None, "answered".to_owned());
            Ok(part)
        }
    }
}

/// Learns what is doubtful and waits; false when the time doesn't allow it.
async fn wait<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &Piece,
    again: &Again,
    items: Option<&[Item]>,
    failed_at: Option<&Endpoint>,
    transport: bool,
    asked_for: Duration,
) -> bool {
    let pause = learn::before(again, &piece.trail.tries, asked_for);
    if !call.deadline.allows(pause) || call.shared.stopped().is_some() {
        return false;
    }
    learn::anew(call, &piece.place, items, again.learn, failed_at, transport).await;
    if !call.deadline.allows(pause) {
        return false;
    }
    tokio::time::sleep(pause).await;
    true
}

enum Next<T> {
    /// The same piece again.
    Loop(Piece),
    Step(Step<T>),
}

/// What follows a reply that left items unsettled: the settled ones are kept and the others are placed anew.
fn next<T>(piece: Piece, mut part: Part<T>, items: Vec<Item>, without: fn(&mut T, &[Item])) -> Next<T> {
    let Some(asked) = &piece.items else { return Next::Loop(piece) };
    let mut step = Step::nothing();
    if items.len() < asked.len() {
        without(&mut part.reply, &items);
        step.parts.push(part);
        let mut told = piece.trail.fork();
        told.finish(Ok(()));
    }
    step.next.push(Work::Place { items, trail: piece.trail });
    Next::Step(step)
}

fn done<T>(mut piece: Piece, part: Part<T>) -> Step<T> {
    piece.trail.finish(Ok(()));
    let mut step = Step::nothing();
    step.parts.push(part);
    step
}

fn give_up<T>(mut piece: Piece, broker: Option<i32>, error: Error) -> Step<T> {
    piece.trail.finish(Err(error.clone()));
    let broker = broker.or(match piece.place {
        Place::Broker(id) => Some(id),
        Place::Any | Place::Controller | Place::Coordinator(_) | Place::Leader(..) => None,
    });
    let mut step = Step::nothing();
    step.failed.push(Failed {
        broker,
        items: piece.items.take().unwrap_or_default(),
        error,
        attempts: piece.trail.count(),
        took: piece.trail.took(),
        at: SystemTime::now(),
    });
    step
}

fn transport(error: &Error) -> bool {
    matches!(error.what(), What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. })
}

fn unknown(error: &Error, address: &str, broker: Option<i32>) -> Error {
    let mut unknown = Error::new(What::OutcomeUnknown(error.to_string())).at(address);
    if let Some(api) = error.api() {
        unknown = unknown.asking(api);
    }
    broker.into_iter().fold(unknown, Error::on_broker)
}

fn count(items: &[Item]) -> String {
    match items.len() {
        1 => "1 item".to_owned(),
        many => format!("{many} items"),
    }
}
