//! Reading the codes inside a reply: what is settled is kept, what says "again" is asked again, nothing twice.
//!
//! What goes out as items comes back as items. One that the reply leaves out is told as a failure, one that was never
//! asked for is dropped, and a change of which the broker itself does not know whether it happened is told as that, so
//! that nobody takes its code for a refusal and makes the change again.

use std::{collections::HashSet, sync::Arc, time::Duration};

use wire::{Error, ErrorCode, Exchange, What};

use super::{
    Call, Step,
    piece::{Piece, Work},
    placing::in_words,
    told::Whither,
};
use crate::{
    Ask, Item, Part, Source,
    pool::Door,
    retry::{self, Again, Verdict},
};

/// Items that have no answer in a reply, each with the reason.
pub(super) type Lost = Vec<(Item, Error)>;

pub(super) enum Settled<T> {
    /// `None`: nothing of the reply is an answer.
    Whole(Option<Part<T>>, Lost),
    InPart(Box<Unsettled<T>>),
}

/// A reply of which some items are to be asked for again. They are still in it, in case there is no time for that.
pub(super) struct Unsettled<T> {
    pub(super) part: Part<T>,
    pub(super) items: Vec<Item>,
    /// Whether anything else in the reply is an answer.
    pub(super) answers: bool,
    pub(super) again: Again,
    pub(super) error: Error,
    pub(super) throttle: Duration,
    pub(super) lost: Lost,
}

/// An item whose code says "again" is unsettled; every other code is that item's answer.
pub(super) fn settle<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
    door: &Door,
    mut exchange: Exchange<R::Reply>,
) -> Settled<R::Reply> {
    if let Some([only]) = piece.items.as_deref() {
        call.request.name(&mut exchange.reply, only);
    }
    let sorted = sort(call, piece, &exchange.reply);
    let throttle = exchange.throttle;
    let mut part = part(piece, R::KEY, door, exchange);
    let lost = lost(call, door, &mut part.reply, &sorted);
    match sorted.how {
        Some((again, code)) => {
            piece.trail.tries.failed += 1;
            piece.trail.confirmed.extend(sorted.once);
            let error = crate::shared::located(Error::from_code(code, None), door).asking(R::KEY);
            let (items, answers) = (sorted.again, sorted.settled > 0);
            Settled::InPart(Box::new(Unsettled { part, items, answers, again, error, throttle, lost }))
        }
        None => {
            piece.trail.attempt(Whither::Through(door.clone()), None, "answered");
            let nothing = sorted.settled == 0 && !lost.is_empty();
            Settled::Whole((!nothing).then_some(part), lost)
        }
    }
}

/// What the codes of a reply say of its items.
#[derive(Default)]
struct Sorted {
    again: Vec<Item>,
    /// Those of them that are asked for once more and then believed.
    once: Vec<Item>,
    /// How they are tried again, and the first code that said so.
    how: Option<(Again, ErrorCode)>,
    /// How many have their answer.
    settled: usize,
    /// Changes that may or may not have been made.
    unknown: Vec<(Item, ErrorCode)>,
    /// Asked for and not answered.
    missing: Vec<Item>,
    /// Answered and not asked for.
    strange: Vec<Item>,
}

