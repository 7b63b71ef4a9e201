//! What the socket's task and its handles both see.
//!
//! The first cause of an end is kept and never replaced: the second failure is a consequence, and would send people
//! looking in the wrong place.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

use super::queue::Call;
use crate::{ApiKey, Encryption, Error, What};

/// Requests that one connection carries at a time, waiting or unanswered. A broker works on one after the other, so more
/// would only be kept here: who comes then waits with nothing written yet, and a mute broker collects no more than this.
pub(super) const MOST_IN_FLIGHT: usize = 1024;

/// What a handle can want of the task.
#[derive(Debug)]
pub(super) enum Command {
    Call(Box<Call>),
    /// Write nothing before this time.
    Hold(Instant),
    Retire,
    Close,
    /// Somebody who waited has gone.
    Look,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) address: String,
    /// Set before the first byte, if at all.
    pub(super) encryption: Option<Encryption>,
    /// The broker takes one request at a time, see `Offered::stalls_when_encrypted`.
    pub(super) one_at_a_time: AtomicBool,
    /// The SASL mechanisms that the listener takes, once it has named them.
    pub(super) mechanisms: OnceLock<Vec<String>>,
    /// The largest reply allowed now: small until the other side has proven to be a broker.
    pub(super) most: AtomicUsize,
    opened: Instant,
    used: AtomicU64,
    held: AtomicU64,
    in_flight: AtomicUsize,
    /// When the silence began in which it is now, if it is in one.
    heard: AtomicU64,
    room: Arc<Semaphore>,
    retired: AtomicBool,
    /// Why it takes nothing new, though it has not ended.
    aside: OnceLock<Error>,
    /// Somebody is signing in again, and will know better than the socket why it ended.
    renewing: AtomicBool,
    ended: OnceLock<Error>,
    over: Notify,
}

impl Shared {
    pub(super) fn new(address: String, most: usize) -> Shared {
        Shared {
            address,
            encryption: None,
            one_at_a_time: AtomicBool::new(false),
            mechanisms: OnceLock::new(),
            most: AtomicUsize::new(most),
            opened: Instant::now(),
            used: AtomicU64::new(0),
            held: AtomicU64::new(0),
            in_flight: AtomicUsize::new(0),
            heard: AtomicU64::new(0),
            room: Arc::new(Semaphore::new(MOST_IN_FLIGHT)),
            retired: AtomicBool::new(false),
            aside: OnceLock::new(),
            renewing: AtomicBool::new(false),
            ended: OnceLock::new(),
            over: Notify::new(),
        }
    }

    pub(super) fn is_one_at_a_time(&self) -> bool {
        self.one_at_a_time.load(Ordering::Relaxed)
    }

    pub(super) fn end(&self, cause: Error) -> &Error {
        let cause = self.ended.get_or_init(|| cause);
        self.room.close();
        self.over.notify_waiters();
        cause
    }

    /// Comes when this has ended.
    pub(super) async fn over(&self) {
        let over = self.over.notified();
        tokio::pin!(over);
        // Listening before the look, so that an end between the two is not missed.
        over.as_mut().enable();
        if self.ended().is_none() {
            over.await;
        }
    }

    /// All room at once: nothing is on its way and nothing new leaves until it is given back. `None` after the end.
    pub(super) async fn alone(&self) -> Option<OwnedSemaphorePermit> {
        let all = u32::try_from(MOST_IN_FLIGHT).unwrap_or(u32::MAX);
        Arc::clone(&self.room).acquire_many_owned(all).await.ok()
    }

    pub(super) fn step_aside(&self, why: Error) {
        self.aside.get_or_init(|| why);
        self.retire();
    }

    pub(super) fn renewing(&self, renewing: bool) {
        self.renewing.store(renewing, Ordering::Release);
    }

    /// The first cause of its end for those outside, or why it takes nothing new. A broker that refuses a sign-in hangs up
    /// right after it said why; that it hung up is not the cause.
    pub(super) fn left(&self) -> Option<&Error> {
        self.aside().or_else(|| self.ended().filter(|_| !self.renewing.load(Ordering::Acquire)))
    }

    fn aside(&self) -> Option<&Error> {
        self.aside.get()
    }

    pub(super) fn ended(&self) -> Option<&Error> {
        self.ended.get()
    }

    pub(super) fn retire(&self) {
        self.retired.store(true, Ordering::Release);
    }

    /// Why no new request can be taken, when that is so.
    pub(super) fn refuses(&self) -> Option<What> {
        if let Some(cause) = self.aside().or_else(|| self.ended()) {
            return Some(unsent(cause));
        }
        self.retired.load(Ordering::Acquire).then(|| What::Disconnected {
            sent: false,
            why: "this connection is being retired and takes nothing new".to_owned(),
        })
    }

