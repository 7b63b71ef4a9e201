//! The task that owns the socket: the only reader and the only writer.
//!
//! Callers hand a request in and wait; whether they stay or go, the socket is read and written to the end of a frame, so
//! no dropped future can leave it between two messages. It also keeps every deadline, because it alone knows whether a byte
//! has left, which decides between "never asked" and "may have happened".

use std::{future::poll_fn, io, sync::Arc, task::Poll, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    sync::mpsc::UnboundedReceiver,
    time::{Instant, sleep_until},
};

use super::{
    frame::Inbox,
    queue::{Overdue, Queue},
    shared::{self, Command, Shared},
    writing::write,
};
use crate::{Error, What, gate};

/// The longest that a broker is believed to want to be left alone: no call waits longer than this for an answer. One that
/// says 24 days would otherwise be lost for that long; one that means it says so again.
const MOST_HELD: Duration = Duration::from_secs(60);

/// Commands that are heard in a row; then the socket has its turn.
const MOST_AT_ONCE: usize = 64;

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
        crowded: false,
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
    /// Whether several requests were on their way when the last one came.
    crowded: bool,
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
        let mut news = false;
        // One for the life of the connection: making it anew for each request costs more than waking once too early.
        let alarm = sleep_until(Instant::now());
        tokio::pin!(alarm);
        loop {
            if std::mem::take(&mut news) {
                self.gather(commands).await;
            }
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
                // Who asks now, with a handle from before, is to hear that nothing was sent and not that the cluster was closed.
                return Error::new(self.shared.refuses().unwrap_or(What::Closed));
            }
            self.hold = self.hold.filter(|until| now < *until);
            let wake = self.hold.filter(|_| self.queue.has_waiting());
            let wake = self.queue.due().into_iter().chain(wake).min();
            if let Some(wake) = wake.filter(|wake| alarm.is_elapsed() || *wake < alarm.deadline()) {
                alarm.as_mut().reset(wake);
            }
            self.queue.one_at_a_time = self.shared.is_one_at_a_time();
            let writable = self.hold.is_none() && self.queue.may_write();
            let (queue, held) = (writable.then_some(&mut self.queue), self.shared.last_held());
            // Reading comes first, so that a socket that the broker has closed is noticed before a request goes into it.
            let cause = tokio::select! {
                biased;
                read = reader.read_buf(self.inbox.room()) => self.received(read),
                command = commands.recv(), if handles => match command {
                    Some(command) => { self.obey(command); news = true; Ok(()) }
                    None => { handles = false; self.leaving = true; Ok(()) }
                },
                wrote = write(&mut writer, queue, held) => wrote_some(self, wrote),
                () = &mut alarm, if wake.is_some() => Ok(()),
            };
            if let Err(cause) = cause {
                return cause;
            }
        }
    }

    /// Hears what has come, so that all of it leaves in one write. The first of sixty-four callers wakes this task; where there
    /// lately were several, the others are let ask first, since a call into the kernel for each of them would be most of what a
    /// small request costs.
    async fn gather(&mut self, commands: &mut UnboundedReceiver<Command>) {
        if self.crowded || self.shared.in_flight() > 1 {
            let_others_run().await;
        }
        for _ in 1..MOST_AT_ONCE {
            match commands.try_recv() {
                Ok(command) => self.obey(command),
                Err(_) => break,
            }
        }
        self.crowded = self.shared.in_flight() > 1;
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Call(call) => self.queue.accept(call),
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

fn wrote_some(task: &Task, wrote: io::Result<Option<usize>>) -> Result<(), Error> {
    match wrote {
        Ok(Some(0)) => Err(gone("the connection takes no more bytes")),
        Ok(Some(_) | None) => Ok(()),
        Err(why) => Err(task.broke("writing to", &why)),
    }
}

/// Goes to the end of the line of those that can run on this thread. The runtime's own `yield_now` waits until the line is empty
/// and looks at all sockets before, which wakes another thread each time.
async fn let_others_run() {
    let mut went = false;
    poll_fn(|context| {
        if std::mem::replace(&mut went, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

pub(super) fn gone(why: impl Into<String>) -> Error {
    Error::new(What::Disconnected { sent: false, why: why.into() })
}
