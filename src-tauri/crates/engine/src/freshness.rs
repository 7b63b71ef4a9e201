//! How old a view is, who answered for it, and whether asking again works.
//!
//! The age of a page is that of its oldest part that still counts as good; parts of brokers that failed are not hidden in
//! it but named, each with the time of its last answer.

use std::{collections::BTreeMap, time::SystemTime};

use admin::{Error, RefreshFailure, Snapshot};
use contract::{ApiError, BrokerFailure, Freshness, View};

use crate::{
    clock::millis,
    errors::api_error,
    kept::Kept,
    open_cluster::OpenCluster,
    tables::{count, json_len},
};

/// Failures beyond this size are counted and not named: a page must stay small when a thousand brokers are down.
const FAILURES_BYTES: usize = 12 * 1024;

/// The failure that stands in the way of what this view shows of metadata. A cluster's page shows brokers and counts over
/// the topics, so either failure is its own.
fn failure_of<'a>(snapshot: &'a Snapshot, view: &View) -> Option<&'a RefreshFailure> {
    match view {
        View::Topics => snapshot.listing_failure(),
        View::Topic { name } => snapshot.topic_failure(name),
        _ => snapshot.failure().or(snapshot.listing_failure()),
    }
}

/// Past this age a view calls itself old.
fn limit_ms(view: &View) -> u32 {
    match view {
        View::Cluster | View::Topic { .. } | View::Group { .. } | View::Quorum | View::Reassignments => {
            30_000
        }
        View::LogDirs
        | View::Topics
        | View::Groups
        | View::TopicGroups { .. }
        | View::Transactions
        | View::Producers { .. } => 60_000,
        View::TopicConfigs { .. }
        | View::BrokerConfigs { .. }
        | View::Acls
        | View::ScramUsers
        | View::Quotas => 300_000,
        View::Versions => 600_000,
        View::Journal | View::Way | View::Examination | View::Updates => u32::MAX,
    }
}

impl OpenCluster {
    /// What is the same for every view.
    pub(crate) fn freshness(&self, view: &View) -> Freshness {
        Freshness {
            now: self.now(),
            oldest: None,
            limit_ms: limit_ms(view),
            answered: 0,
            asked: 0,
            loading: self.flights.under_way(view),
            failed: None,
            failures: Vec::new(),
        }
    }

    /// A view made of metadata.
    pub(crate) fn freshness_of_metadata(&self, view: &View) -> Freshness {
        let snapshot = self.snapshot();
        let now = self.clock.now();
        Freshness {
            oldest: snapshot.age(now).and_then(|age| now.checked_sub(age)).map(millis),
            failed: failure_of(&snapshot, view).map(|failure| self.failed(&failure.error, failure.at)),
            ..self.freshness(view)
        }
    }

    /// A view made of each broker's own answer.
    pub(crate) fn freshness_of_brokers<T>(
        &self,
        view: &View,
        kept: &BTreeMap<i32, Kept<T>>,
        brokers: &[i32],
    ) -> Freshness {
        let mut freshness = self.freshness(view);
        let mut oldest: Option<SystemTime> = None;
        let mut room = FAILURES_BYTES;
        freshness.asked = count(brokers.len());
        for broker in brokers {
            let Some(kept) = kept.get(broker) else { continue };
            if let (Some(told), None) = (kept.told_at(), &kept.failed) {
                freshness.answered += 1;
                oldest = Some(oldest.map_or(told, |oldest| oldest.min(told)));
            }
            if let Some(failure) = &kept.failed {
                let failure = BrokerFailure {
                    broker: *broker,
                    error: self.failed(&failure.error, failure.at),
                    last_good: kept.told_at().map(millis),
                };
                let size = json_len(&failure);
                if size <= room {
                    room -= size;
                    freshness.failures.push(failure);
                }
            }
        }
        freshness.oldest = oldest.map(millis);
        let settled = brokers.iter().filter(|broker| kept.get(broker).is_some()).count();
        if freshness.answered == 0 && settled > 0 && settled == brokers.len() {
            freshness.failed = freshness.failures.first().map(|failure| failure.error.clone());
        }
        freshness
    }

    /// A view made of one answer.
    pub(crate) fn freshness_of_one<T>(&self, view: &View, kept: &Kept<T>) -> Freshness {
        Freshness {
            oldest: kept.told_at().map(millis),
            failed: kept.failed.as_ref().map(|failure| self.failed(&failure.error, failure.at)),
            ..self.freshness(view)
        }
    }

    /// With the advice that fits how brokers are reached here.
    fn failed(&self, error: &Error, at: SystemTime) -> ApiError {
        self.road.explained(api_error(error, millis(at)))
    }
}
