//! A piece of a call: what of the request, and where it is to go.

use std::sync::Arc;

use super::{Call, Step, asking, attempt::Turn, placing, trail::Trail};
use crate::{Ask, Item, coordinators::Wanted, retry::Aimed};

/// Where a piece goes. Which broker that is, is looked up anew before each attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Any,
    Controller,
    Coordinator(Wanted),
    Leader(Arc<str>, i32),
    Broker(i32),
}

pub(super) struct Piece {
    pub(super) place: Place,
    /// `None`: the request as it is. Else these items of it, which can be placed anew one by one.
    pub(super) items: Option<Vec<Item>>,
    /// Whether these are all items of the request, so that it goes as it is.
    pub(super) all: bool,
    pub(super) trail: Trail,
}

/// What is to be done next.
pub(super) enum Work {
    /// Find out where these items go.
    Place {
        items: Vec<Item>,
        trail: Box<Trail>,
    },
    Ask(Box<Piece>),
}

impl Work {
    /// Done while the call has nothing else to do.
    pub(super) async fn alone<R: Ask>(self, call: &Arc<Call<R>>) -> Step<R::Reply> {
        match self {
            Work::Place { items, trail } => Box::pin(placing::place(call, items, *trail)).await,
            Work::Ask(piece) => asking::ask(call, piece, Turn::Free).await,
        }
    }

    /// Done beside the call's other work.
    pub(super) async fn in_turn<R: Ask>(self, call: &Arc<Call<R>>) -> Step<R::Reply> {
        match self {
            Work::Place { items, trail } => placing::place(call, items, *trail).await,
            Work::Ask(piece) => asking::ask(call, piece, Turn::Taken).await,
        }
    }
}

impl Piece {
    /// `each`: it is one of all brokers that are asked. `placed`: its items were placed one by one, and can be placed
    /// anew.
    pub(super) fn aimed(&self, each: bool, placed: bool) -> Aimed {
        match self.place {
            Place::Broker(_) if each => Aimed::Each,
            Place::Broker(_) if placed && self.items.is_some() => Aimed::Looked,
            Place::Broker(_) => Aimed::Named,
            Place::Any => Aimed::Anywhere,
            Place::Controller => Aimed::Elected,
            Place::Coordinator(_) | Place::Leader(..) => Aimed::Looked,
        }
    }
}
