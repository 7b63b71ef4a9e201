//! The task that owns the socket: the only reader and the only writer.
//!
//! Callers hand a request in and wait; whether they stay or go, the socket is read and written to the end of a frame, so
//! no dropped future can leave it between two messages. It also keeps every deadline, because it alone knows whether a byte
//! has left, which decides between "never asked" and "may have happened".

use std::{
    future::{pending, poll_fn},
    io,
    pin::Pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use bytes::Buf;

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    sync::mpsc::UnboundedReceiver,
    time::{Instant, sleep_until},
};

use super::{
    frame::Inbox,
    queue::{Call, Overdue, Queue},
    shared::{self, Command, Shared},
};
use crate::{Error, What, gate};

/// The longest that a broker is believed to want to be left alone: no call waits longer than this for an answer. One that
/// says 24 days would otherwise be lost for that long; one that means it says so again.
const MOST_HELD: Duration = Duration::from_secs(60);

/// Serves until the socket or the last handle has gone.
pub(super) async fn run<S: AsyncRead + AsyncWrite>(
    stream: S,
    mut commands: UnboundedReceiver<Command>,
    shared: Arc<Shared>,
) {
    let mut task = Task {
        shared,
        queue: Queue::default(),
        inbox: Inbox::default(),
        hold: None,
        leaving: false,
        answered: false,
    };
    let cause = task.serve(stream, &mut commands).await;
    commands.close();
    while let Ok(command) = commands.try_recv() {
        task.obey(command);
    }
    task.finish(cause);
}

pub(super) struct Task {
    pub(super) shared: Arc<Shared>,
    pub(super) queue: Queue,
    pub(super) inbox: Inbox,
    hold: Option<Instant>,
    /// Nothing new comes any more: end when nothing is left.
    leaving: bool,
    /// Whether anything but the question for the versions was ever answered.
    pub(super) answered: bool,
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
            // Closed by a handle; a peer that never stops sending must not keep that from being heard.
            if let Some(cause) = self.shared.ended() {
                return cause.clone();
            }
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
            // The cause is in `shared`; this only wakes the task.
            Command::Close => {}
            Command::Look => self.queue.shed_all(),
        }
    }

    pub(super) fn hold_until(&mut self, until: Instant) {
        let until = until.min(Instant::now() + MOST_HELD);
        self.hold = self.hold.max(Some(until));
        self.shared.hold(until);
    }

    fn wrote(&mut self, wrote: io::Result<Option<usize>>) -> Result<(), Error> {
        match wrote {
            Ok(Some(0)) => Err(gone("the connection takes no more bytes")),
            Ok(Some(_)) => {
                self.queue.wrote(Instant::now(), self.shared.last_held());
                Ok(())
            }
            Ok(None) => Ok(()),
            Err(why) => Err(gone(format!("writing to the broker failed: {why}"))),
        }
    }

    fn expire(&mut self, now: Instant) -> Result<(), Error> {
        while let Some(overdue) = self.queue.overdue(now) {
            match overdue {
                Overdue::Unsent(call) => {
                    let after = now.saturating_duration_since(call.asked);
                    call.fail(match self.hold.filter(|until| now < *until) {
                        Some(until) => What::Throttled { left: until.saturating_duration_since(now) },
                        None => What::Timeout { sent: false, after },
                    });
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

pub(super) fn gone(why: impl Into<String>) -> Error {
    Error::new(What::Disconnected { sent: false, why: why.into() })
}

/// Writes what the socket takes of the front request; `None` when its caller has taken it back at the last moment.
async fn write(
    writer: &mut (impl AsyncWrite + Unpin),
    front: Option<&mut Call>,
) -> io::Result<Option<usize>> {
    let Some(call) = front else { return pending().await };
    poll_fn(|context| {
        if !call.departure.leave() {
            return Poll::Ready(Ok(None));
        }
        match Pin::new(&mut *writer).poll_write(context, &call.frame) {
            Poll::Ready(Ok(count)) => {
                call.frame.advance(count);
                Poll::Ready(Ok(Some(count)))
            }
            Poll::Ready(Err(why)) => Poll::Ready(Err(why)),
            Poll::Pending => {
                if call.left.is_none() {
                    call.departure.stay();
                }
                Poll::Pending
            }
        }
    })
    .await
}

async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => pending().await,
    }
}
