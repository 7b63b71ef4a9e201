//! One budget of time for one call, handed through everything that the call waits for.
//!
//! Were each step (look-up, dial, queue, pause, answer) given a time-out of its own, a call with a budget of ten seconds
//! could take a minute, and a pause could be slept through that ends after nobody is interested any more.

use std::{future::Future, time::Duration};

use tokio::time::Instant;

/// The moment at which a call gives up, and the one at which it began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    began: Instant,
    at: Instant,
}

/// Longer than any call may take; keeps `Instant` from overflowing on a careless limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl Deadline {
    pub(crate) fn within(limit: Duration) -> Deadline {
        let began = Instant::now();
        Deadline { began, at: began + limit.min(LONGEST) }
    }

    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    pub(crate) fn at(&self) -> Instant {
        self.at
    }

    pub(crate) fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    pub(crate) fn spent(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether something useful could still happen after a pause of this length.
    pub(crate) fn allows(&self, pause: Duration) -> bool {
        pause < self.left()
    }

    /// The end of one attempt: its own limit, or this deadline when that comes first.
    pub(crate) fn attempt(&self, limit: Duration) -> Instant {
        self.at.min(Instant::now() + limit.min(LONGEST))
    }

    /// The future's result, or `None` when the deadline came first. The future is dropped then, so it must be one that
    /// only waits for shared work.
    pub(crate) async fn cap<F: Future>(&self, waiting: F) -> Option<F::Output> {
        tokio::time::timeout_at(self.at, waiting).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Deadline;

    #[test]
    fn an_attempt_never_outlives_the_call() {
        let deadline = Deadline::within(Duration::from_secs(5));
        assert_eq!(deadline.attempt(Duration::from_secs(60)), deadline.at());
        assert!(deadline.attempt(Duration::from_millis(1)) < deadline.at());
    }

    #[test]
    fn a_pause_that_would_end_after_the_deadline_is_not_allowed() {
        let deadline = Deadline::within(Duration::from_secs(5));
        assert!(deadline.allows(Duration::from_secs(1)));
        assert!(!deadline.allows(Duration::from_secs(6)));
        assert!(!Deadline::within(Duration::ZERO).allows(Duration::ZERO));
    }

    #[test]
    fn a_careless_limit_does_not_overflow() {
        assert!(!Deadline::within(Duration::MAX).left().is_zero());
    }
}
