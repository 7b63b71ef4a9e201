//! What stands between a commit and its log: the one place that says what "lag" is. A group that committed nothing has no lag, a
//! log that nobody told the end of gives none, and neither may ever be added up as a zero.
//!
//! A commit can lie outside of the log. Past the end (the topic was made again, or the log was cut by an unclean election) the
//! figure is negative, and shown so; before the start the figure is what Kafka's own tool prints, though part of it is deleted.

use contract::{LagState, LagSum};

/// The reading of a commit (`None`: nothing was committed) against the log's ends, with the offsets from the commit to the
/// end. `None`: not to be told without the end.
pub(crate) fn lag(
    committed: Option<i64>,
    start: Option<i64>,
    end: Option<i64>,
) -> Option<(LagState, Option<i64>)> {
    let Some(committed) = committed else { return Some((LagState::NoCommit, None)) };
    let end = end?;
    let offsets = end.saturating_sub(committed);
    let state = match start {
        _ if offsets < 0 => LagState::Ahead,
        Some(start) if committed < start => LagState::BelowStart,
        Some(start) if start == end => LagState::Empty,
        _ if offsets == 0 => LagState::CaughtUp,
        _ => LagState::Behind,
    };
    Some((state, Some(offsets)))
}

/// Adds up the partitions of a group, each as `lag` reads it. What is past the end takes nothing off the rest.
pub(crate) fn add_up(partitions: impl IntoIterator<Item = Option<(LagState, Option<i64>)>>) -> LagSum {
    let mut sum = LagSum::default();
    let mut offsets = 0_i64;
    for partition in partitions {
        sum.of += 1;
        let Some((state, behind)) = partition else { continue };
        match state {
            LagState::NoCommit => sum.no_commit += 1,
            LagState::Ahead => sum.ahead += 1,
            LagState::BelowStart => sum.below_start += 1,
            LagState::Empty | LagState::CaughtUp | LagState::Behind => {}
        }
        if let Some(behind) = behind {
            sum.known += 1;
            offsets = offsets.saturating_add(behind.max(0));
        }
    }
    sum.offsets = (sum.known > 0).then_some(contract::Int64(offsets));
    sum
}

#[cfg(test)]
mod tests {
    use contract::{Int64, LagState, LagState::*};

    use super::{add_up, lag};

    type Case = (Option<i64>, Option<i64>, Option<i64>, Option<(LagState, Option<i64>)>);

    /// (committed, log start, log end) and what is said of it.
    #[rustfmt::skip]
    const CASES: &[Case] = &[
        // Nothing was committed: whatever the log holds, there is no lag.
        (None, Some(0), Some(10), Some((NoCommit, None))),
        (None, Some(10), Some(10), Some((NoCommit, None))),
        (None, None, None, Some((NoCommit, None))),
        // Nothing to read.
        (Some(0), Some(0), Some(0), Some((Empty, Some(0)))),
        (Some(10), Some(10), Some(10), Some((Empty, Some(0)))),
        // Everything was read.
        (Some(10), Some(0), Some(10), Some((CaughtUp, Some(0)))),
        (Some(10), None, Some(10), Some((CaughtUp, Some(0)))),
        // Some is left.
        (Some(0), Some(0), Some(10), Some((Behind, Some(10)))),
        (Some(3), Some(3), Some(10), Some((Behind, Some(7)))),
        (Some(3), None, Some(10), Some((Behind, Some(7)))),
        // Past the end: the sign stays, whatever the start is.
        (Some(12), Some(0), Some(10), Some((Ahead, Some(-2)))),
        (Some(12), Some(10), Some(10), Some((Ahead, Some(-2)))),
        (Some(12), None, Some(10), Some((Ahead, Some(-2)))),
        // Before the start: what is between is gone.
        (Some(3), Some(4), Some(10), Some((BelowStart, Some(7)))),
        (Some(3), Some(10), Some(10), Some((BelowStart, Some(7)))),
        // Nobody told the end.
        (Some(3), Some(0), None, None),
        (Some(3), None, None, None),
        // The numbers of the wire are any numbers.
        (Some(i64::MIN), Some(0), Some(i64::MAX), Some((BelowStart, Some(i64::MAX)))),
        (Some(i64::MAX), Some(0), Some(0), Some((Ahead, Some(-i64::MAX)))),
    ];

    #[test]
    fn each_commit_reads_as_the_table_says() {
        for (committed, start, end, said) in CASES {
            assert_eq!(lag(*committed, *start, *end), *said, "{committed:?} in {start:?}..{end:?}");
        }
    }

    #[test]
    fn a_sum_says_how_many_it_knows_and_counts_no_unknown_as_zero() {
        let sum = add_up([
            lag(Some(3), Some(0), Some(10)),
            lag(Some(3), Some(0), None),
            lag(None, Some(0), Some(1_000)),
            lag(Some(12), Some(0), Some(10)),
            lag(Some(1), Some(5), Some(10)),
        ]);
        assert_eq!((sum.offsets, sum.known, sum.of), (Some(Int64(16)), 3, 5));
        assert_eq!((sum.no_commit, sum.ahead, sum.below_start), (1, 1, 1));
        let unknown = add_up([lag(Some(3), Some(0), None), lag(None, None, Some(1))]);
        assert_eq!((unknown.offsets, unknown.known, unknown.of), (None, 0, 2));
        assert_eq!(add_up([]).offsets, None);
    }
}
