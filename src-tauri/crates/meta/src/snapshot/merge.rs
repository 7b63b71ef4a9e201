//! Putting the topics of a reply among those that are known.
//!
//! A refresh of one topic on a cluster of ten thousand must not copy the ten thousand, nor make them look as fresh as
//! the one: each topic is shared with the old snapshot unless the reply tells it.

use std::sync::{Arc, OnceLock};

use super::{
    Refusal, Telling, Topic, Topics,
    by_name::ByName,
    leaders::Leaders,
    same::Same,
    settle::{Settled, settle},
    tree::Tree,
};
use crate::{Source, metadata_reply::Listing};

/// Refusals beyond this many are forgotten, oldest first: they come from what people type.
const MOST_REFUSALS: usize = 256;

/// Topics with a reply put in, and whether that made a difference.
pub(super) struct Merged {
    pub(super) topics: Topics,
    pub(super) changed: bool,
    pub(super) leaders_moved: usize,
}

/// What becomes known while topics are taken in.
struct Taking {
    telling: Arc<Telling>,
    source: Arc<Source>,
    comparison: Same,
    refusals: Vec<Arc<Refusal>>,
    changed: bool,
    leaders_moved: usize,
}

impl Taking {
    /// Whether this was asked for later than the reply that is taken in, so that the reply has nothing to say of it.
    fn is_before(&self, source: &Source) -> bool {
        self.source.asked < source.asked
    }

    /// The topic as it is believed from now on; `None` where the broker doesn't show it.
    fn settle(&mut self, known: Option<&Topic>, told: crate::metadata_reply::Told) -> Option<Topic> {
        if let Some(known) = known.filter(|known| self.is_before(known.source())) {
            return Some(known.clone());
        }
        let name = told.name.clone();
        match settle(known, told, &self.telling, &mut self.comparison) {
            Settled::Topic(topic, same) => {
                self.changed |= !same;
                if let Some(old) = known.filter(|_| !same) {
                    self.leaders_moved += moved(old, &topic);
                }
                Some(topic)
            }
            Settled::Refused(code) => {
                self.changed |= known.is_some();
                let name = Arc::from(self.telling.name(&name));
                self.refusals.push(Arc::new(Refusal { name, code, source: Arc::clone(&self.source) }));
                None
            }
        }
    }

    fn refusals(&mut self) -> Vec<Arc<Refusal>> {
        let mut refusals = std::mem::take(&mut self.refusals);
        refusals.drain(..refusals.len().saturating_sub(MOST_REFUSALS));
        refusals
    }
}

impl Topics {
    /// The topics after this reply. `whole`: it lists all topics, so that those it leaves out are gone.
    pub(super) fn merged(old: &Topics, listing: Listing, source: &Arc<Source>, whole: bool) -> Merged {
        let Listing { topics: told, names, rows, standings } = listing;
        let mut taking = Taking {
            telling: Arc::new(Telling { names, rows, standings, source: Arc::clone(source) }),
            source: Arc::clone(source),
            comparison: Same::default(),
            refusals: if whole { Vec::new() } else { old.refusals.clone() },
            changed: whole && old.listing.is_none(),
            leaders_moved: 0,
        };
        let topics = match whole {
            true => old.listed_anew(told, &mut taking),
            false => old.with(told, &mut taking),
        };
        Merged { topics, changed: taking.changed, leaders_moved: taking.leaders_moved }
    }

    /// All topics anew; they are numbered in the order of their names.
    fn listed_anew(&self, told: Vec<crate::metadata_reply::Told>, taking: &mut Taking) -> Topics {
        let mut known = self.iter().peekable();
        // While nothing comes or goes, each name keeps its number.
        let mut same_names = self.order.is_none();
        let tree = Tree::of(told.into_iter().filter_map(|told| {
            let name = taking.telling.name(&told.name);
            while let Some(gone) = known.next_if(|known| known.name() < name) {
                taking.changed |= !taking.is_before(gone.source());
                same_names = false;
            }
            let known = known.next_if(|known| known.name() == name);
            let topic = taking.settle(known, told);
            same_names &= known.is_some() == topic.is_some();
            topic
        }));
        for gone in known {
            taking.changed |= !taking.is_before(gone.source());
            same_names = false;
        }
        let mut topics = Topics {
            tree,
            order: None,
            by_name: Arc::clone(&self.by_name),
            leaders: Arc::default(),
            by_id: OnceLock::new(),
            listing: Some(Arc::clone(&taking.source)),
            oldest: None,
            refusals: taking.refusals(),
        };
        if !same_names {
            topics.by_name = Arc::new(ByName::of(topics.iter().map(Topic::name)));
        }
        // A listing that only repeats the last one is no reason to go through all partitions once more.
        let repeated = same_names && !taking.changed && self.tree.is_whole_as_made();
        topics.leaders = match repeated {
            true => Arc::clone(&self.leaders),
            false => Arc::new(Leaders::of(topics.iter())),
        };
        self.put_back_later(&mut topics, taking);
        topics.oldest = topics.find_oldest(None);
        topics
    }

