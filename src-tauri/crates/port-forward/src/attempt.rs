//! One run of a child, shared by all who wait for it: begun by the first who asks, and over when the child is.
//!
//! It goes on when a caller gives up (a sign-in through a slow jump host takes longer than one dial may), and ends when it is
//! dropped. What is over is never taken for up: another program may have its port by now.

use std::{future::Future, net::SocketAddr, pin::Pin, time::SystemTime};

use tokio::{sync::watch, task::AbortHandle};
use wire::Address;

use crate::passage::{Changes, Passage, State};

/// What comes of it, for one who waits.
pub(crate) type Outcome<T> = Pin<Box<dyn Future<Output = Result<T, String>> + Send>>;

#[derive(Clone, Debug)]
pub(crate) enum Stage<T> {
    Starting,
    Up(T),
    /// It isn't there any more; why is still being read.
    Ending,
    Ended(String),
}

#[derive(Clone, Debug)]
struct Face<T> {
    stage: Stage<T>,
    since: SystemTime,
    pid: Option<u32>,
}

/// As those see it who wait.
#[derive(Debug)]
pub(crate) struct Attempt<T> {
    face: watch::Receiver<Face<T>>,
    task: AbortHandle,
}

/// As it tells of itself.
pub(crate) struct Course<T> {
    face: watch::Sender<Face<T>>,
    changes: Changes,
}

impl<T: Clone + Send + Sync + 'static> Attempt<T> {
    pub(crate) fn begin<F>(changes: &Changes, run: impl FnOnce(Course<T>) -> F) -> Attempt<T>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let first = Face { stage: Stage::Starting, since: SystemTime::now(), pid: None };
        let (sender, face) = watch::channel(first);
        let task = tokio::spawn(run(Course { face: sender, changes: changes.clone() })).abort_handle();
        changes.tell();
        Attempt { face, task }
    }

    /// Whether why it ended is known, so that another may take its place. Its task may be gone without a word, as with a runtime.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.face.borrow().stage, Stage::Ended(_)) || self.face.has_changed().is_err()
    }

    /// Whether there is no child any more.
    pub(crate) fn is_ending(&self) -> bool {
        matches!(self.face.borrow().stage, Stage::Ending) || self.is_over()
    }

    pub(crate) fn up(&self) -> Option<T> {
        match &self.face.borrow().stage {
            Stage::Up(what) => Some(what.clone()),
            _ => None,
        }
    }

    /// Why it ended.
    pub(crate) fn why(&self) -> Option<String> {
        match &self.face.borrow().stage {
            Stage::Ended(why) => Some(why.clone()),
            _ => None,
        }
    }

    /// Waits for what comes of it.
    pub(crate) fn outcome(&self) -> Outcome<T> {
        let mut face = self.face.clone();
        Box::pin(async move {
            let known = |face: &Face<T>| matches!(face.stage, Stage::Up(_) | Stage::Ended(_));
            let stage = face.wait_for(known).await.map(|face| face.stage.clone());
            match stage {
                Ok(Stage::Up(what)) => Ok(what),
                Ok(Stage::Ended(why)) => Err(why),
                _ => Err(closed()),
            }
        })
    }

    /// Waits for its end.
    pub(crate) fn end(&self) -> impl Future<Output = String> + Send + use<T> {
        let mut face = self.face.clone();
        async move {
            let over = |face: &Face<T>| matches!(face.stage, Stage::Ended(_));
            match face.wait_for(over).await.map(|face| face.stage.clone()) {
                Ok(Stage::Ended(why)) => why,
                _ => closed(),
            }
        }
    }

    pub(crate) fn passage(&self, what: String, ports: Vec<(Address, SocketAddr)>) -> Passage {
        let face = self.face.borrow().clone();
        let (state, ports) = match face.stage {
            Stage::Starting => (State::Starting, Vec::new()),
            Stage::Up(_) => (State::Up, ports),
            Stage::Ending => (State::Ended(just_ended(&what)), Vec::new()),
            Stage::Ended(why) => (State::Ended(why), Vec::new()),
        };
        Passage { what, state, since: face.since, pid: face.pid, ports }
    }
}

impl<T> Drop for Attempt<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl<T> Course<T> {
    pub(crate) fn pid(&self, pid: Option<u32>) {
        self.face.send_modify(|face| face.pid = pid);
        self.changes.tell();
    }

    pub(crate) fn up(&self, what: T) {
        self.now(Stage::Up(what));
    }

    pub(crate) fn ending(&self) {
        self.face.send_modify(|face| face.pid = None);
        self.now(Stage::Ending);
    }

    pub(crate) fn ended(&self, why: String) {
        self.face.send_modify(|face| face.pid = None);
        self.now(Stage::Ended(why));
    }

    fn now(&self, stage: Stage<T>) {
        self.face.send_modify(|face| {
            face.stage = stage;
            face.since = SystemTime::now();
        });
        self.changes.tell();
    }
}

pub(crate) fn just_ended(what: &str) -> String {
    format!("{what} has just ended")
}

/// For those who come, or still wait, when the connection is closed.
pub(crate) fn closed() -> String {
    "the connection that this was started for is closed".to_owned()
}
