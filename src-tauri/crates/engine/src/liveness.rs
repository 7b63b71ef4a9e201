//! Which brokers answer us, and since when not: told by every request that this program sends, not by a pinger of its own.
//!
//! "Down" and "does not answer us" are different facts. Metadata says the first, our sockets the second, and a page that
//! mixed them up would call a broker dead because of our firewall.

use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

use admin::{Entry, Error, Source, What};
use contract::BrokerState;
use parking_lot::Mutex;

use crate::{clock::millis, errors::api_error, kept::Kept};

/// Replies larger than this say more of the network than of the broker's readiness.
const SMALL_REPLY: usize = 16 * 1024;

/// What is known of each broker's being there.
#[derive(Default)]
pub(crate) struct Liveness(Mutex<BTreeMap<i32, Life>>);

#[derive(Clone, Default)]
struct Life {
    /// Since when it does not answer, and what was wrong the last time.
    silent: Option<(SystemTime, Error)>,
    /// Since when metadata does not list it, of a broker that was listed before.
    missing: Option<SystemTime>,
    /// A connection to it ended and nothing was heard from it since.
    cut: bool,
    fenced: Option<SystemTime>,
    listed: bool,
    round_trip: Kept<f64>,
}

impl Liveness {
    /// Learns from a request that ended. True when the broker's state has changed by it.
    pub(crate) fn heard(&self, entry: &Entry) -> bool {
        let Some(broker) = entry.broker else { return false };
        let mut all = self.0.lock();
        let life = all.entry(broker).or_default();
        let ended = entry.at + entry.took;
        match &entry.outcome {
            Err(error) if unreachable_broker(error.what()) => {
                life.round_trip.failed(error.clone(), ended);
                let since = life.silent.as_ref().map_or(ended, |(since, _)| *since);
                life.silent.replace((since, error.clone())).is_none()
            }
            Err(error) if matches!(error.what(), What::Closed | What::ReadOnly | What::BadKey(_)) => false,
            outcome => {
                if let (Ok(()), Some(version)) = (outcome, entry.version)
                    && entry.received_bytes <= SMALL_REPLY
                    && entry.attempts.len() <= 1
                {
                    let source = Source {
                        broker: Some(broker),
                        address: entry.address.clone(),
                        api: entry.api,
                        version,
                        at: ended,
                        asked: std::time::Instant::now(),
                        took: entry.took,
                        attempts: 1,
                        bytes: entry.received_bytes,
                    };
                    let milliseconds = entry.took.as_secs_f64() * 1_000.0;
                    life.round_trip.answered(Arc::new(milliseconds), Arc::new(source));
                }
                life.cut = false;
                life.silent.take().is_some()
            }
        }
    }

    /// Learns that a connection to this broker has ended.
    pub(crate) fn cut(&self, broker: i32) {
        self.0.lock().entry(broker).or_default().cut = true;
    }

    /// Learns which brokers the newest metadata lists.
    pub(crate) fn listed(&self, ids: &[i32], at: SystemTime) {
        let mut all = self.0.lock();
        for (id, life) in all.iter_mut() {
            if ids.contains(id) {
                life.missing = None;
            } else if life.listed && life.missing.is_none() {
                // It stopped answering when it went away, if we noticed that first.
                life.missing = Some(life.silent.as_ref().map_or(at, |(since, _)| *since));
            }
        }
        for id in ids {
            all.entry(*id).or_default().listed = true;
        }
    }

    /// Learns which brokers are registered but fenced.
    pub(crate) fn fenced(&self, ids: &[i32], at: SystemTime) {
        let mut all = self.0.lock();
        for (id, life) in all.iter_mut() {
            if !ids.contains(id) {
                life.fenced = None;
            }
        }
        for id in ids {
            all.entry(*id).or_default().fenced.get_or_insert(at);
        }
    }

    /// The brokers that metadata listed at some time.
    pub(crate) fn ever_listed(&self) -> Vec<i32> {
        self.0.lock().iter().filter(|(_, life)| life.listed).map(|(id, _)| *id).collect()
    }

    /// The brokers that are fenced now.
    pub(crate) fn fenced_now(&self) -> Vec<i32> {
        self.0.lock().iter().filter(|(_, life)| life.fenced.is_some()).map(|(id, _)| *id).collect()
    }

    pub(crate) fn round_trip(&self, id: i32) -> Kept<f64> {
        self.0.lock().get(&id).map(|life| life.round_trip.clone()).unwrap_or_default()
    }