    /// A listing takes seconds, and meanwhile somebody may have asked for a topic by name: what that taught is later than
    /// the listing, be it a topic that was made since or one that was deleted.
    fn put_back_later(&self, topics: &mut Topics, taking: &Taking) {
        for topic in self.iter().filter(|topic| taking.is_before(topic.source())) {
            if topics.number(topic.name()).is_none() {
                topics.insert(topic.name(), topic.clone());
            }
        }
        for refusal in self.refusals.iter().filter(|refusal| taking.is_before(&refusal.source)) {
            if let Some(number) = topics.number(&refusal.name) {
                topics.remove(&refusal.name, number);
            }
            topics.refusals.retain(|older| older.name != refusal.name);
            topics.refusals.push(Arc::clone(refusal));
        }
    }

    /// The same topics but for those that the reply tells.
    fn with(&self, told: Vec<crate::metadata_reply::Told>, taking: &mut Taking) -> Topics {
        let mut topics = Topics {
            tree: self.tree.clone(),
            order: self.order.clone(),
            by_name: Arc::clone(&self.by_name),
            leaders: Arc::clone(&self.leaders),
            by_id: OnceLock::new(),
            listing: self.listing.clone(),
            oldest: None,
            refusals: Vec::new(),
        };
        let telling = Arc::clone(&taking.telling);
        for told in told {
            let name = telling.name(&told.name);
            let number = self.number(name);
            let listed_later = self.listing.as_ref().is_some_and(|listing| taking.is_before(listing));
            let refused_later =
                |refusal: &&Arc<Refusal>| &*refusal.name == name && taking.is_before(&refusal.source);
            // That it is gone was learnt later than that it was there.
            if number.is_none()
                && (taking.refusals.iter().any(|refusal| refused_later(&refusal))
                    || listed_later && told.error.is_none())
            {
                continue;
            }
            taking.refusals.retain(|refusal| &*refusal.name != name);
            let known = number.and_then(|number| self.tree.get(number));
            // What came or went before in this reply may have numbered the topics anew.
            match (topics.number(name), taking.settle(known, told)) {
                (Some(number), Some(topic)) => topics.tree.replace(number, topic),
                (Some(number), None) => topics.remove(name, number),
                (None, Some(topic)) => topics.insert(name, topic),
                (None, None) => {}
            }
        }
        topics.refusals = taking.refusals();
        topics.oldest = topics.find_oldest(self.oldest);
        topics
    }

    fn insert(&mut self, name: &str, topic: Topic) {
        let (Ok(place) | Err(place)) = self.place(name);
        let numbers = self.tree.len();
        let order = self.order.get_or_insert_with(|| Arc::new((0..numbers).collect()));
        let number = self.tree.push(topic);
        let order = Arc::make_mut(order);
        order.insert((place as usize).min(order.len()), number);
        if !Arc::make_mut(&mut self.by_name).add(name, number) {
            self.renumber();
        }
    }

    fn remove(&mut self, name: &str, number: u32) {
        let Ok(place) = self.place(name) else { return };
        let numbers = self.tree.len();
        let order = self.order.get_or_insert_with(|| Arc::new((0..numbers).collect()));
        Arc::make_mut(order).remove(place as usize);
        Arc::make_mut(&mut self.by_name).remove(name, number);
        self.tree.forget(number);
        // What is gone is kept by its number, and must not pile up until the next listing.
        if self.tree.len() / 2 > self.len().max(64) {
            self.renumber();
        }
    }

    /// Numbers the topics in the order of their names, without those that are gone.
    fn renumber(&mut self) {
        let tree = Tree::of(self.iter().cloned());
        (self.tree, self.order) = (tree, None);
        self.by_name = Arc::new(ByName::of(self.iter().map(Topic::name)));
        self.leaders = Arc::new(Leaders::of(self.iter()));
    }
}

fn moved(old: &Topic, new: &Topic) -> usize {
    new.partitions()
        .filter(|now| old.partition(now.index).is_some_and(|before| before.leader != now.leader))
        .count()
}
