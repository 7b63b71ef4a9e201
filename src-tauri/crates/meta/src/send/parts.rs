//! The answers of one call as they come: each part when its broker has answered, each failure when it is one.
//!
//! A caller that waits for all of them waits for the slowest, and a frozen broker is slow for many seconds. Who shows
//! what others said takes the parts one by one.

use std::{collections::VecDeque, sync::Arc};

use tokio::task::JoinSet;

use super::{Call, Step, piece::Work};
use crate::{Ask, Failed, Part};

/// A call that is under way. Dropping it ends the waiting for what has not come yet and touches no socket.
pub struct Parts<R: Ask> {
    call: Arc<Call<R>>,
    running: JoinSet<Step<R::Reply>>,
    came: VecDeque<Result<Part<R::Reply>, Failed>>,
}

impl<R: Ask> Parts<R> {
    pub(super) fn begin(call: Arc<Call<R>>, first: Vec<Work>) -> Parts<R> {
        let mut parts = Parts { call, running: JoinSet::new(), came: VecDeque::new() };
        parts.run(first);
        parts
    }

    /// The next part or failure; `None` when all have come. May be dropped at any time: nothing is lost by it.
    pub async fn next(&mut self) -> Option<Result<Part<R::Reply>, Failed>> {
        loop {
            if let Some(part) = self.came.pop_front() {
                return Some(part);
            }
            let step = match self.running.join_next().await? {
                Ok(step) => step,
                // A bug in a piece must not become a hole in the answer.
                Err(join) if join.is_panic() => std::panic::resume_unwind(join.into_panic()),
                Err(_) => continue,
            };
            let Step { part, failed, next } = step;
            self.came.extend(part.map(Ok));
            self.came.extend(failed.into_iter().map(Err));
            self.run(next);
        }
    }

    fn run(&mut self, works: Vec<Work>) {
        for work in works {
            let call = Arc::clone(&self.call);
            self.running.spawn(async move { work.in_turn(&call).await });
        }
    }
}
