//! From a topic's name to its place among ten thousand, in one step instead of fourteen comparisons.
//!
//! A request for the offsets of a whole cluster asks for the leader of each partition by the name of its topic. The
//! table holds places and no names, so that it is shared by all snapshots that know the same topics, and it is only a
//! short cut: what it can't hold is found by the order of the names.

use std::sync::Arc;

use super::Topic;

/// Places by hash of the name.
#[derive(Debug, Default)]
pub(super) struct ByName {
    /// Part of the hash, and the place plus one; 0 is free. The length is a power of two.
    slots: Vec<(u32, u32)>,
    /// Whether each topic has a slot.
    complete: bool,
}

/// How far a search goes. Names that were chosen to collide are left to the order of the names.
const MOST_STEPS: usize = 16;

impl ByName {
    pub(super) fn of(all: &[Arc<Topic>]) -> ByName {
        let size = (all.len() * 3 / 2).next_power_of_two();
        let mut table = ByName { slots: vec![(0, 0); size], complete: true };
        for (topic, number) in all.iter().zip(1..) {
            let hash = hash(topic.name());
            let mask = size - 1;
            let places = (0..MOST_STEPS).map(|step| (hash as usize).wrapping_add(step) & mask);
            let mut free = places.filter(|at| table.slots.get(*at).is_some_and(|slot| slot.1 == 0));
            match free.next().and_then(|at| table.slots.get_mut(at)) {
                Some(slot) => *slot = (tag(hash), number),
                None => table.complete = false,
            }
        }
        table
    }

    /// The topic of this name.
    pub(super) fn find<'a>(&self, all: &'a [Arc<Topic>], name: &str) -> Option<&'a Arc<Topic>> {
        let hash = hash(name);
        let mask = self.slots.len().wrapping_sub(1);
        for step in 0..MOST_STEPS {
            let slot = self.slots.get((hash as usize).wrapping_add(step) & mask);
            let Some((tagged, place)) = slot.map(|slot| (slot.0, slot.1.checked_sub(1))) else { break };
            // A free slot ends the search: this name would stand here.
            let place = place? as usize;
            if tagged == tag(hash) && all.get(place).is_some_and(|topic| topic.name() == name) {
                return all.get(place);
            }
        }
        if self.complete {
            return None;
        }
        let place = all.binary_search_by(|topic| topic.name().cmp(name)).ok()?;
        all.get(place)
    }
}

fn hash(name: &str) -> u64 {
    let (chunks, rest) = name.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let mixed = chunks.iter().chain([&last]).fold(name.len() as u64, |hash, chunk| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(*chunk)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    // The high bits are the well mixed ones, and the low ones choose the slot.
    mixed ^ (mixed >> 29)
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ByName, hash};
    use crate::{MetadataReply, Refresh, Snapshot, snapshot::Topic};

    fn named(names: &[String]) -> Vec<Arc<Topic>> {
        let mut names = names.to_vec();
        names.sort();
        // Version 0: no brokers, and topics without partitions.
        let mut body = 0_i32.to_be_bytes().to_vec();
        body.extend(i32::try_from(names.len()).unwrap().to_be_bytes());
        for name in &names {
            body.extend(0_i16.to_be_bytes());
            body.extend(i16::try_from(name.len()).unwrap().to_be_bytes());
            body.extend(name.as_bytes());
            body.extend(0_i32.to_be_bytes());
        }
        let mut reply = MetadataReply::read(0, &body).unwrap();
        reply.brokers.push(crate::Broker { id: 1, host: "a".into(), port: 1, rack: None });
        let source = crate::Source {
            broker: None,
            address: String::new(),
            api: wire::ApiKey::Metadata,
            version: 0,
            at: std::time::SystemTime::UNIX_EPOCH,
            took: std::time::Duration::ZERO,
            attempts: 1,
            bytes: 0,
        };
        let installed = Snapshot::empty().install(reply, &Refresh::All, source).unwrap();
        installed.snapshot.topics.all.clone()
    }

    fn all_are_found(names: &[String]) -> ByName {
        let topics = named(names);
        let table = ByName::of(&topics);
        for name in names {
            assert_eq!(table.find(&topics, name).unwrap().name(), name);
            assert!(table.find(&topics, &format!("{name}.")).is_none());
        }
        table
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        for count in [0, 1, 2, 3, 100, 20_000] {
            all_are_found(&(0..count).map(|n| format!("team-{}.events.{n}", n % 7)).collect::<Vec<_>>());
        }
        assert!(ByName::default().find(&[], "a").is_none());
    }

    #[test]
    fn names_that_were_chosen_to_collide_are_found_too() {
        let same_slot = |name: &String| hash(name) & 0xff == 7;
        let names: Vec<String> = (0..).map(|n: u32| format!("n{n}")).filter(same_slot).take(60).collect();
        assert!(!all_are_found(&names).complete, "the test is about names without a slot");
    }
}
