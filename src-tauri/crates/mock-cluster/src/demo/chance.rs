//! Numbers that look random and are the same in every run: two demos, and two pictures of one, show the same cluster.

#[derive(Debug, Clone)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// The next of a splitmix64 sequence.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to and without `below`; 0 when there is nothing below.
    pub(super) fn below(&mut self, below: i64) -> i64 {
        let below = u64::try_from(below).unwrap_or_default();
        self.next().checked_rem(below).and_then(|value| i64::try_from(value).ok()).unwrap_or_default()
    }

    /// This number, give or take so many percent of it.
    pub(super) fn around(&mut self, number: i64, percent: i64) -> i64 {
        let spread = number / 100 * percent + number % 100 * percent / 100;
        number - spread + self.below(spread * 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_repeat_with_the_seed() {
        let mut one = Chance::seeded(7);
        let mut two = Chance::seeded(7);
        for _ in 0..1000 {
            let value = one.around(1000, 10);
            assert!((900..=1100).contains(&value));
            assert_eq!(value, two.around(1000, 10));
        }
        assert_eq!(Chance::seeded(1).below(0), 0);
    }
}
