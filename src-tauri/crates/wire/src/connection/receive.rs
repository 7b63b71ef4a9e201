//! What comes in: bytes to replies, each reply to the request that is due for it.
//!
//! Order is the only thing that tells which answer is whose. So the first sign of disorder ends the connection: a wrong
//! answer that looks right is worse than none.

use std::{io, sync::atomic::Ordering, time::Duration, time::SystemTime};

use bytes::Bytes;
use tokio::time::Instant;

use super::{
    queue::{Answer, Call},
    task::{Task, gone},
};
use crate::{ApiKey, Error, Reader, What, shape::header, tls};

impl Task {
    pub(super) fn received(&mut self, read: io::Result<usize>) -> Result<(), Error> {
        // One look at the clock for all that came together.
        let now = (Instant::now(), SystemTime::now());
        match read {
            Ok(0) if self.inbox.is_empty() => return Err(gone(self.hung_up())),
            Ok(0) => return Err(gone("the broker closed the connection in the midst of a reply")),
            // A part of a long reply is a sign of life too.
            Ok(_) => self.shared.hear(now.0),
            Err(why) => return Err(self.broke("reading from", &why)),
        }
        loop {
            let most = self.shared.most.load(Ordering::Acquire);
            match self.inbox.next(most) {
                Ok(Some(reply)) => self.answer(reply, now)?,
                Ok(None) => return self.unasked(),
                Err(what) => return Err(Error::new(what)),
            }
        }
    }

    /// A connection that failed. What a broker says of our certificate comes after the handshake, in the place of its first
    /// answer.
    pub(super) fn broke(&self, doing: &str, why: &io::Error) -> Error {
        match tls::broken(why, self.shared.encryption.as_ref(), !self.inbox.has_replied()) {
            Some(words) if !self.inbox.has_replied() => Error::new(What::Tls(words)),
            Some(words) => gone(format!("the encrypted connection broke: {words}")),
            None => gone(format!("{doing} the broker failed: {why}")),
        }
    }

    /// The start of a frame while nobody waits for one is no answer, and would be taken for the next one's. It ends the
    /// connection before the rest of it has come, which may be never, or all the memory that a frame may take.
    fn unasked(&self) -> Result<(), Error> {
        if self.inbox.is_empty() || self.queue.awaits(|_| true) {
            return Ok(());
        }
        Err(Error::new(What::Decode("bytes came, and nothing was asked".to_owned())))
    }

    /// A listener with SASL answers the question for the versions and hangs up at the next request.
    fn hung_up(&self) -> &'static str {
        if !self.answered && self.queue.awaits(|call| call.key != ApiKey::ApiVersions) {
            "the broker closed the connection at the first request; a listener that asks for SASL does that: give this \
             connection a user name and a password, or use the address of a listener without SASL"
        } else {
            "the broker closed the connection"
        }
    }

    fn answer(&mut self, reply: Bytes, (now, wall): (Instant, SystemTime)) -> Result<(), Error> {
        let mut reader = Reader::new(&reply);
        let answered = reader.i32("CorrelationId").map_err(|why| Error::new(What::Decode(why.0)))?;
        let call = self.queue.settle(answered).map_err(Error::new)?;
        self.shared.touch_for(call.key, now);
        self.answered |= call.key != ApiKey::ApiVersions;
        // A broker answers ApiVersions before it knows what its caller can read: that header never has tags.
        let tags = call.key != ApiKey::ApiVersions && header::is_flexible(call.key, call.version);
        if let Err(why) = reader.skip_tags(tags) {
            let cause = Error::new(What::Decode(why.0)).asking(call.key);
            call.fail(cause.what().clone());
            return Err(cause);
        }
        let throttle = throttle(&call, reader.clone());
        if !throttle.is_zero() {
            self.hold_until(now + throttle);
        }
        let answer = Answer {
            received_bytes: reply.len() + 4,
            body: reply.slice(reader.offset()..),
            received_at: wall,
            arrived: now,
            took: now.saturating_duration_since(call.left.unwrap_or(now)),
            throttle,
            held: call.held,
        };
        if call.answer.send(Ok(answer)).is_err() {
            tracing::debug!(address = self.shared.address, api = %call.key, "an answer came after its caller had gone");
        }
        Ok(())
    }
}

/// The time for which the broker wants to be left alone, as it stands in front of the body.
fn throttle(call: &Call, mut body: Reader<'_>) -> Duration {
    if !header::leads_with_throttle(call.key, call.version) {
        return Duration::ZERO;
    }
    let milliseconds = body.i32("ThrottleTimeMs").unwrap_or(0);
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0))
}
