//! What a connection is told at its start, what it learns there, and what it reports of each exchange.
//!
//! The versions live with the connection and not with the cluster: in a rolling upgrade two brokers differ, and a version
//! learnt from one would be refused by the other.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::Instant;

use super::dial::{Resolve, SystemResolver};
use crate::{ApiKey, Error, Reach, SignIn, Tls, What};

/// How to connect; the same for every broker of a cluster.
#[derive(Clone, Debug)]
pub struct Settings {
    pub client_id: String,
    /// Covers name look-up, TCP, TLS, ApiVersions and signing in together.
    pub setup_timeout: Duration,
    /// Refuse, before any byte, everything that could write.
    pub read_only: bool,
    /// A reply larger than this closes the connection.
    pub max_frame: usize,
    /// Turns names into addresses, at each connect.
    pub resolver: Arc<dyn Resolve>,
    /// How to encrypt; `None` for a listener without TLS.
    pub tls: Option<Tls>,
    /// Who we are; `None` for a listener that doesn't ask.
    pub sign_in: Option<SignIn>,
    /// The way to brokers that can't be dialled by their own addresses.
    pub reach: Reach,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            client_id: "brokerscope".into(),
            setup_timeout: Duration::from_secs(10),
            read_only: true,
            max_frame: 100 << 20,
            resolver: Arc::new(SystemResolver),
            tls: None,
            sign_in: None,
            reach: Reach::default(),
        }
    }
}

/// What a broker offers: the version range of each api, unknown keys kept.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    pub ranges: Vec<(ApiKey, i16, i16)>,
    /// What this broker could run at: name, lowest and highest level.
    pub features: Vec<(String, i16, i16)>,
    /// What the cluster as a whole runs at: name, lowest and highest level. `None` when the broker did not tell.
    pub finalized: Option<Vec<(String, i16, i16)>>,
    pub at: Option<SystemTime>,
    /// The version of ApiVersions in which it was told.
    pub told_in: Option<i16>,
    /// The question and the answer on the wire, in bytes.
    pub bytes: (usize, usize),
    /// The broker was told whom we mean, and did not say that it is another.
    pub confirmed: bool,
}

/// The broker that is meant, as metadata named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    pub cluster_id: String,
    pub broker: i32,
}

impl Offered {
    /// The broker's range for this request, as it said it.
    #[must_use]
    pub fn range(&self, key: ApiKey) -> Option<(i16, i16)> {
        self.ranges.iter().find(|(offered, _, _)| *offered == key).map(|(_, low, high)| (*low, *high))
    }

    /// Brokers before Kafka 3.2 leave requests that came in one piece over TLS in a buffer, and take the next one out when
    /// something else happens or 300 ms have passed (KAFKA-13559): ten requests at once took three seconds. DescribeLogDirs v4
    /// came with 3.3; before that one request at a time is the quicker way.
    pub(super) fn stalls_when_encrypted(&self) -> bool {
        self.range(ApiKey::DescribeLogDirs).is_none_or(|(_, high)| high < 4)
    }

    /// The highest version in both ranges. A range that is upside down holds none: it costs that request, and not the
    /// connection.
    pub(super) fn common(&self, key: ApiKey, ours: (i16, i16)) -> Result<i16, Error> {
        let theirs = self.range(key);
        match theirs {
            Some((low, high)) if ours.0.max(low) <= ours.1.min(high) => Ok(ours.1.min(high)),
            _ => Err(Error::new(What::Unsupported { ours, theirs })),
        }
    }
}

/// A reply with what is known of its travel.
#[derive(Clone, Debug)]
pub struct Exchange<T> {
    pub reply: T,
    pub version: i16,
    pub sent_bytes: usize,
    pub received_bytes: usize,
    /// From the first byte that left to the last that came.
    pub took: Duration,
    pub received_at: SystemTime,
    /// The same moment by the clock that is never set.
    pub arrived: Instant,
    /// How long the broker wants to be left alone; the connection keeps to it.
    pub throttle: Duration,
    /// How long the request stood back because the broker had wanted to be left alone.
    pub held: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(low: i16, high: i16) -> Offered {
        Offered { ranges: vec![(ApiKey::Metadata, low, high)], ..Offered::default() }
    }

    #[test]
    fn the_highest_version_of_both_is_used() {
        assert_eq!(offered(0, 12).common(ApiKey::Metadata, (0, 13)).unwrap(), 12);
        assert_eq!(offered(0, 99).common(ApiKey::Metadata, (0, 13)).unwrap(), 13);
        assert_eq!(offered(5, 5).common(ApiKey::Metadata, (0, 5)).unwrap(), 5);
    }

    #[test]
    fn ranges_that_do_not_meet_are_unsupported_and_named() {
        for (low, high) in [(14, 20), (9, 4), (-5, -1)] {
            let why = offered(low, high).common(ApiKey::Metadata, (0, 13)).unwrap_err();
            assert_eq!(*why.what(), What::Unsupported { ours: (0, 13), theirs: Some((low, high)) });
        }
        let why = offered(0, 1).common(ApiKey::Fetch, (4, 18)).unwrap_err();
        assert_eq!(*why.what(), What::Unsupported { ours: (4, 18), theirs: None });
    }
}
