//! What the rows on screen want to have loaded, and nothing else: a list of ten thousand topics asks for the offsets of
//! the thirty that are seen.
//!
//! The newest slice replaces what still waits; what is being asked is left to finish. A row that was asked a short while
//! ago is not asked again, whether it answered or not, so a page that reloads at each change does not go round in circles.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::{Duration, SystemTime},
};

use parking_lot::Mutex;

/// A row is asked again after this time at the earliest, unless a refresh wants it sooner.
const REST: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(crate) struct Lazy(Mutex<State>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Arc<str>>,
    asked: HashMap<Arc<str>, SystemTime>,
    /// A refresh was asked for then: what is older is due.
    again: Option<SystemTime>,
    running: bool,
}

impl Lazy {
    /// Sets what is wanted now. True when a worker must be started.
    pub(crate) fn want(&self, names: impl IntoIterator<Item = Arc<str>>, now: SystemTime) -> bool {
        let mut state = self.0.lock();
        let due = |name: &Arc<str>| match state.asked.get(name) {
            None => true,
            Some(asked) => {
                now.duration_since(*asked).unwrap_or_default() >= REST
                    || state.again.is_some_and(|again| *asked < again)
            }
        };
        let waiting: VecDeque<Arc<str>> = names.into_iter().filter(due).collect();
        state.waiting = waiting;
        if state.waiting.is_empty() || state.running {
            return false;
        }
        state.running = true;
        true
    }

    /// The next to ask, at most so many; empty when the worker is done.
    pub(crate) fn take(&self, most: usize, now: SystemTime) -> Vec<Arc<str>> {
        let mut state = self.0.lock();
        let count = most.min(state.waiting.len());
        let taken: Vec<Arc<str>> = state.waiting.drain(..count).collect();
        for name in &taken {
            state.asked.insert(Arc::clone(name), now);
        }
        if taken.is_empty() {
            state.running = false;
        }
        taken
    }

    /// A refresh: what was asked before now is due again.
    pub(crate) fn again(&self, now: SystemTime) {
        self.0.lock().again = Some(now);
    }

    /// Forgets what is not there any more.
    pub(crate) fn retain(&self, keep: impl Fn(&str) -> bool) {
        self.0.lock().asked.retain(|name, _| keep(name));
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        time::{Duration, SystemTime},
    };

    use super::{Lazy, REST};

    fn names(names: &[&str]) -> Vec<Arc<str>> {
        names.iter().map(|name| Arc::from(*name)).collect()
    }

    #[test]
    fn the_newest_slice_replaces_what_waits() {
        let (lazy, now) = (Lazy::default(), SystemTime::UNIX_EPOCH);
        assert!(lazy.want(names(&["a", "b", "c"]), now));
        assert_eq!(lazy.take(1, now), names(&["a"]));
        assert!(!lazy.want(names(&["a", "x"]), now), "one worker is enough");
        assert_eq!(lazy.take(9, now), names(&["x"]), "a is being asked, b and c are off the screen");
        assert!(lazy.take(9, now).is_empty());
        assert!(!lazy.want(names(&["a", "x"]), now), "a reload asks nothing again");
    }

    #[test]
    fn a_row_is_asked_again_after_a_rest_or_when_a_refresh_wants_it() {
        let (lazy, now) = (Lazy::default(), SystemTime::UNIX_EPOCH);
        lazy.want(names(&["a"]), now);
        lazy.take(9, now);
        lazy.take(9, now);
        let later = now + Duration::from_secs(3);
        assert!(!lazy.want(names(&["a"]), later));
        lazy.again(later);
        assert!(lazy.want(names(&["a"]), later));
        lazy.take(9, later);
        lazy.take(9, later);
        assert!(!lazy.want(names(&["a"]), later));
        assert!(lazy.want(names(&["a"]), later + REST));
    }
}
