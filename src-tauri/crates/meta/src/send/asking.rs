//! One piece, asked until it is answered or given up: attempt, classify, learn, pause, again.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use wire::{Error, ErrorCode, What};

use super::{
    Call, Step,
    attempt::{Fault, Stop, Turn, attempt},
    learn,
    piece::{Piece, Place, Work},
    placing,
    settling::{self, Lost, Settled, Unsettled},
    told::Whither,
};
use crate::{
    Ask, Failed, Item, Part, Refresh,
    pool::{Door, Endpoint},
    retry::{self, Again, Learn, Verdict},
};

/// What a failure leads to.
enum Then<T> {
    Again(Box<Piece>),
    Over(Step<T>),
}

pub(super) async fn ask<R: Ask>(call: &Arc<Call<R>>, mut piece: Box<Piece>, turn: Turn) -> Step<R::Reply> {
    loop {
        // What follows a failure stands apart, so that a request that is answered doesn't carry its room along.
        let then = match attempt(call, &mut piece, turn).await {
            Err(Stop::Fault(fault)) => Box::pin(failed(call, piece, *fault)).await,
            Err(Stop::TooMany(most)) => return apart(piece, most),
            Ok((door, exchange)) => match settling::settle(call, &mut piece, &door, exchange) {
                Settled::Whole(part, lost) => return done(piece, part, lost),
                Settled::InPart(unsettled) => return Box::pin(partly(call, piece, &door, *unsettled)).await,
            },
        };
        match then {
            Then::Again(same) => piece = same,
            Then::Over(step) => return step,
        }
    }
}

/// The same piece as several, each with no more items than the broker's version carries.
fn apart<T>(piece: Box<Piece>, most: usize) -> Step<T> {
    let Piece { place, items, trail, .. } = *piece;
    let mut step = Step::nothing();
    for items in items.unwrap_or_default().chunks(most) {
        let mut trail = trail.fork();
        trail.about(items);
        let (place, items) = (place.clone(), Some(items.to_vec()));
        step.next.push(Work::Ask(Box::new(Piece { place, items, all: false, trail })));
    }
    trail.hand_over();
    step
}

/// What follows an attempt that failed as a whole.
async fn failed<R: Ask>(call: &Arc<Call<R>>, mut piece: Box<Piece>, fault: Fault) -> Then<R::Reply> {
    let Fault { endpoint, address, error, throttle, outside } = fault;
    let (broker, transport) = (endpoint.as_ref().and_then(Endpoint::broker), transport(&error));
    piece.trail.tries.failed += 1;
    if piece.trail.attempt_took() * 2 >= call.shared.config.attempt_timeout && transport {
        piece.trail.tries.slow += 1;
    }
    if matches!(error.what(), What::Disconnected { sent: true, .. }) {
        piece.trail.tries.dropped += 1;
    }
    let aimed = piece.aimed(call.each(), call.splits());
    // "No coordinator" to a look-up leaves no doubt about the change that it was for.
    let write = call.write && !(outside && error.code().is_some());
    match retry::verdict(&error, write, aimed, &piece.trail.tries) {
        Verdict::Again(again) => {
            piece.trail.tries.confirmed |= error.code().is_some_and(ErrorCode::once);
            let whither = Whither::Towards(broker, address);
            piece.trail.attempt(whither, Some(error.clone()), again.why);
            if let (Place::Any, Some(endpoint), false) = (&piece.place, &endpoint, same_again(&error)) {
                piece.trail.avoid.insert(endpoint.clone());
            }
            let unsettled = piece.items.as_deref();
            match wait(call, &piece, &again, unsettled, endpoint.as_ref(), transport, throttle).await {
                None => return Then::Over(give_up(piece, broker, error)),
                Some(true) => piece.trail.tries.blind = 0,
                Some(false) => piece.trail.tries.blind += 1,
            }
            match piece.items.take() {
                Some(items) if call.splits() && again.learn != Learn::Nothing => {
                    let mut step = Step::nothing();
                    step.next.push(Work::Place { items, trail: Box::new(piece.trail) });
                    Then::Over(step)
                }
                items => {
                    piece.items = items;
                    Then::Again(piece)
                }
            }
        }
        Verdict::Settled => {
            if transport {
                call.shared.refresh_behind(Refresh::Brokers);
            }
            // That a broker left the list meanwhile, or that there was no time for another attempt, says less than why the
            // last one failed.
            let told = match (error.what(), piece.trail.last_error()) {
                (What::NoTarget(_) | What::Timeout { sent: false, .. }, Some(last)) => last.clone(),
                _ => error.clone(),
            };
            piece.trail.attempt(Whither::Towards(broker, address), Some(error), "given up");
            Then::Over(give_up(piece, broker, told))
        }
        Verdict::Unknown => {
            call.shared.refresh_behind(Refresh::Brokers);
            let unknown = unknown(&error, &address, broker);
            let then = "not sent again: it may have happened";
            piece.trail.attempt(Whither::Towards(broker, address), Some(error), then);
            Then::Over(give_up(piece, broker, unknown))
        }
    }
}

