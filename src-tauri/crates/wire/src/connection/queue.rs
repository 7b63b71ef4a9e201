//! The requests of one socket in their order: waiting to be written, then waiting for their answers.
//!
//! A broker answers in the order it was asked. So an entry whose caller has gone stays in its place until its answer has
//! come and been dropped; were it taken out, every later answer would be taken for the one before. Only what has not
//! sent a byte may leave.

use std::{
    collections::VecDeque,
    time::{Duration, SystemTime},
};

use bytes::{Buf as _, Bytes, BytesMut};
use tokio::{sync::oneshot, time::Instant};

use super::{departure::Departure, frame, shared::Seat};
use crate::{ApiKey, What};

/// The reply's body and what is known of its travel.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) body: Bytes,
    pub(super) received_bytes: usize,
    pub(super) received_at: SystemTime,
    pub(super) arrived: Instant,
    pub(super) took: Duration,
    pub(super) throttle: Duration,
    /// How long the request stood back because the broker wanted to be left alone.
    pub(super) held: Duration,
}

/// One request on its way.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) key: ApiKey,
    pub(super) version: i16,
    /// What is still to be written.
    pub(super) frame: BytesMut,
    pub(super) asked: Instant,
    pub(super) deadline: Instant,
    /// When its first byte left.
    pub(super) left: Option<Instant>,
    /// How much of its wait until then was a throttle's.
    pub(super) held: Duration,
    pub(super) departure: Departure,
    pub(super) answer: oneshot::Sender<Result<Answer, What>>,
    pub(super) _seat: Seat,
}

impl Call {
    /// Whether nobody waits for it and nothing of it has left.
    fn is_void(&self) -> bool {
        self.left.is_none() && (self.answer.is_closed() || self.departure.is_withdrawn())
    }

    /// Said right before its bytes are given to the socket. False: nobody waits for it, or it was taken back.
    pub(super) fn may_leave(&self) -> bool {
        !self.is_void() && self.departure.leave()
    }

    pub(super) fn fail(self, what: What) {
        // The caller may have gone; then nobody is to be told.
        let _ = self.answer.send(Err(what));
    }
}

/// What had its deadline.
#[derive(Debug)]
pub(super) enum Overdue {
    /// Nothing of it had left: the connection is as it was.
    Unsent(Box<Call>),
    /// The broker has it, or part of it.
    Sent(Box<Call>),
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<(u64, Box<Call>)>,
    sent: VecDeque<(u64, Box<Call>)>,
    /// No deadline comes before this. Kept exactly it would have to be looked for at each answer, of which nearly all come
    /// in time; so it may be that of a request which has its answer, and is looked for when it comes.
    due: Option<Instant>,
    next: u64,
    /// The next request leaves when the one before it has its answer.
    pub(super) one_at_a_time: bool,
}

impl Queue {
    pub(super) fn accept(&mut self, mut call: Box<Call>) {
        let place = self.next;
        self.next += 1;
        frame::number(&mut call.frame, correlation(place));
        self.due = Some(self.due().map_or(call.deadline, |due| due.min(call.deadline)));
        self.waiting.push_back((place, call));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.sent.is_empty()
    }

    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether the first of them may leave now.
    pub(super) fn may_write(&self) -> bool {
        self.has_waiting() && (!self.one_at_a_time || self.sent.is_empty())
    }

    /// Lets go of what nobody waits for any more, as far as it stands in front.
    pub(super) fn shed(&mut self) {
        while let Some((_, call)) = self.waiting.pop_front_if(|(_, call)| call.is_void()) {
            call.fail(What::Cancelled);
        }
    }

    /// The same wherever it stands: somebody has just gone.
    pub(super) fn shed_all(&mut self) {
        for _ in 0..self.waiting.len() {
            match self.waiting.pop_front() {
                Some((_, call)) if call.is_void() => call.fail(What::Cancelled),
                kept => self.waiting.extend(kept),
            }
        }
    }

    /// Whether such a request waits for its answer.
    pub(super) fn awaits(&self, such: impl Fn(&Call) -> bool) -> bool {
        self.sent.iter().any(|(_, call)| such(call))
    }

    /// The requests to write, the first of which may have left in part.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Call> {
        let most = if self.one_at_a_time { 1 } else { usize::MAX };
        self.waiting.iter().map(|(_, call)| &**call).take(most)
    }

    /// So many bytes of the first requests have left at this moment, of which so many were given to the socket. `held`: until
    /// when the last throttle kept all back.
    pub(super) fn wrote(
        &mut self,
        mut bytes: usize,
        given: usize,
        (now, wall): (Instant, SystemTime),
        held: Instant,
    ) {
        for _ in 0..given {
            let Some((place, mut call)) = self.waiting.pop_front() else { return };
            let taken = bytes.min(call.frame.len());
            bytes -= taken;
            call.frame.advance(taken);
            if taken > 0 && call.left.is_none() {
                call.left = Some(now);
                call.held = held.min(now).saturating_duration_since(call.asked);
                call.departure.left(wall);
            }
            if call.frame.is_empty() {
                // What has left is no longer needed, and an answer may take its time.
                call.frame = BytesMut::new();
                self.sent.push_back((place, call));
                continue;
            }
            self.waiting.push_front((place, call));
            break;
        }
        // The socket did not take these after all.
        for call in self.waiting().take(given).filter(|call| call.left.is_none()) {
            call.departure.stay();
        }
    }

    /// The request that this answer belongs to, which has to be the oldest unanswered.
    pub(super) fn settle(&mut self, answered: i32) -> Result<Box<Call>, What> {
        let Some((place, call)) = self.sent.pop_front() else {
            return Err(What::Decode(format!(
                "an answer with the number {answered} came, and nothing was asked"
            )));
        };
        let expected = correlation(place);
        if answered == expected {
            return Ok(call);
        }
        self.sent.push_front((place, call));
        Err(What::Decode(format!("an answer with the number {answered} came where {expected} was due")))
    }

    /// When to look for what is overdue: at the next deadline, or once before it.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due.filter(|_| !self.is_empty())
    }

    /// Takes out a request whose deadline has come, the first of them first.
    pub(super) fn overdue(&mut self, now: Instant) -> Option<Overdue> {
        self.due.filter(|due| *due <= now)?;
        let all = self.sent.iter().chain(&self.waiting);
        let Some((deadline, place)) = all.map(|(place, call)| (call.deadline, *place)).min() else {
            self.due = None;
            return None;
        };
        self.due = Some(deadline);
        if now < deadline {
            return None;
        }
        if let Ok(index) = self.waiting.binary_search_by_key(&place, |(place, _)| *place) {
            let (_, call) = self.waiting.remove(index)?;
            return Some(if call.left.is_some() { Overdue::Sent(call) } else { Overdue::Unsent(call) });
        }
        let index = self.sent.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        self.sent.remove(index).map(|(_, call)| Overdue::Sent(call))
    }

    /// Everything, at the end of the socket.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Box<Call>> {
        self.due = None;
        self.sent.drain(..).chain(self.waiting.drain(..)).map(|(_, call)| call)
    }
}

/// Places never repeat; the number on the wire goes round within the positive ones.
fn correlation(place: u64) -> i32 {
    i32::try_from(place & 0x7fff_ffff).unwrap_or(0)
}
