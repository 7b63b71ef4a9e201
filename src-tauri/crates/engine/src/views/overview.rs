//! The overview: the verdict with its reasons, and the tiles. A tile that leaves brokers out says so.

use std::sync::Arc;

use contract::{Fact, Freshness, Int64, Overview, Stamped, View};

use super::{metadata_fact, sum_of};
use crate::{
    clock::millis,
    errors::{api_error, no_target},
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    provenance::Index,
    tables::count,
    tally::MinIsrTally,
    verdict,
    version_inference::{infer, metadata_version},
};

impl OpenCluster {
    /// The overview page.
    pub(crate) fn overview_page(self: &Arc<Self>) -> Stamped<Overview> {
        self.ensure(View::Cluster);
        self.ensure(View::LogDirs);
        self.ensure(View::Groups);
        let mut index = Index::new();
        let index = &mut index;
        let snapshot = self.snapshot();
        let tally = self.tally();
        let known = self.known_brokers();
        let up = known.iter().filter(|id| self.broker_state(**id) == contract::BrokerState::Up).count();
        let log_dirs = self.held.log_dirs.all();
        let (bytes, from) = self.stored(&log_dirs);
        let (verdict, reasons) = verdict::judge(self, &log_dirs);
        let value = Overview {
            verdict,
            reasons,
            brokers_up: self.brokers_fact(index, count(up)),
            brokers_known: self.brokers_fact(index, count(known.len())),
            topics: self.listed_fact(index, tally.topics),
            internal_topics: self.listed_fact(index, tally.internal),
            partitions: self.listed_fact(index, tally.partitions),
            leaderless: self.listed_fact(index, tally.leaderless),
            under_replicated: self.listed_fact(index, tally.under_replicated),
            at_min_isr: self.min_isr_fact(index),
            stored: self.stored_fact(index, bytes),
            stored_from: (from, count(known.len())),
            groups: self.groups_fact(index),
            cluster_id: match (snapshot.cluster_id(), snapshot.brokers_source()) {
                (Some(id), Some(_)) => self.brokers_fact(index, id.to_owned()),
                (None, Some(_)) => index.missing(no_target("The broker tells no cluster id.", self.now())),
                (_, None) => self.brokers_fact(index, String::new()),
            },
            controller: self.controller(index),
            kafka_version: self.kafka_version_fact(index),
            metadata_version: self.metadata_version_fact(index),
            connections: count(self.cluster.connections().iter().filter(|one| one.state == "ready").count()),
        };
        let freshness = self.overview_freshness(&log_dirs);
        let index = std::mem::take(index);
        Stamped { value, freshness, provenance: index.finish() }
    }

    /// The oldest of what the overview sums.
    fn overview_freshness(&self, log_dirs: &Shelf<i32, admin::Dirs>) -> Freshness {
        let mut freshness = self.cluster_freshness();
        let groups = self.held.groups.all();
        let groups = groups.values().filter(|kept| kept.fresh()).filter_map(Kept::told_at);
        let log_dirs = log_dirs.values().filter(|kept| kept.fresh()).filter_map(Kept::told_at);
        if let Some(oldest) = log_dirs.chain(groups).map(millis).min() {
            freshness.oldest = Some(freshness.oldest.map_or(oldest, |known| known.min(oldest)));
        }
        freshness.loading |= self.flights.under_way(&View::LogDirs);
        freshness
    }

    /// A figure of the list of brokers.
    fn brokers_fact<T>(&self, index: &mut Index, value: T) -> Fact<T> {
        let snapshot = self.snapshot();
        match (snapshot.brokers_source(), snapshot.failure()) {
            (Some(source), failure) => metadata_fact(index, value, source, None, failure),
            (None, Some(failure)) => index.missing(api_error(&failure.error, millis(failure.at))),
            (None, None) => Fact::Asking,
        }
    }

    pub(crate) fn min_isr_tally(&self) -> Arc<MinIsrTally> {
        let snapshot = self.snapshot();
        let versions = (snapshot.generation(), self.held.row_configs.version());
        self.held.min_isr.get_or(versions, || MinIsrTally::of(&snapshot, &self.held.row_configs.all()))
    }

    fn min_isr_fact(&self, index: &mut Index) -> Fact<u32> {
        let tally = self.min_isr_tally();
        if self.snapshot().listing_source().is_none() {
            return self.listed_fact(index, 0);
        }
        if tally.unknown_topics == 0 {
            let how = "ISR sizes of Metadata against min.insync.replicas of DescribeConfigs".to_owned();
            let snapshot = self.snapshot();
            return match snapshot.listing_source() {
                Some(source) => {
                    let failure = snapshot.listing_failure();
                    metadata_fact(index, tally.at + tally.below, source, Some(how), failure)
                }
                None => Fact::Asking,
            };
        }
        let configs = self.held.row_configs.all();
        let failed = configs.values().find_map(|kept| kept.good.is_none().then_some(kept.failed.as_ref()?));
        match failed {
            Some(failure) => Fact::Missing { why: index.failure(failure) },
            None if self.snapshot().topics().all(|topic| configs.contains_key(topic.name())) => index
                .missing(no_target("Of some topics the broker tells no min.insync.replicas.", self.now())),
            None => Fact::Asking,
        }
    }