/// What follows a reply that left items unsettled.
async fn partly<R: Ask>(
    call: &Arc<Call<R>>,
    mut piece: Box<Piece>,
    door: &Door,
    unsettled: Unsettled<R::Reply>,
) -> Step<R::Reply> {
    let (items, again, error) = (&unsettled.items, &unsettled.again, &unsettled.error);
    let then = match items.len() {
        1 => format!("1 item: {}", again.why),
        many => format!("{many} items: {}", again.why),
    };
    // Another broker may be better, unless this one only needs a moment.
    if piece.place == Place::Any && !same_again(error) {
        piece.trail.avoid.insert(door.endpoint.clone());
    }
    piece.trail.attempt(Whither::Through(door.clone()), Some(error.clone()), then);
    let throttle = unsettled.throttle;
    if wait(call, &piece, again, Some(items), Some(&door.endpoint), false, throttle).await.is_some() {
        return settling::keep(call, piece, unsettled);
    }
    // No time for another round: what came is the answer, with its codes.
    done(piece, Some(unsettled.part), unsettled.lost)
}

/// Learns what is doubtful and waits. `None` when the time doesn't allow it; else whether somebody could be asked.
async fn wait<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &Piece,
    again: &Again,
    items: Option<&[Item]>,
    failed_at: Option<&Endpoint>,
    transport: bool,
    asked_for: Duration,
) -> Option<bool> {
    let pause = learn::before(again, &piece.trail.tries, asked_for);
    if !call.deadline.allows(pause) || call.shared.stopped().is_some() {
        return None;
    }
    let learned = learn::anew(call, &piece.place, items, again.learn, failed_at, transport).await;
    if !call.deadline.allows(pause) {
        return None;
    }
    tokio::time::sleep(pause).await;
    Some(learned)
}

fn done<T>(mut piece: Box<Piece>, part: Option<Part<T>>, lost: Lost) -> Step<T> {
    let mut step = Step::nothing();
    placing::fail(&piece.trail, lost, &mut step);
    match part {
        Some(part) => {
            piece.trail.finish(Ok(()));
            step.part = Some(part);
        }
        None => piece.trail.hand_over(),
    }
    step
}

fn give_up<T>(mut piece: Box<Piece>, broker: Option<i32>, error: Error) -> Step<T> {
    let error = piece.trail.fail(error);
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

/// Whether the broker itself is right: it needs a moment, or only a new socket.
fn same_again(error: &Error) -> bool {
    error.code().is_some_and(ErrorCode::wait)
        || matches!(error.what(), What::Disconnected { sent: false, .. })
}

fn transport(error: &Error) -> bool {
    matches!(
        error.what(),
        What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. } | What::OtherCluster { .. }
    )
}

fn unknown(error: &Error, address: &str, broker: Option<i32>) -> Error {
    let mut unknown = Error::new(What::OutcomeUnknown(error.to_string())).at(address);
    if let Some(api) = error.api() {
        unknown = unknown.asking(api);
    }
    broker.into_iter().fold(unknown, Error::on_broker)
}
