//! Reading the codes inside a reply: what is settled is kept, what says "again" is asked again, nothing twice.

use std::{collections::HashSet, sync::Arc, time::Duration};

use wire::{Error, ErrorCode, Exchange};

use super::{
    Call, Step,
    piece::{Piece, Work},
};
use crate::{
    Ask, Item, Part, Source,
    pool::Door,
    retry::{self, Again, Verdict},
};

pub(super) enum Settled<T> {
    Whole(Part<T>),
    InPart(Box<Unsettled<T>>),
}

/// A reply of which some items are to be asked for again. It is still whole, in case there is no time for that.
pub(super) struct Unsettled<T> {
    pub(super) part: Part<T>,
    pub(super) items: Vec<Item>,
    pub(super) again: Again,
    pub(super) error: Error,
    pub(super) throttle: Duration,
}

/// An item whose code says "again" is unsettled; every other code is that item's answer.
pub(super) fn settle<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
    door: &Door,
    exchange: Exchange<R::Reply>,
) -> Settled<R::Reply> {
    let (items, how, settled) = sort(call, piece, R::codes(&exchange.reply));
    let (throttle, part) = (exchange.throttle, part(piece, R::KEY, door, exchange));
    match how {
        // A whole request can't be asked again for a part of it.
        Some((again, code)) if piece.items.is_some() || settled == 0 => {
            piece.trail.tries.failed += 1;
            piece.trail.tries.confirmed |= code.once();
            let error = crate::shared::located(Error::from_code(code, None), door).asking(R::KEY);
            Settled::InPart(Box::new(Unsettled { part, items, again, error, throttle }))
        }
        _ => {
            piece.trail.attempt(door.endpoint.broker(), &door.address, None, "answered".to_owned());
            Settled::Whole(part)
        }
    }
}

/// The unsettled items, how they are tried again and the first code that said so, and how many items are settled.
fn sort<R: Ask>(
    call: &Call<R>,
    piece: &Piece,
    codes: Vec<(Item, ErrorCode)>,
) -> (Vec<Item>, Option<(Again, ErrorCode)>, usize) {
    let tries = retry::Tries { failed: piece.trail.tries.failed + 1, ..piece.trail.tries };
    let mine: Option<HashSet<&Item>> = match codes.iter().all(|(_, code)| code.is_none()) {
        true => None,
        false => piece.items.as_ref().map(|items| items.iter().collect()),
    };
    let (mut items, mut how, mut settled) = (Vec::new(), None, 0);
    for (item, code) in codes {
        match retry::of_code(code, call.write, &tries) {
            Verdict::Again(again)
                if !code.is_none() && mine.as_ref().is_none_or(|mine| mine.contains(&item)) =>
            {
                items.push(item);
                how = Some(match how {
                    None => (again, code),
                    Some((before, first)) => (strictest(before, again), first),
                });
            }
            _ => settled += 1,
        }
    }
    (items, how, settled)
}

fn strictest(one: Again, other: Again) -> Again {
    Again { learn: one.learn.max(other.learn), pause: one.pause.max(other.pause), why: one.why }
}

fn part<T>(piece: &Piece, api: wire::ApiKey, door: &Door, exchange: Exchange<T>) -> Part<T> {
    let source = Source {
        broker: door.endpoint.broker(),
        address: door.address.clone(),
        api,
        version: exchange.version,
        at: exchange.received_at,
        took: exchange.took,
        attempts: piece.trail.count() + 1,
        bytes: exchange.received_bytes,
    };
    Part { reply: exchange.reply, source }
}

/// Keeps what is settled and sends the rest to be placed anew; a whole request goes round as it is.
pub(super) fn keep<T>(
    piece: Piece,
    mut part: Part<T>,
    items: Vec<Item>,
    without: fn(&mut T, &[Item]),
) -> Result<Box<Piece>, Box<Step<T>>> {
    let Some(asked) = &piece.items else { return Ok(Box::new(piece)) };
    let mut step = Step::nothing();
    if items.len() < asked.len() {
        without(&mut part.reply, &items);
        step.parts.push(part);
        piece.trail.fork().finish(Ok(()));
    }
    step.next.push(Work::Place { items, trail: piece.trail });
    Err(Box::new(step))
}