    /// Keeps the time of this use. Renewing a sign-in is none: it would keep a connection for ever that nobody uses.
    pub(super) fn touch_for(&self, key: ApiKey, now: Instant) {
        if !matches!(key, ApiKey::SaslHandshake | ApiKey::SaslAuthenticate) {
            // Earlier by a hair when two threads come at once, which nobody can tell from a minute that nobody asked.
            self.used.store(self.since_opened(now), Ordering::Relaxed);
        }
    }

    pub(super) fn last_used(&self) -> Instant {
        self.opened + Duration::from_micros(self.used.load(Ordering::Relaxed))
    }

    pub(super) fn hold(&self, until: Instant) {
        self.held.fetch_max(self.since_opened(until), Ordering::Relaxed);
    }

    pub(super) fn held_until(&self) -> Option<Instant> {
        // Most brokers never want to be left alone, and then nobody looks at the clock for it.
        if self.held.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let until = self.last_held();
        (Instant::now() < until).then_some(until)
    }

    /// The end of the last time that the broker wanted to be left alone, also when it is over.
    pub(super) fn last_held(&self) -> Instant {
        self.opened + Duration::from_micros(self.held.load(Ordering::Relaxed))
    }

    /// A place for one more request; waited for when the connection carries all that it may.
    pub(super) async fn seat(self: &Arc<Self>, asked: Instant, deadline: Instant) -> Result<Seat, What> {
        match self.room.try_acquire() {
            Ok(permit) => permit.forget(),
            // Apart, because it is seldom and what it needs would be carried along by each request.
            Err(_) => Box::pin(self.wait_for_room(asked, deadline)).await?,
        }
        let seat = Seat::take(self, true, asked);
        // It may have begun to end while this waited.
        self.refuses().map_or(Ok(seat), Err)
    }

    async fn wait_for_room(&self, asked: Instant, deadline: Instant) -> Result<(), What> {
        match timeout_at(deadline, self.room.acquire()).await {
            Ok(Ok(permit)) => permit.forget(),
            Ok(Err(_)) => return Err(self.refuses().unwrap_or(What::Closed)),
            Err(_) => return Err(What::Timeout { sent: false, after: asked.elapsed() }),
        }
        Ok(())
    }

    /// Something came.
    pub(super) fn hear(&self, now: Instant) {
        self.heard.store(self.since_opened(now), Ordering::Relaxed);
    }

    /// How long something has been awaited while nothing came.
    pub(super) fn silent_for(&self) -> Duration {
        if self.in_flight() == 0 {
            return Duration::ZERO;
        }
        (self.opened + Duration::from_micros(self.heard.load(Ordering::Relaxed))).elapsed()
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Acquire)
    }

    fn since_opened(&self, then: Instant) -> u64 {
        u64::try_from(then.saturating_duration_since(self.opened).as_micros()).unwrap_or(u64::MAX)
    }
}

/// A request's place in the count. It is given up with the answer or the end of the socket, not when a caller goes: the
/// broker still works on it.
#[derive(Debug)]
pub(super) struct Seat {
    shared: Arc<Shared>,
    /// Not for what goes on while somebody has all room.
    takes_room: bool,
}

impl Seat {
    pub(super) fn among(shared: &Arc<Shared>, now: Instant) -> Seat {
        Seat::take(shared, false, now)
    }

    fn take(shared: &Arc<Shared>, takes_room: bool, now: Instant) -> Seat {
        // Nothing was awaited before: the silence begins now.
        if shared.in_flight.fetch_add(1, Ordering::AcqRel) == 0 {
            shared.hear(now);
        }
        Seat { shared: Arc::clone(shared), takes_room }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.shared.in_flight.fetch_sub(1, Ordering::AcqRel);
        if self.takes_room {
            self.shared.room.add_permits(1);
        }
    }
}

/// What a request hears of this end when something of it had left.
pub(super) fn sent(cause: &Error) -> What {
    What::Disconnected { sent: true, why: words(cause) }
}

/// What a request hears of this end when nothing of it had left.
pub(super) fn unsent(cause: &Error) -> What {
    match cause.what() {
        What::Closed => What::Closed,
        _ => What::Disconnected { sent: false, why: words(cause) },
    }
}

fn words(cause: &Error) -> String {
    match (cause.what(), cause.api()) {
        (What::Disconnected { why, .. }, _) => why.clone(),
        (What::Timeout { after, .. }, Some(api)) => {
            format!(
                "the broker left {api} unanswered for {:.1} s, so that the connection was given up",
                after.as_secs_f64()
            )
        }
        (what, Some(api)) => format!("{} (in answer to {api})", Error::new(what.clone())),
        (what, None) => Error::new(what.clone()).to_string(),
    }
}
