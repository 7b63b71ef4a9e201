//! When a view asks its brokers again by itself: by the chosen pace, only while somebody can see it.

/// The paces of the refresh menu, in seconds; 0 is off.
pub const PACES: [u32; 5] = [0, 5, 10, 30, 60];

/// What decides whether to ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Seconds; 0 is off.
    pub every_s: u32,
    pub paused: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { every_s: 10, paused: false }
    }
}

impl Pace {
    /// As it is kept between starts, without the pause.
    #[must_use]
    pub fn word(self) -> String {
        self.every_s.to_string()
    }

    /// As it was kept; None for what the menu does not offer.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Pace> {
        let every_s = word.parse().ok().filter(|every_s| PACES.contains(every_s))?;
        Some(Pace { every_s, paused: false })
    }

    /// Whether it is time, given how long ago this view was asked and how old what it shows is. With nothing shown yet (None)
    /// it is asked again at its pace as well: the first asking is the core's own, but may have met nobody.
    #[must_use]
    pub fn due(self, hidden: bool, since_asked_ms: i64, age_ms: Option<i64>) -> bool {
        let every_ms = i64::from(self.every_s) * 1000;
        let old = age_ms.is_none_or(|age_ms| age_ms >= every_ms);
        self.every_s > 0 && !self.paused && !hidden && since_asked_ms >= every_ms && old
    }

    /// "10 s", "off", "paused".
    #[must_use]
    pub fn label(self) -> String {
        if self.paused {
            "paused".to_owned()
        } else if self.every_s == 0 {
            "off".to_owned()
        } else {
            format!("{} s", self.every_s)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;

    const TEN: Pace = Pace { every_s: 10, paused: false };

    #[test]
    fn a_view_is_asked_again_when_both_it_and_its_figures_are_old_enough() {
        assert!(TEN.due(false, 10_000, Some(10_000)));
        assert!(!TEN.due(false, 9_999, Some(60_000)), "asked a moment ago");
        assert!(!TEN.due(false, 60_000, Some(3_000)), "refreshed by somebody else");
    }

    #[test]
    fn nothing_is_asked_while_nobody_looks() {
        assert!(!TEN.due(true, 60_000, Some(60_000)));
        assert!(!Pace { paused: true, ..TEN }.due(false, 60_000, Some(60_000)));
        assert!(!Pace { every_s: 0, paused: false }.due(false, 60_000, Some(60_000)));
    }

    #[test]
    fn a_kept_pace_comes_back_without_its_pause_and_a_strange_one_does_not() {
        for every_s in super::PACES {
            let pace = Pace { every_s, paused: true };
            assert_eq!(Pace::from_word(&pace.word()), Some(Pace { every_s, paused: false }));
        }
        assert_eq!(["", "7", "-5", "ten"].map(Pace::from_word), [None; 4]);
    }

    #[test]
    fn a_view_that_was_never_told_is_asked_again_at_its_pace() {
        assert!(!TEN.due(false, 9_999, None));
        assert!(TEN.due(false, 10_000, None));
    }
}
