//! Whether a reply says of a topic what was known: a listing that only repeats the last one is no news.
//!
//! Two replies number their lists of brokers differently, and most of a large listing is such lists. That two numbers
//! stand for the same list is found out once and kept for the length of a merge; comparing the lists of 200,000
//! partitions one by one would take longer than reading them.

use std::{collections::HashMap, sync::Arc};

use super::{Columns, Topic};

/// The comparison of what is told with what was known.
#[derive(Default)]
pub(super) struct Same {
    /// For each two sets of columns, by their addresses (both live as long as the merge): for each list of the first the
    /// list of the second that is known to be the same, `u32::MAX` where none is known.
    known: HashMap<(*const Columns, *const Columns), Vec<u32>>,
}

impl Same {
    /// Whether `new` says the same as `old`, the time and the source aside.
    pub(super) fn of(&mut self, old: &Topic, new: &Topic) -> bool {
        if old.id != new.id || old.internal != new.internal || old.error != new.error {
            return false;
        }
        let (lists, new_lists) = (&old.columns.lists, &new.columns.lists);
        let both = (Arc::as_ptr(&old.columns), Arc::as_ptr(&new.columns));
        let known = self.known.entry(both).or_default();
        if known.is_empty() {
            known.resize(lists.len() + 1, u32::MAX);
        }
        old.columns.same(old.places(), &new.columns, new.places(), |place, new_place| {
            let Some(same) = known.get_mut(place as usize) else { return false };
            if *same == new_place {
                return true;
            }
            let equal = lists.get(place) == new_lists.get(new_place);
            if equal {
                *same = new_place;
            }
            equal
        })
    }
}
