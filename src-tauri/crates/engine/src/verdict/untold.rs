//! What a verdict can't rest on, because nobody told it: without these reasons a cluster would be called healthy over
//! what was never seen.

use admin::{Dirs, What};
use contract::{BrokerState, Level, Place, Reason};

use super::{counted, reason, sentence};
use crate::{
    errors::told,
    kept::{Failure, Kept, Shelf},
    open_cluster::OpenCluster,
    tables::count,
};

/// A right that was never given is how this user sees the cluster, and not trouble of the cluster's.
pub(super) fn refused(failure: &Failure) -> bool {
    matches!(failure.error.what(), What::Authorization(_) | What::Unsupported { .. })
}

/// Topics that could not be listed now: what is said of partitions is from before.
pub(super) fn listing(open: &OpenCluster, reasons: &mut Vec<Reason>) {
    let snapshot = open.snapshot();
    let Some(failure) = snapshot.listing_failure() else { return };
    let why = sentence(&told(&failure.error));
    let text = match snapshot.listing_source() {
        Some(_) => format!(": {why} What is said of partitions is from before."),
        None => format!(": {why}"),
    };
    reasons.push(reason(Level::Plain, "The topics could not be listed", text, None, None));
}

/// Topics whose min.insync.replicas could not be had: whether their partitions are short of replicas is not known.
pub(super) fn configs(open: &OpenCluster, reasons: &mut Vec<Reason>) {
    let configs = open.held.row_configs.all();
    let untold = |kept: &&Kept<_>| kept.good.is_none();
    let failures = || configs.values().filter(untold).filter_map(|kept| kept.failed.as_ref());
    let Some(first) = failures().next() else { return };
    let number = count(failures().count());
    let head = counted(number, "topic's configs are", "topics' configs are") + " not known";
    let text = format!(", nor whether their partitions are at min ISR: {}", sentence(&told(&first.error)));
    reasons.push(reason(Level::Plain, head, text, None, None));
}

/// Brokers that are up and yet did not tell their directories: a verdict without them says so.
pub(super) fn log_dirs(open: &OpenCluster, log_dirs: &Shelf<i32, Dirs>, reasons: &mut Vec<Reason>) {
    let up = |id: &&i32| open.broker_state(**id) == BrokerState::Up;
    let failed = |id: &i32| log_dirs.get(id).and_then(|kept| kept.failed.as_ref());
    let known = open.known_brokers();
    let failures: Vec<&Failure> = known.iter().filter(up).filter_map(failed).collect();
    let Some(first) = failures.first() else { return };
    let level = if failures.iter().all(|failure| refused(failure)) { Level::Plain } else { Level::Warn };
    let number = count(failures.len());
    let head = counted(number, "broker that is up tells", "brokers that are up tell") + " no log dirs";
    let text = format!(": {}", sentence(&told(&first.error)));
    let link = Some(("Log dirs", Place::LogDirs { chip: "unanswered".to_owned() }));
    reasons.push(reason(level, head, text, None, link));
}
