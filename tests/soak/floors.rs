//! What offsets can't fall below: the end of what a leader acknowledged to all its replicas, and what a caller was told
//! before. An answer that goes back shows one of an old leader, or a reply given to the wrong caller.

use std::collections::HashMap;

use parking_lot::Mutex;

/// The epoch of the leader that said it, and the offset.
pub(crate) type Floor = (i32, i64);

#[derive(Default)]
pub(crate) struct Floors(Mutex<HashMap<(String, i32), Floor>>);

/// How an offset compares with what was known when the question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Right,
    /// Lower, and by a leader of an older epoch: a broker that was frozen, and answers before it hears that another leads.
    Deposed,
    Wrong,
}

impl Floors {
    pub(crate) fn of(&self, topic: &str, partition: i32) -> Floor {
        self.0.lock().get(&(topic.to_owned(), partition)).copied().unwrap_or((-1, 0))
    }

    /// At least this, from now on.
    pub(crate) fn raise(&self, topic: &str, partition: i32, epoch: i32, offset: i64) {
        let mut all = self.0.lock();
        let floor = all.entry((topic.to_owned(), partition)).or_insert((-1, 0));
        *floor = (floor.0.max(epoch), floor.1.max(offset));
    }

    /// What was told, held against the floor at the time of the question.
    pub(crate) fn hold(&self, before: Floor, told: Floor) -> Told {
        match told {
            (_, offset) if offset >= before.1 => Told::Right,
            (epoch, _) if epoch < before.0 => Told::Deposed,
            _ => Told::Wrong,
        }
    }
}