    fn stored_fact(&self, index: &mut Index, bytes: i64) -> Fact<Int64> {
        let kept = self.held.log_dirs.all();
        let fresh = kept.values().filter(|kept| kept.fresh()).filter_map(|kept| kept.good.as_ref());
        if let Some((source, how)) = sum_of(fresh.map(|good| &good.source), "broker") {
            return index.known(Int64(bytes), &source, Some(how));
        }
        // Nobody answers now: what was told last, greyed.
        let failure = kept.values().find_map(|kept| kept.failed.as_ref());
        let old = kept.values().filter_map(|kept| kept.good.as_ref());
        let sum = old.clone().fold(0_i64, |sum, good| sum.saturating_add(super::dirs::bytes_of(&good.value)));
        match (sum_of(old.map(|good| &good.source), "broker"), failure) {
            (Some((source, how)), Some(failure)) => {
                let why = api_error(&failure.error, millis(failure.at));
                index.stale(Int64(sum), &source, Some(how), why)
            }
            // One broker's refusal says nothing of those that are still being asked.
            (None, Some(failure)) if self.known_brokers().iter().all(|broker| kept.contains_key(broker)) => {
                Fact::Missing { why: index.failure(failure) }
            }
            _ => Fact::Asking,
        }
    }

    fn groups_fact(&self, index: &mut Index) -> Fact<u32> {
        let kept = self.held.groups.all();
        let groups = count(self.group_ids(&kept).len());
        // A broker lists its own groups and no others: without one that is still being asked it is no count.
        if self.known_brokers().iter().any(|broker| !kept.contains_key(broker)) {
            return Fact::Asking;
        }
        let good = kept.values().filter_map(|kept| kept.good.as_ref());
        let failure = kept.values().find_map(|kept| kept.failed.as_ref());
        match (sum_of(good.map(|good| &good.source), "broker"), failure) {
            (Some((source, how)), None) => index.known(groups, &source, Some(how)),
            (Some((source, how)), Some(failure)) => {
                let why = api_error(&failure.error, millis(failure.at));
                index.stale(groups, &source, Some(how), why)
            }
            (None, Some(failure)) => Fact::Missing { why: index.failure(failure) },
            (None, None) => Fact::Asking,
        }
    }

    /// The lowest version that a broker is told to be: what the cluster as a whole can be counted on for.
    pub(crate) fn kafka_version_fact(&self, index: &mut Index) -> Fact<String> {
        let kept = self.held.versions.all();
        // Those that answer now; when none does, what they said last.
        let answering = kept.values().any(Kept::fresh);
        let failure = kept.values().find_map(|kept| kept.failed.as_ref()).filter(|_| !answering);
        let counted = kept.values().filter(|kept| kept.fresh() || !answering);
        let inferred = counted.filter_map(|kept| {
            let good = kept.good.as_ref()?;
            Some((infer(&good.value)?, Arc::clone(&good.source)))
        });
        let mut inferred: Vec<_> = inferred.collect();
        let told =
            |index: &mut Index, version: String, source: &Arc<admin::Source>, how: String| match failure {
                None => index.known(version, source, Some(how)),
                Some(failure) => {
                    let why = api_error(&failure.error, millis(failure.at));
                    index.stale(version, source, Some(how), why)
                }
            };
        inferred.sort_by_key(|(inferred, _)| rank(&inferred.version));
        match (inferred.first(), inferred.last()) {
            (Some((low, source)), Some((high, _))) if low.version == high.version => {
                told(index, low.version.clone(), source, low.how.clone())
            }
            (Some((low, source)), Some((high, _))) => {
                let how = format!("{}; another broker is {}", low.how, high.version);
                told(index, format!("{}\u{2013}{}", low.version, high.version), source, how)
            }
            _ => match kept.values().find_map(|kept| kept.failed.as_ref()) {
                Some(failure) => Fact::Missing { why: index.failure(failure) },
                None if kept.values().any(Kept::fresh) => index.missing(no_target(
                    "What the brokers offer is older than any release that is known here.",
                    self.now(),
                )),
                None => Fact::Asking,
            },
        }
    }

    fn metadata_version_fact(&self, index: &mut Index) -> Fact<String> {
        let kept = self.held.versions.all();
        let newest = kept.values().filter(|kept| kept.good.is_some()).max_by_key(|kept| kept.told_at());
        let Some(newest) = newest else {
            return match kept.values().find_map(|kept| kept.failed.as_ref()) {
                Some(failure) => Fact::Missing { why: index.failure(failure) },
                None => Fact::Asking,
            };
        };
        index.told(newest, None, |versions| {
            metadata_version(versions).ok_or_else(|| {
                no_target(
                    "The brokers tell no metadata.version: a cluster with ZooKeeper has none.",
                    self.now(),
                )
            })
        })
    }
}

/// "3.9" before "3.10" before "4.0".
fn rank(version: &str) -> (u32, u32) {
    let numbers = version.split(' ').next().unwrap_or(version);
    let mut parts = numbers.split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}
