//! FindCoordinator: any broker knows, and each key has its own answer.
//!
//! The keys are no pieces: a group as a piece is placed at its coordinator, which is just what is not known here.

use wire::{
    ErrorCode,
    message::find_coordinator::{FindCoordinator, Reply},
};

use super::{Ask, Item};

impl Ask for FindCoordinator {
    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.coordinators.iter().map(|found| (Item::Rest, found.code)).collect()
    }
}
