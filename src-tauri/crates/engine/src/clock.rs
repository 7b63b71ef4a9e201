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
