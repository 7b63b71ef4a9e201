//! The routing table's words as the window shows them, and what each means in a sentence.

use admin::{By, Class, Coordinates, Route, Spread};

pub(crate) fn class(route: Route) -> String {
    if !route.sent {
        return "Never sent".to_owned();
    }
    match route.class {
        Class::Any => "Any",
        Class::Controller => "Controller",
        Class::Coordinator(Coordinates::Group) => "Coordinator (Group)",
        Class::Coordinator(Coordinates::Transaction) => "Coordinator (Transaction)",
        Class::Specific(By::Caller) => "Specific (Caller)",
        Class::Specific(By::PartitionLeader) => "Specific (PartitionLeader)",
    }
    .to_owned()
}

/// An order of the classes, for sorting.
pub(crate) fn rank(route: Route) -> i64 {
    match route.class {
        _ if !route.sent => 9,
        Class::Any => 0,
        Class::Controller => 1,
        Class::Coordinator(Coordinates::Group) => 2,
        Class::Coordinator(Coordinates::Transaction) => 3,
        Class::Specific(By::Caller) => 4,
        Class::Specific(By::PartitionLeader) => 5,
    }
}

pub(crate) fn class_why(route: Route) -> String {
    if !route.sent {
        return "It belongs to the handshake of a connection or to the talk among brokers.".to_owned();
    }
    match route.class {
        Class::Any => "Every broker answers it alike, or hands it on by itself.",
        Class::Controller => "The controller answers it; with KRaft each broker hands it on.",
        Class::Coordinator(Coordinates::Group) => "The coordinator of the group: only it knows the group.",
        Class::Coordinator(Coordinates::Transaction) => {
            "The coordinator of the transactional id: only it knows the transaction."
        }
        Class::Specific(By::Caller) => "A broker that you name, or each: it answers only for itself.",
        Class::Specific(By::PartitionLeader) => {
            "The leader of the partition: only it knows where the log ends."
        }
    }
    .to_owned()
}

pub(crate) fn spread(route: Route) -> String {
    match route.spread {
        Spread::One => "One",
        Spread::EachBroker => "EachBroker",
        Spread::PerItem => "PerItem",
    }
    .to_owned()
}
