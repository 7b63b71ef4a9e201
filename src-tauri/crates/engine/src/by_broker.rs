//! Something of each broker, found by its id as a place in an array.
//!
//! A cluster of 200,000 partitions names its brokers 600,000 times: counting them in a tree takes longer than all else of a
//! page. An id may be any number, so those that would make the array long stand in a tree after all.

use std::collections::BTreeMap;

/// Ids below this stand in the array. Ids are given out from 0 or 1 nearly everywhere.
const DENSE: usize = 4_096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByBroker<T> {
    low: Vec<Option<T>>,
    other: BTreeMap<i32, T>,
}

impl<T> Default for ByBroker<T> {
    fn default() -> ByBroker<T> {
        ByBroker { low: Vec::new(), other: BTreeMap::new() }
    }
}

impl<T: Default> ByBroker<T> {
    /// What stands for this broker, made when there is nothing yet.
    pub(crate) fn of(&mut self, broker: i32) -> &mut T {
        let place = usize::try_from(broker).ok().filter(|place| *place < DENSE);
        let Some(place) = place else { return self.other.entry(broker).or_default() };
        if self.low.len() <= place {
            self.low.resize_with(place + 1, || None);
        }
        match self.low.get_mut(place) {
            Some(slot) => slot.get_or_insert_default(),
            None => self.other.entry(broker).or_default(),
        }
    }

    pub(crate) fn get(&self, broker: i32) -> Option<&T> {
        let low = usize::try_from(broker).ok().and_then(|place| self.low.get(place));
        low.and_then(Option::as_ref).or_else(|| self.other.get(&broker))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (i32, &T)> {
        let low = (0_i32..).zip(&self.low).filter_map(|(broker, one)| Some((broker, one.as_ref()?)));
        low.chain(self.other.iter().map(|(broker, one)| (*broker, one)))
    }
}

#[cfg(test)]
mod tests {
    use super::ByBroker;

    #[test]
    fn any_id_has_its_place_and_those_without_one_are_not_there() {
        let mut counts = ByBroker::<u32>::default();
        for broker in [3, 1, 3, i32::MAX, -7, 4_096, 3] {
            *counts.of(broker) += 1;
        }
        let all: Vec<(i32, u32)> = counts.iter().map(|(broker, count)| (broker, *count)).collect();
        assert_eq!(all, [(1, 1), (3, 3), (-7, 1), (4_096, 1), (i32::MAX, 1)]);
        assert_eq!((counts.get(3), counts.get(2), counts.get(-7)), (Some(&3), None, Some(&1)));
    }
}
