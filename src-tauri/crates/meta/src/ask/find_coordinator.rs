//! FindCoordinator: any broker knows, and each key has its own answer.
//!
//! The keys are no pieces: a group as a piece is placed at its coordinator, which is just what is not known here.

use wire::{
    ErrorCode,
    message::find_coordinator::{FindCoordinator, Kind, Reply},
};

use super::{Ask, Item};
use crate::Coordinates;

impl Ask for FindCoordinator {
    fn looks_up(&self) -> Option<Coordinates> {
        Some(match self.kind {
            Kind::Group => Coordinates::Group,
            Kind::Transaction => Coordinates::Transaction,
        })
    }

    fn codes(reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.coordinators.iter().map(|found| (Item::Rest, found.code)).collect()
    }
}
