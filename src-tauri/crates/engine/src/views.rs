//! The pages, one file for each view: what is held becomes rows and figures as the window gets them. No page waits for a
//! broker.

mod acls;
mod broker;
mod brokers;
mod configs;
mod dirs;
mod group;
mod group_lag;
mod group_members;
mod group_offsets;
mod groups;
mod journal;
mod log_dirs;
mod overview;
mod partition_rows;
mod partitions;
mod producers;
mod quorum;
mod quotas;
mod reassignments;
mod replicas;
mod rollup;
mod scram_users;
mod status;
mod topic;
mod topic_groups;
mod topic_rows;
mod topics;
mod transaction_rows;
mod transactions;
mod versions;
mod way;

use std::{collections::BTreeSet, sync::Arc};

pub(crate) use dirs::DirEntry;
pub(crate) use group_lag::GroupPartitions;
pub(crate) use groups::GroupList;
pub(crate) use partitions::InDirs;
pub(crate) use reassignments::Copies;
pub(crate) use transactions::TransactionList;

use admin::{RefreshFailure, Source, What};
use contract::{ApiError, Fact};

use crate::{
    clock::millis,
    errors::{api_error, no_target},
    open_cluster::OpenCluster,
    provenance::Index,
    tally::Tally,
};

impl OpenCluster {
    /// The counts of the newest snapshot.
    pub(crate) fn tally(&self) -> Arc<Tally> {
        let snapshot = self.snapshot();
        self.held.tally.get_or(snapshot.generation(), || Tally::of(&snapshot))
    }

    /// Every broker that is known: listed, listed once, fenced, or named by a replica list.
    pub(crate) fn known_brokers(&self) -> Vec<i32> {
        let mut known: BTreeSet<i32> = self.snapshot().brokers().iter().map(|broker| broker.id).collect();
        known.extend(self.life.ever_listed());
        known.extend(self.life.fenced_now());
        known.extend(self.tally().brokers.iter().map(|(broker, _)| broker));
        known.into_iter().collect()
    }

    /// A figure counted over the full listing of topics.
    pub(crate) fn listed_fact<T>(&self, index: &mut Index, value: T) -> Fact<T> {
        let snapshot = self.snapshot();
        match (snapshot.listing_source(), snapshot.listing_failure()) {
            (Some(source), failure) => metadata_fact(index, value, source, None, failure),
            (None, Some(failure)) => index.missing(api_error(&failure.error, millis(failure.at))),
            (None, None) => Fact::Asking,
        }
    }

    /// The active controller. The quorum names the true one; where there is none to ask, Metadata does; and where this
    /// user may not ask, nobody does, since with KRaft Metadata names any broker.
    pub(crate) fn controller(&self, index: &mut Index) -> Fact<i32> {
        let quorum = self.held.quorum.get();
        if quorum.good.is_some() {
            return index.told(&quorum, None, |quorum| {
                quorum.leader.ok_or_else(|| no_target("The quorum has no leader right now.", self.now()))
            });
        }
        let Some(failure) = &quorum.failed else { return Fact::Asking };
        let snapshot = self.snapshot();
        match (failure.error.what(), snapshot.controller(), snapshot.brokers_source()) {
            (What::Unsupported { .. }, Some(id), Some(source)) => {
                let how = "Metadata names it: these brokers have no quorum to ask".to_owned();
                index.known(id, source, Some(how))
            }
            (What::Unsupported { .. }, None, Some(_)) => {
                index.missing(no_target("Metadata names no controller right now.", self.now()))
            }
            _ => index.missing(ApiError {
                advice: Some(
                    "Metadata names a broker too, but with KRaft that is any broker and not the controller."
                        .to_owned(),
                ),
                ..api_error(&failure.error, millis(failure.at))
            }),
        }
    }

    /// The controller's id without how it is known.
    pub(crate) fn controller_id(&self) -> Option<i32> {
        self.controller(&mut Index::new()).value().copied()
    }
}

/// A figure of metadata with this source; old when what should have told it anew has failed.
pub(crate) fn metadata_fact<T>(
    index: &mut Index,
    value: T,
    source: &Source,
    how: Option<String>,
    failure: Option<&RefreshFailure>,
) -> Fact<T> {
    match failure {
        None => index.known(value, source, how),
        Some(failure) => {
            let why = api_error(&failure.error, millis(failure.at));
            index.stale(value, source, how, why)
        }
    }
}

/// A source for a sum over several answers: the oldest of them, with how many there were.
pub(crate) fn sum_of<'a>(
    sources: impl IntoIterator<Item = &'a Arc<Source>>,
    what: &str,
) -> Option<(Arc<Source>, String)> {
    let mut oldest: Option<&Arc<Source>> = None;
    let mut count = 0_usize;
    for source in sources {
        count += 1;
        if oldest.is_none_or(|oldest| source.at < oldest.at) {
            oldest = Some(source);
        }
    }
    let of = if count == 1 { what.to_owned() } else { format!("{what}s") };
    Some((Arc::clone(oldest?), format!("sum over {count} {of}; the oldest is shown")))
}
