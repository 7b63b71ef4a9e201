//! The topics of a snapshot: by name, by id, in order; shared by snapshots that differ in brokers or failures only.
//!
//! A topic has a number, which it keeps while others come and go, so that the tables that lead to it stay as they are and
//! a refresh of one topic touches one place.

use std::{
    sync::{Arc, OnceLock},
    time::SystemTime,
};

use super::{
    Refusal, Topic,
    by_name::{ByName, Found},
    leaders::Leaders,
    row::told,
    tree::Tree,
};
use crate::{Source, TopicId};

#[derive(Debug, Default)]
pub(super) struct Topics {
    /// Also topics that are gone, until the next full listing.
    pub(super) tree: Tree,
    /// Numbers in the order of the names; `None` where that is the order of the numbers, as after a full listing.
    pub(super) order: Option<Arc<Vec<u32>>>,
    pub(super) by_name: Arc<ByName>,
    /// Who led in the topics that the tree was made with.
    pub(super) leaders: Arc<Leaders>,
    /// Sorted by id. Made when somebody first asks by id, which few do.
    pub(super) by_id: OnceLock<Vec<(TopicId, u32)>>,
    /// The last full listing, which says that there are no others.
    pub(super) listing: Option<Arc<Source>>,
    /// The time of the oldest part.
    pub(super) oldest: Option<SystemTime>,
    /// Names that were asked for and that the broker said no to, newest last.
    pub(super) refusals: Vec<Arc<Refusal>>,
}

impl Topics {
    pub(super) fn len(&self) -> u32 {
        match &self.order {
            Some(order) => u32::try_from(order.len()).unwrap_or(u32::MAX),
            None => self.tree.len(),
        }
    }

    /// The number of the topic at this place in the order of names.
    pub(super) fn number_at(&self, place: u32) -> Option<u32> {
        match &self.order {
            Some(order) => order.get(place as usize).copied(),
            None => Some(place),
        }
    }

    /// The topic at this place in the order of names.
    pub(super) fn at(&self, place: u32) -> Option<&Topic> {
        self.tree.get(self.number_at(place)?)
    }

    /// Where in the order of names this one is, or would be.
    pub(super) fn place(&self, name: &str) -> Result<u32, u32> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle).map(|topic| topic.name().cmp(name)) {
                Some(std::cmp::Ordering::Less) => low = middle + 1,
                Some(std::cmp::Ordering::Equal) => return Ok(middle),
                Some(std::cmp::Ordering::Greater) | None => high = middle,
            }
        }
        Err(low)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        let is = |number| self.tree.get(number).is_some_and(|topic| topic.is_named(name));
        match self.by_name.find(name, is) {
            Found::Number(number) => Some(number),
            Found::Nothing => None,
            Found::Unsure => self.number_at(self.place(name).ok()?),
        }
    }

    #[inline]
    pub(super) fn find(&self, name: &str) -> Option<&Topic> {
        self.tree.get(self.number(name)?)
    }

    /// The leader of a partition, as far as it is known and there is one.
    #[inline]
    pub(super) fn leader(&self, name: &str, partition: i32) -> Option<i32> {
        match self.leaders.find(name, partition) {
            Some((number, leader)) if self.tree.is_as_made(number) => told(leader),
            _ => self.find(name)?.leader(partition),
        }
    }

    pub(super) fn find_id(&self, id: TopicId) -> Option<&Topic> {
        let by_id = self.by_id.get_or_init(|| {
            let numbers = (0..self.len()).filter_map(|place| self.number_at(place));
            let mut ids: Vec<(TopicId, u32)> =
                numbers.filter_map(|number| Some((self.tree.get(number)?.id()?, number))).collect();
            ids.sort_unstable();
            ids
        });
        let place = by_id.binary_search_by_key(&id, |entry| entry.0).ok()?;
        self.tree.get(by_id.get(place)?.1)
    }

    pub(super) fn iter(&self) -> Iter<'_> {
        Iter { topics: self, next: 0, end: self.len() }
    }

    /// The time of the oldest part. None can be older than the oldest before, so that the search ends where it meets it.
    pub(super) fn find_oldest(&self, before: Option<SystemTime>) -> Option<SystemTime> {
        let mut oldest = self.listing.as_ref().map(|source| source.at);
        for topic in self.iter() {
            if oldest.is_some() && oldest == before {
                break;
            }
            let at = topic.source().at;
            oldest = Some(oldest.map_or(at, |oldest| oldest.min(at)));
        }
        oldest
    }
}

/// The topics in the order of their names.
#[derive(Clone, Debug)]
pub(super) struct Iter<'a> {
    topics: &'a Topics,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a Topic;

    fn next(&mut self) -> Option<&'a Topic> {
        if self.next >= self.end {
            return None;
        }
        let place = self.next;
        self.next += 1;
        self.topics.at(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}
