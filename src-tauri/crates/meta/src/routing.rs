//! Placeholder of the routing table.

use wire::ApiKey;

/// Whose coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    Group,
    Transaction,
}

/// Who says which broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The caller names it.
    Caller,
    /// The snapshot names the leader of a partition.
    PartitionLeader,
}

/// Which broker can answer a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Any,
    Controller,
    Coordinator(Coordinates),
    Specific(By),
}

/// How many brokers a request is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    One,
    EachBroker,
    PerItem,
}

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    pub class: Class,
    pub spread: Spread,
    /// Whether `Cluster::send` sends it at all.
    pub sent: bool,
}

/// Where this request goes.
#[must_use]
pub fn route(_api: ApiKey) -> Route {
    Route { class: Class::Any, spread: Spread::One, sent: true }
}
