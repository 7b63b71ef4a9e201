//! Whether a request has left: what its caller can ask at any time, and its last chance to take it back.
//!
//! A caller that goes away must be able to say one of two things for certain: nothing of the request has left and nothing
//! will, or the broker may have it. Were the two decided apart (look, then leave), a change to a cluster could go out
//! a moment after somebody was told that it never did.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    time::SystemTime,
};

const WAITING: u8 = 0;
const LEFT: u8 = 1;
const WITHDRAWN: u8 = 2;

/// One request's way out, shared by its caller and the socket's task.
#[derive(Clone, Debug, Default)]
pub struct Departure(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: AtomicU8,
    at: OnceLock<SystemTime>,
}

impl Departure {
    /// When its first byte left; `None` while nothing has.
    #[must_use]
    pub fn at(&self) -> Option<SystemTime> {
        match self.0.state.load(Ordering::Acquire) {
            LEFT => Some(*self.0.at.get_or_init(SystemTime::now)),
            _ => None,
        }
    }

    /// Takes the request back. True: nothing of it has left and nothing will.
    pub(super) fn withdraw(&self) -> bool {
        self.turn(WAITING, WITHDRAWN) || self.is_withdrawn()
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.0.state.load(Ordering::Acquire) == WITHDRAWN
    }

    /// Said before the first byte is given to the socket. False: it was taken back and must not leave.
    pub(super) fn leave(&self) -> bool {
        !self.is_withdrawn() && (self.turn(WAITING, LEFT) || self.0.state.load(Ordering::Acquire) == LEFT)
    }

    /// The socket took nothing after all.
    pub(super) fn stay(&self) {
        self.turn(LEFT, WAITING);
    }

    /// The socket took the first byte.
    pub(super) fn left(&self, at: SystemTime) {
        self.0.at.get_or_init(|| at);
    }

    fn turn(&self, from: u8, to: u8) -> bool {
        self.0.state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::Departure;

    #[test]
    fn what_was_taken_back_never_leaves() {
        let departure = Departure::default();
        assert!(departure.withdraw());
        assert!(!departure.leave());
        assert_eq!(departure.at(), None);
        assert!(departure.withdraw(), "taken back twice is taken back");
    }

    #[test]
    fn what_has_left_can_not_be_taken_back() {
        let departure = Departure::default();
        assert!(departure.leave());
        departure.left(SystemTime::now());
        assert!(!departure.withdraw());
        assert!(departure.leave(), "the rest of it follows");
        assert!(departure.at().is_some());
    }

    #[test]
    fn what_a_full_socket_did_not_take_can_still_be_taken_back() {
        let departure = Departure::default();
        assert!(departure.leave());
        departure.stay();
        assert_eq!(departure.at(), None);
        assert!(departure.withdraw());
    }
}
