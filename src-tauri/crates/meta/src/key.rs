//! What a caller knows of where a request belongs: a group, a transaction, a broker, a partition, or nothing.
//!
//! A key fills in what the routing table asks for and never overrides it. One that does not fit the table's class is
//! refused before anything is sent, so that a mistake in a caller shows as itself and not as a broker's odd answer.

use std::fmt;

use wire::{ApiKey, Error, What};

use crate::{By, Class, Coordinates, Spread, route};

/// What a request is about, as far as routing needs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Nothing to say: the table alone decides, or the body's pieces carry their own places.
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

impl Key {
    /// That the table sends this request at all and asks for just such a key.
    ///
    /// # Errors
    /// `BadKey`, saying what the table asks for.
    pub(crate) fn check(&self, api: ApiKey) -> Result<(), Error> {
        let route = route(api);
        if !route.sent {
            let why = format!(
                "{api} is no request of clients: it belongs to a handshake or is spoken among brokers."
            );
            return Err(Error::new(What::BadKey(why)).asking(api));
        }
        // The pieces of a request that is split carry their own places, and a request to each broker needs none. But no
        // body tells for which broker it is.
        let free = match route.class {
            Class::Specific(By::Caller) => route.spread == Spread::EachBroker,
            _ => route.spread != Spread::One,
        };
        let (fits, wanted) = match (route.class, self) {
            (Class::Any | Class::Controller, key) => (*key == Key::None, "no key"),
            (Class::Coordinator(Coordinates::Group), Key::Group(_)) => (true, "a group"),
            (Class::Coordinator(Coordinates::Group), key) => (free && *key == Key::None, "a group"),
            (Class::Coordinator(Coordinates::Transaction), Key::Transaction(_)) => {
                (true, "a transactional id")
            }
            (Class::Coordinator(Coordinates::Transaction), key) => {
                (free && *key == Key::None, "a transactional id")
            }
            (Class::Specific(By::Caller), Key::Broker(id)) => (*id >= 0, "a broker"),
            (Class::Specific(By::Caller), key) => (free && *key == Key::None, "a broker"),
            (Class::Specific(By::PartitionLeader), Key::Partition(_, index)) => (*index >= 0, "a partition"),
            (Class::Specific(By::PartitionLeader), key) => (free && *key == Key::None, "a partition"),
        };
        if fits {
            return Ok(());
        }
        let or_none = if free && wanted != "no key" { " or no key" } else { "" };
        let why = format!("{api} takes {wanted}{or_none} as its key, not {self}.");
        Err(Error::new(What::BadKey(why)).asking(api))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::None => f.write_str("no key"),
            Key::Group(id) => write!(f, "group {id}"),
            Key::Transaction(id) => write!(f, "transactional id {id}"),
            Key::Broker(id) => write!(f, "broker {id}"),
            Key::Partition(topic, index) => write!(f, "partition {topic}-{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    use wire::{ApiKey, What};

    fn keys() -> [Key; 5] {
        [
            Key::None,
            Key::Group("g".into()),
            Key::Transaction("t".into()),
            Key::Broker(1),
            Key::Partition("orders".into(), 0),
        ]
    }

    #[test]
    fn each_class_takes_its_own_key_and_no_other() {
        let fitting = |api: ApiKey| keys().map(|key| key.check(api).is_ok());
        assert_eq!(fitting(ApiKey::Metadata), [true, false, false, false, false]);
        assert_eq!(fitting(ApiKey::CreateTopics), [true, false, false, false, false]);
        assert_eq!(fitting(ApiKey::OffsetDelete), [false, true, false, false, false]);
        assert_eq!(fitting(ApiKey::DescribeGroups), [true, true, false, false, false]);
        assert_eq!(fitting(ApiKey::EndTxn), [false, false, true, false, false]);
        assert_eq!(fitting(ApiKey::DescribeTransactions), [true, false, true, false, false]);
        assert_eq!(fitting(ApiKey::DescribeLogDirs), [true, false, false, true, false]);
        assert_eq!(fitting(ApiKey::AlterReplicaLogDirs), [false, false, false, true, false]);
        assert_eq!(fitting(ApiKey::ListOffsets), [true, false, false, false, true]);
        assert_eq!(fitting(ApiKey::Vote), [false; 5]);
    }

    #[test]
    fn a_refused_key_is_told_what_would_fit() {
        let error = Key::Broker(3).check(ApiKey::DescribeGroups).unwrap_err();
        let why = "DescribeGroups takes a group or no key as its key, not broker 3.".to_owned();
        assert_eq!(error.what(), &What::BadKey(why));
        assert_eq!(error.api(), Some(ApiKey::DescribeGroups));
    }

    #[test]
    fn numbers_below_zero_name_nothing() {
        Key::Broker(-1).check(ApiKey::DescribeLogDirs).unwrap_err();
        Key::Partition("orders".into(), -1).check(ApiKey::ListOffsets).unwrap_err();
    }
}
