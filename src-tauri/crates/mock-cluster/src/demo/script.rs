//! When what happens in the demo, as pure functions of the second: so that the script can be read, and tested, without a
//! clock.

/// The broker that goes away; it holds none of the other sights.
pub(super) const LEAVER: i32 = 4;
const FIRST_LEAVE: u64 = 45;
const AWAY: u64 = 40;
const EVERY: u64 = 180;
/// How long its replicas need to be in sync again.
const CATCH_UP: u64 = 20;

/// What the broker that goes away does in a given second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cue {
    Leaves,
    Returns,
    /// This share of its replicas, in per cent, is in sync again.
    CatchesUp(u64),
    Nothing,
}

pub(super) fn cue(second: u64) -> Cue {
    let Some(since) = second.checked_sub(FIRST_LEAVE).map(|since| since % EVERY) else { return Cue::Nothing };
    match since {
        0 => Cue::Leaves,
        AWAY => Cue::Returns,
        later if AWAY < later && later <= AWAY + CATCH_UP => Cue::CatchesUp((later - AWAY) * 100 / CATCH_UP),
        _ => Cue::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_broker_leaves_at_45_s_for_40_s_and_every_three_minutes_again() {
        let cues: Vec<(u64, Cue)> =
            (0..500).map(|second| (second, cue(second))).filter(|(_, cue)| *cue != Cue::Nothing).collect();
        let leaves: Vec<u64> = cues.iter().filter(|(_, cue)| *cue == Cue::Leaves).map(|at| at.0).collect();
        let returns: Vec<u64> = cues.iter().filter(|(_, cue)| *cue == Cue::Returns).map(|at| at.0).collect();
        assert_eq!(leaves, [45, 225, 405]);
        assert_eq!(returns, [85, 265, 445]);
        assert_eq!(cue(105), Cue::CatchesUp(100));
        assert_eq!(cue(106), Cue::Nothing);
    }
}
