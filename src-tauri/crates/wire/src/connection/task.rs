//! The task that owns the socket: the only reader and the only writer.
//!
//! Callers hand a request in and wait; whether they stay or go, the socket is read and written to the end of a frame, so
//! no dropped future can leave it between two messages. It also keeps every deadline, because it alone knows whether a byte
//! has left, which decides between "never asked" and "may have happened".

use std::{future::pending, io, sync::Arc, sync::atomic::Ordering, time::Duration, time::SystemTime};

use bytes::Bytes;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::mpsc::UnboundedReceiver,
    time::{Instant, sleep_until},
};

use super::{
    frame::Inbox,
    queue::{Answer, Call, Overdue, Queue},
    shared::{self, Command, Shared},
};
use crate::{ApiKey, Error, Reader, What, gate, shape::header};

/// Serves until the socket or the last handle has gone.
pub(super) async fn run<S: AsyncRead + AsyncWrite>(
    stream: S,
    mut commands: UnboundedReceiver<Command>,
    shared: Arc<Shared>,
) {
    let mut task =
        Task { shared, queue: Queue::default(), inbox: Inbox::default(), hold: None, leaving: false };
    let cause = task.serve(stream, &mut commands).await;
    commands.close();
    while let Ok(command) = commands.try_recv() {
        task.obey(command);
    }
    task.finish(cause);
}

struct Task {
    shared: Arc<Shared>,
    queue: Queue,
    inbox: Inbox,
    hold: Option<Instant>,
    /// Nothing new comes any more: end when nothing is left.
    leaving: bool,
}

impl Task {
    async fn serve<S: AsyncRead + AsyncWrite>(
        &mut self,
        stream: S,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Error {
        let (mut reader, mut writer) = tokio::io::split(stream);
        let mut handles = true;
        loop {
            let now = Instant::now();
            if let Err(cause) = self.expire(now) {
                return cause;
            }
            self.queue.shed();
            if self.leaving && self.queue.is_empty() {
                return Error::new(What::Closed);
            }
            self.hold = self.hold.filter(|until| now < *until);
            let due = self.queue.due();
            let wake = self.hold.filter(|_| self.queue.has_waiting());
            let front = if self.hold.is_none() { self.queue.front() } else { None };
            // Reading comes first, so that a socket that the broker has closed is noticed before a request goes into it.
            let cause = tokio::select! {
                biased;
                read = reader.read_buf(self.inbox.room()) => self.received(read),
                command = commands.recv(), if handles => match command {
                    Some(Command::Close) => return Error::new(What::Closed),
                    Some(command) => { self.obey(command); Ok(()) }
                    None => { handles = false; self.leaving = true; Ok(()) }
                },
                wrote = write(&mut writer, front) => self.wrote(wrote),
                () = until(due) => Ok(()),
                () = until(wake) => Ok(()),
            };
            if let Err(cause) = cause {
                return cause;
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Call(call) => self.queue.accept(*call),
            Command::Hold(until) => self.hold_until(until),
            Command::Retire => self.leaving = true,
            Command::Close => {}
        }
    }

    fn hold_until(&mut self, until: Instant) {
        self.hold = self.hold.max(Some(until));
        self.shared.hold(until);
    }

    fn wrote(&mut self, wrote: io::Result<usize>) -> Result<(), Error> {
        match wrote {
            Ok(0) => Err(gone("the connection takes no more bytes")),
            Ok(_) => {
                self.queue.wrote(Instant::now());
                Ok(())
            }
            Err(why) => Err(gone(format!("writing to the broker failed: {why}"))),
        }
    }

    fn received(&mut self, read: io::Result<usize>) -> Result<(), Error> {
        match read {
            Ok(0) if self.inbox.is_empty() => return Err(gone("the broker closed the connection")),
            Ok(0) => return Err(gone("the broker closed the connection in the midst of a reply")),
            Ok(_) => {}
            Err(why) => return Err(gone(format!("reading from the broker failed: {why}"))),
        }
        loop {
            let most = self.shared.most.load(Ordering::Acquire);
            match self.inbox.next(most) {
                Ok(Some(reply)) => self.answer(reply)?,
                Ok(None) => return Ok(()),
                Err(what) => return Err(Error::new(what)),
            }
        }
    }

    fn answer(&mut self, reply: Bytes) -> Result<(), Error> {
        let now = Instant::now();
        let mut reader = Reader::new(&reply);
        let answered = reader.i32("CorrelationId").map_err(|why| Error::new(What::Decode(why.0)))?;
        let call = self.queue.settle(answered).map_err(Error::new)?;
        self.shared.touch();
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
            received_at: SystemTime::now(),
            took: now.saturating_duration_since(call.left.unwrap_or(now)),
            throttle,
        };
        if call.answer.send(Ok(answer)).is_err() {
            tracing::debug!(address = self.shared.address, api = %call.key, "an answer came after its caller had gone");
        }
        Ok(())
    }

    fn expire(&mut self, now: Instant) -> Result<(), Error> {
        while let Some(overdue) = self.queue.overdue(now) {
            match overdue {
                Overdue::Unsent(call) => {
                    let after = now.saturating_duration_since(call.asked);
                    call.fail(What::Timeout { sent: false, after });
                }
                Overdue::Sent(call) => {
                    let after = now.saturating_duration_since(call.asked);
                    let cause = Error::new(What::Timeout { sent: true, after }).asking(call.key);
                    call.fail(cause.what().clone());
                    return Err(cause);
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, cause: Error) {
        let cause = self.shared.end(cause.at(self.shared.address.as_str())).clone();
        for call in self.queue.drain() {
            let what = if call.left.is_some() { shared::sent(&cause) } else { shared::unsent(&cause) };
            if call.left.is_some() && call.answer.is_closed() && gate::could_write(call.key) {
                tracing::warn!(address = self.shared.address, api = %call.key, "a write's caller had gone and no answer came: its outcome is unknown");
            }
            call.fail(what);
        }
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

fn gone(why: impl Into<String>) -> Error {
    Error::new(What::Disconnected { sent: false, why: why.into() })
}

async fn write(writer: &mut (impl AsyncWrite + Unpin), front: Option<&mut Call>) -> io::Result<usize> {
    match front {
        Some(call) => writer.write_buf(&mut call.frame).await,
        None => pending().await,
    }
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => pending().await,
    }
}
