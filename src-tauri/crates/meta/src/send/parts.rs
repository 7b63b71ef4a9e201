//! The answers of one call as they come: each part when its broker has answered, each failure when it is one.
//!
//! A caller that waits for all of them waits for the slowest, and a frozen broker is slow for many seconds. Who shows
//! what others said takes the parts one by one.

use std::{collections::VecDeque, future::Future, pin::Pin, sync::Arc};

use tokio::task::JoinSet;

use super::{Call, Step, asking, piece::Work, placing};
use crate::{Ask, Failed, Part};

/// A piece of work that somebody waits for.
type Going<T> = Pin<Box<dyn Future<Output = Step<T>> + Send>>;

/// A call that is under way. Dropping it ends the waiting for what has not come yet and touches no socket.
pub struct Parts<R: Ask> {
    call: Arc<Call<R>>,
    running: JoinSet<Step<R::Reply>>,
    /// The only piece of a call whose caller waits for it: it runs where that caller waits, since in a task of its own each
    /// small request would change threads twice.
    alone: Option<Going<R::Reply>>,
    waited_for: bool,
    came: VecDeque<Result<Part<R::Reply>, Failed>>,
}

impl<R: Ask> Parts<R> {
    /// `waited_for`: the caller waits for all of it from now on.
    pub(super) fn begin(call: Arc<Call<R>>, first: Vec<Work>, waited_for: bool) -> Parts<R> {
        let (running, came) = (JoinSet::new(), VecDeque::new());
        let mut parts = Parts { call, running, alone: None, waited_for, came };
        parts.run(first);
        parts
    }

    /// The next part or failure; `None` when all have come. May be dropped at any time: nothing is lost by it.
    pub async fn next(&mut self) -> Option<Result<Part<R::Reply>, Failed>> {
        loop {
            if let Some(part) = self.came.pop_front() {
                return Some(part);
            }
            let step = match &mut self.alone {
                Some(alone) => {
                    let step = alone.await;
                    self.alone = None;
                    step
                }
                None => match self.running.join_next().await? {
                    Ok(step) => step,
                    // A bug in a piece must not become a hole in the answer.
                    Err(join) if join.is_panic() => std::panic::resume_unwind(join.into_panic()),
                    Err(_) => continue,
                },
            };
            let Step { parts, failed, next } = step;
            self.came.extend(parts.into_iter().map(Ok));
            self.came.extend(failed.into_iter().map(Err));
            self.run(next);
        }
    }

    fn run(&mut self, works: Vec<Work>) {
        let only = self.waited_for && works.len() == 1 && self.running.is_empty();
        for work in works {
            let call = Arc::clone(&self.call);
            let step = async move {
                match work {
                    Work::Place { items, trail } => placing::place(&call, items, trail).await,
                    Work::Ask(piece) => asking::ask(&call, piece).await,
                }
            };
            if only {
                self.alone = Some(Box::pin(step));
            } else {
                self.running.spawn(step);
            }
        }
    }
}
