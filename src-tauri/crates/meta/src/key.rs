//! What a caller knows of where a request belongs: a group, a transaction, a broker, a partition, or nothing.
//!
//! A key fills in what the routing table asks for and never overrides it. One that does not fit the table's class is
//! refused before anything is sent, so that a mistake in a caller shows as itself and not as a broker's odd answer.

use std::fmt;

/// What a request is about, as far as routing needs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Nothing to say: the table alone decides.
    None,
    /// The group whose coordinator is wanted.
    Group(String),
    /// The transactional id whose coordinator is wanted.
    Transaction(String),
    /// The broker that is wanted.
    Broker(i32),
    /// The partition whose leader is wanted.
    Partition(String, i32),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::None => Ok(()),
            Key::Group(id) => write!(f, "group {id}"),
            Key::Transaction(id) => write!(f, "transactional id {id}"),
            Key::Broker(id) => write!(f, "broker {id}"),
            Key::Partition(topic, index) => write!(f, "{topic}-{index}"),
        }
    }
}
