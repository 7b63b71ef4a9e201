//! One child process from its start to its end: its lines are told as they come, and when this value is dropped it is asked to
//! end, then made to, with everything that it started.
//!
//! The child belongs to a task, not to whoever waits for it: a caller that goes away neither leaves a process behind nor takes one
//! away from the others.

use std::{convert::Infallible, fmt, io, process::ExitStatus, sync::Arc, time::Duration};

use tokio::{
    process,
    sync::{oneshot, watch},
    time::timeout,
};

use crate::{
    living::Living,
    tether::{self, Order, Started},
    words::read_lines,
};

/// How long one that was asked to end may take. `ssh` and `kubectl` need a few milliseconds; what takes longer hangs.
const GRACE: Duration = Duration::from_secs(2);
/// How long the last words may take once the process has ended. Usually they are there; a process of another group that still
/// holds the pipe must not keep the end from being told.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Which of the two a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    Stderr,
}

/// Who hears each line, in order for each output.
pub(crate) type Listener = Arc<dyn Fn(Output, &str) + Send + Sync>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Running,
    /// It has ended; its last words are being read.
    Ending,
    Ended(End),
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) code: Option<i32>,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "ended with {code}"),
            None => f.write_str("was ended by a signal"),
        }
    }
}

pub(crate) struct Child {
    pub(crate) pid: Option<u32>,
    pub(crate) life: watch::Receiver<Life>,
    wanted: Option<oneshot::Sender<Infallible>>,
}

impl Child {
    pub(crate) async fn start(order: Order, living: &Living, listener: Listener) -> io::Result<Child> {
        let here = living.one_more();
        let started = tether::start(order, here).await?;
        let (life, watched) = watch::channel(Life::Running);
        let (wanted, unwanted) = oneshot::channel();
        let pid = started.child.id();
        tokio::spawn(attend(started, life, unwanted, listener));
        Ok(Child { pid, life: watched, wanted: Some(wanted) })
    }

    /// Waits for the end and the last words.
    pub(crate) async fn ended(&mut self) -> End {
        let end = |life: &Life| matches!(life, Life::Ended(_));
        match self.life.wait_for(end).await.map(|life| life.clone()) {
            Ok(Life::Ended(end)) => end,
            // Its task went with the runtime.
            _ => End { code: None },
        }
    }

    /// Ends it and waits until it has.
    pub(crate) async fn stop(mut self) {
        self.wanted = None;
        self.ended().await;
    }

    /// Waits until it is not there any more; its last words may still come.
    pub(crate) async fn gone(&mut self) {
        let _ = self.life.wait_for(|life| *life != Life::Running).await;
    }
}

async fn attend(
    started: Started,
    life: watch::Sender<Life>,
    mut unwanted: oneshot::Receiver<Infallible>,
    listener: Listener,
) {
    let Started { mut group, mut child, here: _here } = started;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reading = async {
        tokio::join!(
            read_lines(stdout, |line| listener(Output::Stdout, line)),
            read_lines(stderr, |line| listener(Output::Stderr, line)),
        )
    };
    let mut reading = std::pin::pin!(reading);
    let mut all_read = false;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status.ok(),
            _ = &mut reading, if !all_read => all_read = true,
            // Nobody ever sends: this is the other end's drop.
            _ = &mut unwanted => break end(&mut group, &mut child).await,
        }
    };
    life.send_replace(Life::Ending);
    // What it started, and did not end itself.
    group.kill();
    if !all_read {
        let _ = timeout(LAST_WORDS, reading).await;
    }
    life.send_replace(Life::Ended(End { code: status.and_then(|status| status.code()) }));
}

async fn end(group: &mut Group, child: &mut process::Child) -> Option<ExitStatus> {
    group.ask_to_end();
    if let Ok(status) = timeout(GRACE, child.wait()).await {
        return status.ok();
    }
    group.kill();
    let _ = child.start_kill();
    child.wait().await.ok()
}

/// A child and everything that it started, as the system knows them. Killed when dropped: also a runtime that ends, and with it
/// all tasks, leaves nothing behind.
pub(crate) struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

#[cfg(unix)]
impl Group {
    pub(crate) fn of(child: &process::Child) -> Group {
        let number = child.id().and_then(|pid| i32::try_from(pid).ok());
        Group { leader: number.and_then(rustix::process::Pid::from_raw) }
    }

    fn ask_to_end(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    /// Once: its number may soon be somebody else's.
    fn kill(&mut self) {
        self.signal(rustix::process::Signal::KILL);
        self.leader = None;
    }

    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(leader) = self.leader {
            // It fails when nobody is left, which is what is wanted.
            let _ = rustix::process::kill_process_group(leader, signal);
        }
    }
}

/// Elsewhere the child alone is ended: at once, by tokio, since there is no way to ask.
#[cfg(not(unix))]
impl Group {
    pub(crate) fn of(_: &process::Child) -> Group {
        Group {}
    }

    fn ask_to_end(&self) {}

    fn kill(&mut self) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
