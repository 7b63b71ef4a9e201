//! How long the three lists of a partition are, guessed from the partition before it.
//!
//! Where a list begins stands in the list before it, and where the next partition begins stands in the last of them. Read
//! that way each has to wait for the one before. Nearly all partitions of a cluster have lists of the same lengths, and a
//! guess that only has to be confirmed lets the processor work on several partitions at a time.

use crate::snapshot::Mask;

/// The lists of the partition that was read last.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    /// Their counts as they stand, a byte each. `None` where they are written otherwise.
    counts: Option<[u8; 3]>,
    /// Where the second and the third stand, from the first.
    isr: usize,
    offline: usize,
    /// Of all three together.
    whole: usize,
    pub(super) mask: Mask,
}

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths { counts: None, isr: 0, offline: 0, whole: 0, mask: Mask::of(0) }
    }
}

impl Lengths {
    /// The lists that begin here and what is behind their partition, when the guess holds and no tagged fields follow.
    #[inline]
    pub(super) fn confirm<'a>(&self, from: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let [replicas, isr, offline] = self.counts?;
        let (lists, behind) = from.split_at_checked(self.whole)?;
        let (tags, behind) = behind.split_first()?;
        let confirmed = lists.first() == Some(&replicas)
            && lists.get(self.isr) == Some(&isr)
            && lists.get(self.offline) == Some(&offline)
            && *tags == 0;
        confirmed.then_some((lists, behind))
    }

    /// The lists of a partition, and where in them the second and the third begin. `compact`: in the writing in which
    /// nearly all counts are one byte, and none stands for two.
    pub(super) fn learn(&mut self, lists: &[u8], isr: usize, offline: usize, compact: bool) {
        if self.whole != lists.len() {
            self.mask = Mask::of(lists.len());
        }
        (self.whole, self.isr, self.offline) = (lists.len(), isr, offline);
        let count = |at: usize| lists.get(at).copied().filter(|count| compact && *count < 0x80);
        self.counts = match (count(0), count(isr), count(offline)) {
            (Some(replicas), Some(isr), Some(offline)) => Some([replicas, isr, offline]),
            _ => None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    /// The lists of a partition with these replicas, one in sync, none offline, and what is behind them.
    fn lists(replicas: u8, tags: u8) -> Vec<u8> {
        let ids = (0..replicas).flat_map(|id| i32::from(id).to_be_bytes());
        std::iter::once(replicas + 1).chain(ids).chain([2, 0, 0, 0, 0, 1, tags]).collect()
    }

    #[test]
    fn only_lists_of_the_same_lengths_without_tags_behind_them_are_taken_by_a_guess() {
        let mut lengths = Lengths::default();
        let known = lists(3, 0);
        assert!(lengths.confirm(&known).is_none());
        lengths.learn(&known[..19], 13, 18, true);
        let more = [known.as_slice(), b"more"].concat();
        assert_eq!(lengths.confirm(&more), Some((&known[..19], &b"more"[..])));
        for (other, why) in [(lists(2, 0), "fewer"), (lists(4, 0), "more"), (lists(3, 1), "tags")] {
            assert!(lengths.confirm(&other).is_none(), "{why}");
        }
        for short in 0..known.len() {
            assert!(lengths.confirm(&known[..short]).is_none(), "{short} bytes");
        }
        // The same bytes in the old writing mean something else.
        lengths.learn(&known[..19], 13, 18, false);
        assert!(lengths.confirm(&known).is_none());
    }
}
