//! How long an endpoint that failed is left alone.
//!
//! A dead broker must cost neither a busy loop nor a second wait: within the pause each caller gets the cause of the
//! last failure at once, and the jitter keeps a thousand windows from coming back at the same moment.

use std::time::Duration;

use tokio::time::Instant;
use wire::Error;

const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(1);

/// The pause after this many failures in a row: 50 ms, doubling, at most 1 s, times 0.8 to 1.2.
pub(crate) fn pause(failures: u32) -> Duration {
    jittered(failures, rand::random_range(0.8..1.2))
}

fn jittered(failures: u32, factor: f64) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    FIRST.saturating_mul(1 << doublings).min(LONGEST).mul_f64(factor)
}

/// The failures of one endpoint since it last answered.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    last: Option<(Instant, Error)>,
}

impl Backoff {
    pub(super) fn failed(&mut self, now: Instant, cause: Error) {
        self.failures = self.failures.saturating_add(1);
        self.last = Some((now + pause(self.failures), cause));
    }

    pub(super) fn answered(&mut self) {
        *self = Backoff::default();
    }

    /// Why this endpoint isn't tried now, when it isn't.
    pub(super) fn refuses(&self, now: Instant) -> Option<Error> {
        self.last.as_ref().filter(|(until, _)| now < *until).map(|(_, cause)| cause.clone())
    }

    /// Until when it is left alone, when it is.
    pub(super) fn rests_until(&self, now: Instant) -> Option<Instant> {
        self.last.as_ref().map(|(until, _)| *until).filter(|until| now < *until)
    }

    /// The last failure, whether or not its pause is over.
    pub(super) fn cause(&self) -> Option<&Error> {
        self.last.as_ref().map(|(_, cause)| cause)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use wire::{Error, What};

    use super::{Backoff, jittered, pause};

    #[test]
    fn no_two_wait_equally_long() {
        for failures in [1, 3, 5, 9] {
            let even = jittered(failures, 1.0).as_secs_f64();
            let mut pauses: Vec<f64> = (0..1000).map(|_| pause(failures).as_secs_f64() / even).collect();
            pauses.sort_by(f64::total_cmp);
            assert!(0.79 < pauses[0] && pauses[999] < 1.21, "{} to {}", pauses[0], pauses[999]);
            // Each tenth of the range has its share: a hundred of a thousand, give or take.
            for tenth in 0..10 {
                let (low, high) = (0.8 + 0.04 * f64::from(tenth), 0.84 + 0.04 * f64::from(tenth));
                let here = pauses.iter().filter(|pause| (low..high).contains(*pause)).count();
                assert!((40..180).contains(&here), "{here} of 1000 between {low} and {high}");
            }
        }
    }

    #[test]
    fn the_pause_doubles_from_50_ms_to_one_second() {
        let pauses: Vec<u128> = (1..8).map(|failures| jittered(failures, 1.0).as_millis()).collect();
        assert_eq!(pauses, [50, 100, 200, 400, 800, 1000, 1000]);
        assert_eq!(jittered(u32::MAX, 1.2), Duration::from_millis(1200));
    }

    #[test]
    fn a_refused_attempt_carries_the_cause_of_the_last_failure() {
        let now = Instant::now();
        let mut backoff = Backoff::default();
        assert_eq!(backoff.refuses(now), None);
        backoff.failed(now, Error::new(What::Connect("first".to_owned())));
        backoff.failed(now, Error::new(What::Connect("second".to_owned())));
        assert_eq!(backoff.refuses(now), Some(Error::new(What::Connect("second".to_owned()))));
        assert_eq!(backoff.refuses(now + Duration::from_millis(121)), None);
        assert!(backoff.cause().is_some());
        backoff.answered();
        assert!(backoff.cause().is_none());
    }
}
