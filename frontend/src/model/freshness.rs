//! What the age chip says. Old is amber, partly answered is amber, a failed refresh is red, and green is only what was told
//! lately by all that were asked; if this were wrong, stale figures would pass for live ones.

use contract::{ApiError, Freshness};

use super::time::age;

/// The chip's state; its word stands in `data-state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChipState {
    /// Nothing was told yet.
    Asking,
    Live,
    Stale,
    Partial,
    Failed,
}

impl ChipState {
    /// As styles and tests name it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ChipState::Asking => "asking",
            ChipState::Live => "live",
            ChipState::Stale => "stale",
            ChipState::Partial => "partial",
            ChipState::Failed => "failed",
        }
    }
}

/// Freshness as it came, and when it came by this window's clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    pub freshness: Freshness,
    pub received: i64,
    /// The call itself failed since: what is shown is from before.
    pub error: Option<ApiError>,
}

impl Stamp {
    /// Age of the oldest part, counted on from when the reply was made. The core's clock tells how old it was then; only the
    /// time since is counted here.
    #[must_use]
    pub fn age_ms(&self, now: i64) -> Option<i64> {
        let oldest = self.freshness.oldest?;
        let then = self.freshness.now.0.saturating_sub(oldest.0).max(0);
        Some(then.saturating_add(now.saturating_sub(self.received).max(0)))
    }

    /// Why the last refresh failed as a whole, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<&ApiError> {
        self.error.as_ref().or(self.freshness.failed.as_ref())
    }

    /// State and text at `now`.
    #[must_use]
    pub fn chip(&self, now: i64) -> (ChipState, String) {
        let fresh = &self.freshness;
        let age_ms = self.age_ms(now);
        let as_of = age_ms.map(|ms| format!("as of {} ago", age(ms)));
        if self.failure().is_some() {
            let text = as_of.map_or("no answer".to_owned(), |as_of| format!("refresh failed · {as_of}"));
            return (ChipState::Failed, text);
        }
        let (Some(as_of), Some(age_ms)) = (as_of, age_ms) else {
            return if !fresh.failures.is_empty() && !fresh.loading {
                (ChipState::Failed, "no answer".to_owned())
            } else {
                (ChipState::Asking, "asking".to_owned())
            };
        };
        if !fresh.failures.is_empty() {
            let of = if fresh.asked == 0 {
                as_of
            } else {
                format!("{} of {} brokers · {as_of}", fresh.answered, fresh.asked)
            };
            return (ChipState::Partial, of);
        }
        if age_ms > i64::from(fresh.limit_ms) {
            return (ChipState::Stale, as_of);
        }
        (ChipState::Live, as_of)
    }
}

#[cfg(test)]
mod tests {
    use contract::{ApiError, BrokerFailure, ErrorKind, Freshness, Int64};

    use super::{ChipState, Stamp};

    fn told(age: i64) -> Stamp {
        let freshness = Freshness {
            now: Int64(1_000_000),
            oldest: Some(Int64(1_000_000 - age)),
            limit_ms: 30_000,
            answered: 5,
            asked: 5,
            ..Freshness::default()
        };
        Stamp { freshness, received: 50, error: None }
    }

    fn refused() -> ApiError {
        ApiError::plain(ErrorKind::Connect, "refused", Int64(0))
    }

    #[test]
    fn the_age_goes_on_counting_between_replies() {
        assert_eq!(told(4_000).chip(50), (ChipState::Live, "as of 4 s ago".to_owned()));
        assert_eq!(told(4_000).chip(6_050), (ChipState::Live, "as of 10 s ago".to_owned()));
    }

    #[test]
    fn past_its_limit_a_view_calls_itself_old() {
        assert_eq!(told(30_000).chip(50).0, ChipState::Live);
        assert_eq!(told(30_001).chip(50).0, ChipState::Stale);
        assert_eq!(told(4_000).chip(50 + 26_001).0, ChipState::Stale);
    }

    #[test]
    fn a_missing_broker_is_told_with_the_age() {
        let mut stamp = told(4_000);
        stamp.freshness.answered = 4;
        stamp.freshness.failures = vec![BrokerFailure { broker: 4, error: refused(), last_good: None }];
        assert_eq!(stamp.chip(50), (ChipState::Partial, "4 of 5 brokers · as of 4 s ago".to_owned()));
    }

    #[test]
    fn a_failed_refresh_is_red_and_keeps_the_old_age() {
        let mut stamp = told(45_000);
        stamp.freshness.failed = Some(refused());
        assert_eq!(stamp.chip(50), (ChipState::Failed, "refresh failed · as of 45 s ago".to_owned()));
        let mut stamp = told(1_000);
        stamp.error = Some(refused());
        assert_eq!(stamp.chip(50).0, ChipState::Failed);
    }

    #[test]
    fn nothing_told_yet_is_asking_and_never_live() {
        let mut stamp = told(0);
        stamp.freshness.oldest = None;
        assert_eq!(stamp.chip(50).0, ChipState::Asking);
        stamp.freshness.failures = vec![BrokerFailure { broker: 4, error: refused(), last_good: None }];
        assert_eq!(stamp.chip(50), (ChipState::Failed, "no answer".to_owned()));
    }
}
