//! The one clock of the engine, and how a moment crosses to the window.
//!
//! Every age on the screen is a difference of two readings of this clock; tests replace it, so that no test waits for a
//! fact to grow old.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use contract::{Int64, Millis};

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// This machine's clock.
    #[must_use]
    pub fn machine() -> Clock {
        Clock(Arc::new(SystemTime::now))
    }

    /// A clock that tells what it is told to.
    #[must_use]
    pub fn by(tell: impl Fn() -> SystemTime + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(tell))
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.0)()
    }

    pub(crate) fn millis(&self) -> Millis {
        millis(self.now())
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::machine()
    }
}

/// A moment as the window gets it.
pub(crate) fn millis(at: SystemTime) -> Millis {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Int64(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A duration in whole milliseconds, as far as 32 bits go.
pub(crate) fn whole_millis(took: Duration) -> u32 {
    u32::try_from(took.as_millis()).unwrap_or(u32::MAX)
}

/// How long ago, never negative: a clock that was set back makes nothing look younger than now.
pub(crate) fn since(now: SystemTime, then: SystemTime) -> Duration {
    now.duration_since(then).unwrap_or_default()
}

/// Whether it is less than `limit` ago. What is from as far ahead is from before the clock was set back: nobody knows how old it is, so it
/// doesn't count as young.
pub(crate) fn younger(now: SystemTime, then: SystemTime, limit: Duration) -> bool {
    now.duration_since(then).unwrap_or_else(|ahead| ahead.duration()) < limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_back_makes_no_age_negative_and_nothing_young() {
        let hour = Duration::from_secs(3_600);
        let limit = Duration::from_secs(5);
        let told = UNIX_EPOCH + 100 * hour;
        assert_eq!(since(told - hour, told), Duration::ZERO);
        assert!(!younger(told - hour, told, limit));
        assert!(younger(told, told, limit) && younger(told + Duration::from_secs(4), told, limit));
        assert!(!younger(told + limit, told, limit));
        // Two readings on two threads may be a moment out of order.
        assert!(younger(told - Duration::from_millis(1), told, limit));
        assert_eq!(millis(UNIX_EPOCH - hour), Int64(0));
    }
}
