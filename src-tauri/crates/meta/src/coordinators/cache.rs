//! The remembered coordinators, bounded: two generations, of which the older is dropped when the younger is full.
//!
//! A cluster can have a hundred thousand groups and a window is open for days; flushing everything at a limit would make
//! each look-up a request again, so what is in use moves to the younger generation and stays.

use std::collections::HashMap;

use super::Wanted;

const GENERATION: usize = 8192;

#[derive(Default)]
pub(super) struct Cache {
    young: HashMap<Wanted, i32>,
    old: HashMap<Wanted, i32>,
}

impl Cache {
    pub(super) fn get(&mut self, wanted: &Wanted) -> Option<i32> {
        if let Some(node) = self.young.get(wanted) {
            return Some(*node);
        }
        let node = self.old.remove(wanted)?;
        self.insert(wanted.clone(), node);
        Some(node)
    }

    pub(super) fn insert(&mut self, wanted: Wanted, node: i32) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.old.remove(&wanted);
        self.young.insert(wanted, node);
    }

    pub(super) fn remove(&mut self, wanted: &Wanted, node: i32) {
        for generation in [&mut self.young, &mut self.old] {
            if generation.get(wanted) == Some(&node) {
                generation.remove(wanted);
            }
        }
    }

    pub(super) fn remove_node(&mut self, node: i32) {
        self.young.retain(|_, at| *at != node);
        self.old.retain(|_, at| *at != node);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, GENERATION, Wanted};
    use crate::Coordinates;

    fn group(id: &str) -> Wanted {
        Wanted { of: Coordinates::Group, id: id.into() }
    }

    #[test]
    fn an_old_failure_does_not_remove_a_newer_entry() {
        let mut cache = Cache::default();
        cache.insert(group("g"), 2);
        cache.remove(&group("g"), 1);
        assert_eq!(cache.get(&group("g")), Some(2));
        cache.remove(&group("g"), 2);
        assert_eq!(cache.get(&group("g")), None);
    }

    #[test]
    fn a_group_and_a_transactional_id_of_the_same_name_are_different() {
        let mut cache = Cache::default();
        cache.insert(group("x"), 1);
        assert_eq!(cache.get(&Wanted { of: Coordinates::Transaction, id: "x".into() }), None);
    }

    #[test]
    fn a_broker_takes_its_own_entries_along_and_no_others() {
        let mut cache = Cache::default();
        cache.insert(group("a"), 1);
        cache.insert(group("b"), 2);
        cache.remove_node(1);
        assert_eq!((cache.get(&group("a")), cache.get(&group("b"))), (None, Some(2)));
    }

    #[test]
    fn what_is_in_use_stays_when_the_cache_is_full_and_the_rest_is_bounded() {
        let mut cache = Cache::default();
        cache.insert(group("used"), 7);
        for index in 0..GENERATION * 5 {
            cache.insert(group(&index.to_string()), 1);
            assert_eq!(cache.get(&group("used")), Some(7));
        }
        assert!(cache.young.len() + cache.old.len() <= 2 * GENERATION);
        assert_eq!(cache.get(&group("0")), None);
    }
}
