//! Replies, kept by what was asked: each is made once and served as bytes from then on. What the cluster is can change
//! (a broker moves, a leader changes); then all of them are made anew.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use super::{Asked, Layout, replies};

/// The cluster as it is now.
pub(super) struct Now {
    pub(super) layout: Layout,
    pub(super) places: BTreeMap<i32, SocketAddr>,
}

pub(super) struct Answers {
    now: Mutex<Now>,
    kept: Mutex<Kept>,
}

/// By api and version, then by the request's body.
type Kept = HashMap<(i16, i16), HashMap<Box<[u8]>, Arc<[u8]>>>;

impl Answers {
    pub(super) fn new(layout: Layout) -> Answers {
        let now = Now { layout, places: BTreeMap::new() };
        Answers { now: Mutex::new(now), kept: Mutex::default() }
    }

    pub(super) fn place(&self, id: i32, address: SocketAddr) {
        self.change(|now| {
            now.places.insert(id, address);
        });
    }

    pub(super) fn remove(&self, id: i32) {
        self.change(|now| {
            now.places.remove(&id);
            let next = now.places.keys().copied().find(|other| *other > id);
            let Some(next) = next.or_else(|| now.places.keys().copied().next()) else { return };
            let partitions = now.layout.topics.iter_mut().flat_map(|topic| &mut topic.partitions);
            for partition in partitions.filter(|partition| partition.leader == id) {
                partition.leader = next;
                partition.epoch += 1;
                partition.isr.retain(|replica| *replica != id);
            }
        });
    }

    fn change(&self, how: impl FnOnce(&mut Now)) {
        let mut now = self.now.lock().unwrap();
        how(&mut now);
        self.kept.lock().unwrap().clear();
    }

    pub(super) fn body(&self, asked: &Asked<'_>) -> Arc<[u8]> {
        let place = (asked.key, asked.version);
        if let Some(body) = self.kept.lock().unwrap().get(&place).and_then(|kept| kept.get(asked.body)) {
            return Arc::clone(body);
        }
        // Held while the reply is made and kept, so that no change comes between the two.
        let now = self.now.lock().unwrap();
        let body: Arc<[u8]> = replies::make(&now, asked).into();
        let mut kept = self.kept.lock().unwrap();
        kept.entry(place).or_default().insert(asked.body.into(), Arc::clone(&body));
        body
    }
}