    /// The state of a broker that the newest metadata lists or does not list.
    pub(crate) fn state(&self, id: i32, listed: bool) -> BrokerState {
        let life = self.0.lock().get(&id).cloned().unwrap_or_default();
        if let Some(since) = life.fenced {
            // The controller fences a broker that died, too. That one has stopped answering us as well.
            return match life.silent {
                Some((since, _)) => BrokerState::Down { since: Some(millis(since)) },
                None if life.cut => BrokerState::Down { since: Some(millis(since)) },
                None => BrokerState::Fenced { since: Some(millis(since)) },
            };
        }
        if !listed {
            return BrokerState::Down { since: life.missing.map(millis) };
        }
        match life.silent {
            Some((since, error)) => {
                let since = millis(since);
                BrokerState::NotAnswering { since, error: api_error(&error, since) }
            }
            None => BrokerState::Up,
        }
    }
}

/// Whether a failure says that the broker does not answer us, rather than that it said no.
fn unreachable_broker(what: &What) -> bool {
    matches!(
        what,
        What::Connect(_)
            | What::NotKafka(_)
            | What::Disconnected { .. }
            | What::Timeout { .. }
            | What::Tls(_)
            | What::Token(_)
            | What::Authentication(_)
            | What::OutcomeUnknown(_)
    )
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use admin::{ApiKey, Entry, Error, ErrorCode, What, route};
    use contract::BrokerState;

    use super::Liveness;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn entry(seconds: u64, outcome: Result<(), Error>) -> Entry {
        Entry {
            at: at(seconds),
            api: ApiKey::ApiVersions,
            version: Some(4),
            route: route(ApiKey::ApiVersions),
            key: String::new(),
            broker: Some(4),
            address: "b4:9092".into(),
            attempts: vec![],
            sent_bytes: 10,
            received_bytes: 20,
            took: Duration::from_millis(2),
            outcome,
        }
    }

    fn refused() -> Error {
        Error::new(What::Connect("refused".into()))
    }

    #[test]
    fn a_broker_that_stops_answering_is_silent_since_the_first_failure() {
        let life = Liveness::default();
        life.listed(&[4], at(1));
        assert!(!life.heard(&entry(2, Ok(()))));
        assert!(life.heard(&entry(10, Err(refused()))));
        assert!(!life.heard(&entry(20, Err(refused()))), "nothing new");
        let BrokerState::NotAnswering { since, .. } = life.state(4, true) else { panic!() };
        assert_eq!(since.0, 10_002);
        assert!(life.round_trip(4).failed.is_some() && life.round_trip(4).good.is_some());
        assert!(life.heard(&entry(30, Ok(()))));
        assert_eq!(life.state(4, true), BrokerState::Up);
    }

    #[test]
    fn a_broker_that_says_no_is_there() {
        let life = Liveness::default();
        life.listed(&[4], at(1));
        life.heard(&entry(2, Err(Error::from_code(ErrorCode(31), None))));
        assert_eq!(life.state(4, true), BrokerState::Up);
    }

    #[test]
    fn a_broker_that_left_metadata_is_down_since_it_stopped_answering() {
        let life = Liveness::default();
        life.listed(&[3, 4], at(1));
        life.heard(&entry(10, Err(refused())));
        life.listed(&[3], at(19));
        let BrokerState::Down { since: Some(since) } = life.state(4, false) else { panic!() };
        assert_eq!(since.0, 10_002);
        assert_eq!(life.ever_listed(), [3, 4]);
        life.listed(&[3, 4], at(40));
        life.heard(&entry(41, Ok(())));
        assert_eq!(life.state(4, true), BrokerState::Up);
    }

    #[test]
    fn a_broker_known_from_replica_lists_only_is_down_and_nobody_knows_since_when() {
        assert_eq!(Liveness::default().state(9, false), BrokerState::Down { since: None });
    }

    #[test]
    fn a_fenced_broker_is_said_to_be_fenced_and_not_down() {
        let life = Liveness::default();
        life.fenced(&[5], at(3));
        assert!(matches!(life.state(5, false), BrokerState::Fenced { since: Some(_) }));
        life.fenced(&[], at(4));
        assert_eq!(life.state(5, false), BrokerState::Down { since: None });
    }

    #[test]
    fn a_fenced_broker_that_left_us_is_down() {
        let life = Liveness::default();
        life.listed(&[4], at(1));
        life.heard(&entry(2, Ok(())));
        life.cut(4);
        assert_eq!(life.state(4, true), BrokerState::Up, "an idle connection may end");
        life.fenced(&[4], at(9));
        let BrokerState::Down { since: Some(since) } = life.state(4, false) else { panic!() };
        assert_eq!(since.0, 9_000);
    }
}