fn sort<R: Ask>(call: &Call<R>, piece: &Piece, reply: &R::Reply) -> Sorted {
    if let Some([only]) = piece.items.as_deref()
        && call.request.plainly(reply, only)
    {
        return Sorted { settled: 1, ..Sorted::default() };
    }
    let mut codes = call.request.codes(reply);
    let aimed = piece.aimed(call.each(), call.splits());
    let whole;
    let asked: &[Item] = match &piece.items {
        Some(items) => items,
        None => {
            whole = call.request.items();
            &whole
        }
    };
    if let ([(item @ Item::Rest, _)], [only]) = (codes.as_mut_slice(), asked) {
        *item = only.clone();
    }
    let mut sorted = Sorted::default();
    // Brokers answer in the order of the question, mostly.
    let as_asked =
        asked.len() == codes.len() && asked.iter().zip(&codes).all(|(asked, told)| *asked == told.0);
    if !as_asked && !asked.is_empty() {
        let mut open: HashSet<&Item> = asked.iter().collect();
        let expected = open.clone();
        codes.retain(|(item, _)| {
            open.remove(item);
            let meant = expected.contains(item);
            if !meant {
                sorted.strange.push(item.clone());
            }
            meant
        });
        let mut missing = asked.iter().filter(|item| open.remove(item));
        sorted.missing.extend(missing.by_ref().cloned());
    }
    for (item, code) in codes {
        if code.is_none() {
            sorted.settled += 1;
            continue;
        }
        let tries = piece.trail.tries_of(&item);
        let tries = retry::Tries { failed: tries.failed + 1, ..tries };
        match retry::of_code(code, call.write, aimed, &tries) {
            Verdict::Again(again) => {
                sorted.how = Some(match sorted.how {
                    None => (again, code),
                    Some((before, first)) => (strictest(before, again), first),
                });
                if code.once() {
                    sorted.once.push(item.clone());
                }
                sorted.again.push(item);
            }
            Verdict::Unknown => sorted.unknown.push((item, code)),
            Verdict::Settled => sorted.settled += 1,
        }
    }
    sorted
}

/// Takes out of the reply what is no answer to anything that was asked; the reason for each item that so has none.
fn lost<R: Ask>(call: &Call<R>, door: &Door, reply: &mut R::Reply, sorted: &Sorted) -> Lost {
    if sorted.unknown.is_empty() && sorted.missing.is_empty() && sorted.strange.is_empty() {
        return Vec::new();
    }
    let located = |what| crate::shared::located(Error::new(what), door).asking(R::KEY);
    let unknown = sorted.unknown.iter().map(|(item, code)| {
        let said = Error::from_code(*code, call.request.words(reply, item)).to_string();
        (item.clone(), located(What::OutcomeUnknown(said)))
    });
    let missing = sorted.missing.iter().map(|item| {
        let why = format!("it leaves out {}", in_words(std::slice::from_ref(item)));
        let what = if call.write { What::OutcomeUnknown(why) } else { What::Decode(why) };
        (item.clone(), located(what))
    });
    let lost: Lost = unknown.chain(missing).collect();
    let out: Vec<Item> =
        sorted.unknown.iter().map(|(item, _)| item).chain(&sorted.strange).cloned().collect();
    call.request.without(reply, &out);
    lost
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
        asked: piece.trail.asked().into_std(),
        took: exchange.took,
        attempts: piece.trail.count() + 1,
        bytes: exchange.received_bytes,
    };
    Part { reply: exchange.reply, source }
}

/// Keeps what is settled and asks for the rest: placed anew where items have places of their own, at the same place
/// where they have not.
pub(super) fn keep<R: Ask>(
    call: &Call<R>,
    piece: Box<Piece>,
    unsettled: Unsettled<R::Reply>,
) -> Step<R::Reply> {
    let Unsettled { mut part, items, answers, lost, .. } = unsettled;
    let mut step = Step::nothing();
    if answers {
        call.request.without(&mut part.reply, &items);
        step.part = Some(part);
        piece.trail.fork().finish(Ok(()));
    }
    super::placing::fail(&piece.trail, lost, &mut step);
    let Piece { place, items: before, trail, .. } = *piece;
    step.next.push(match (call.splits(), before) {
        (true, Some(_)) => Work::Place { items, trail: Box::new(trail) },
        // A request that answers as a whole has no items to name.
        (_, before) => {
            let items = if call.request.items().is_empty() { before } else { Some(items) };
            Work::Ask(Box::new(Piece { place, items, all: false, trail }))
        }
    });
    step
}
