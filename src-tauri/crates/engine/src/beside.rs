//! What is held by name, walked beside the topics, which stand in the order of their names too.
//!
//! Looking ten thousand names up one by one takes longer than all else of a page; walking two orders side by side compares
//! each name once or twice.

use std::{cmp::Ordering, iter::Peekable};

/// A walk over named things in the order of their names, each name once.
pub(crate) struct Beside<I: Iterator>(Peekable<I>);

impl<'a, V, I: Iterator<Item = (&'a str, V)>> Beside<I> {
    pub(crate) fn new(ordered: I) -> Beside<I> {
        Beside(ordered.peekable())
    }

    /// What has this name. It must not come before the name that was asked for last.
    pub(crate) fn find(&mut self, name: &str) -> Option<V> {
        while self.0.next_if(|(passed, _)| *passed < name).is_some() {}
        self.0.next_if(|(found, _)| *found == name).map(|(_, value)| value)
    }
}

/// The same over an array, which leaps over what lies between two names that are far apart.
pub(crate) struct Leaping<'a, K, V>(&'a [(K, V)]);

impl<'a, K: AsRef<str>, V> Leaping<'a, K, V> {
    pub(crate) fn new(ordered: &'a [(K, V)]) -> Leaping<'a, K, V> {
        Leaping(ordered)
    }

    /// What has this name. It must not come before the name that was asked for last.
    pub(crate) fn find(&mut self, name: &str) -> Option<&'a V> {
        let (first, rest) = self.0.split_first()?;
        match first.0.as_ref().cmp(name) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                self.0 = rest;
                return Some(&first.1);
            }
            Ordering::Less => self.0 = rest,
        }
        let before = |entry: &(K, V)| entry.0.as_ref() < name;
        let mut step = 1;
        while let Some((_, after)) =
            self.0.split_at_checked(step).filter(|(passed, _)| passed.last().is_some_and(before))
        {
            self.0 = after;
            step *= 2;
        }
        let near = self.0.get(..step).unwrap_or(self.0);
        self.0 = self.0.get(near.partition_point(before)..)?;
        let (first, rest) = self.0.split_first().filter(|(first, _)| first.0.as_ref() == name)?;
        self.0 = rest;
        Some(&first.1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Beside, Leaping};

    #[test]
    fn both_walks_find_what_is_there_and_nothing_else() {
        for (every, sought) in [(1, 1), (1, 7), (3, 1), (3, 2), (2, 97), (50, 1), (1, 400)] {
            let held: Vec<(String, usize)> =
                (0..400).step_by(every).map(|number| (format!("topic-{number:04}"), number)).collect();
            let mut beside = Beside::new(held.iter().map(|(name, number)| (name.as_str(), number)));
            let mut leaping = Leaping::new(&held);
            for number in (0..500).step_by(sought) {
                let name = format!("topic-{number:04}");
                let there = held.iter().find(|(held, _)| *held == name).map(|(_, number)| number);
                assert_eq!(beside.find(&name), there, "{every} {sought} {name}");
                assert_eq!(leaping.find(&name), there, "{every} {sought} {name}");
            }
        }
    }

    #[test]
    fn nothing_is_found_in_nothing() {
        assert_eq!(Leaping::<String, u8>::new(&[]).find("a"), None);
        assert_eq!(Beside::new(std::iter::empty::<(&str, u8)>()).find("a"), None);
    }
}
