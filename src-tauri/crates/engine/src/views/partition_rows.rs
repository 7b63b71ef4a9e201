//! A partition's row: its cells by broker, and the figures that leaders and log dirs tell of it.

use std::sync::Arc;

use admin::{Move, Partition, Source};
use contract::{Fact, Int64, PartitionRow, ReplicaCell, ReplicaState};

use super::{metadata_fact, partitions::Ground};
use crate::{
    clock::millis,
    errors::{api_error, code_error, no_target, unsupported},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
};

impl OpenCluster {
    pub(super) fn partition_row(
        &self,
        index: &mut Index,
        ground: &Ground<'_>,
        partition: &Partition<'_>,
    ) -> PartitionRow {
        let (earliest, latest) = ground.ends(partition.index);
        let source = ground.topic.source();
        PartitionRow {
            index: partition.index,
            error: (!partition.error.is_none()).then(|| code_error(partition.error, source)),
            replicas: cells(partition, ground.moving(partition.index)),
            leader: partition.leader,
            epoch: match partition.leader_epoch {
                Some(epoch) => {
                    let snapshot = self.snapshot();
                    metadata_fact(index, epoch, source, None, snapshot.topic_failure(ground.topic.name()))
                }
                None => index.missing(unsupported(
                    format!("The broker speaks Metadata v{}: no leader epochs.", source.version),
                    self.now(),
                )),
            },
            span: span(index, &earliest, &latest),
            earliest: index.fact(&earliest, |offset| Int64(*offset)),
            latest: index.fact(&latest, |offset| Int64(*offset)),
            size: self.leader_copy(index, ground, partition),
            worst_lag: self.worst_lag(index, ground, partition),
        }
    }

    fn leader_copy(&self, index: &mut Index, ground: &Ground<'_>, partition: &Partition<'_>) -> Fact<Int64> {
        let Some(leader) = partition.leader else {
            return index.missing(no_target("There is no leader whose copy could be measured.", self.now()));
        };
        let kept = ground.dirs.get(&leader).cloned().unwrap_or_default();
        index.told(&kept, None, |_| match ground.in_dirs.get(&(partition.index, leader)) {
            Some(copy) => Ok(Int64(copy.bytes)),
            None => Err(no_target(
                format!("Broker {leader} does not list this partition in its log dirs."),
                self.now(),
            )),
        })
    }

    fn worst_lag(&self, index: &mut Index, ground: &Ground<'_>, partition: &Partition<'_>) -> Fact<Int64> {
        let followers = partition.replicas.iter().filter(|broker| Some(**broker) != partition.leader);
        let mut worst: Option<(i64, Arc<Source>)> = None;
        let mut why = None;
        let mut any = false;
        for broker in followers {
            any = true;
            let Some(kept) = ground.dirs.get(broker) else { return Fact::Asking };
            if let Some(failure) = &kept.failed {
                why = Some(api_error(&failure.error, millis(failure.at)));
            }
            let Some(good) = &kept.good else { continue };
            let lag = ground.in_dirs.get(&(partition.index, *broker)).and_then(|copy| copy.lag());
            match lag {
                Some(lag) if worst.as_ref().is_none_or(|(worst, _)| *worst < lag) => {
                    worst = Some((lag, Arc::clone(&good.source)));
                }
                Some(_) => {}
                // The largest of the others is not the largest of all.
                None => {
                    let untold = format!("Broker {broker} tells no lag of this partition in its log dirs.");
                    why.get_or_insert_with(|| no_target(untold, millis(good.source.at)));
                }
            }
        }
        let how = || Some("largest lag that a follower's log dirs tell".to_owned());
        match (worst, why) {
            (Some((lag, source)), None) => index.known(Int64(lag), &source, how()),
            (Some((lag, source)), Some(why)) => index.stale(Int64(lag), &source, how(), why),
            (None, Some(why)) => index.missing(why),
            (None, None) if !any => index.missing(no_target("It has no follower.", self.now())),
            (None, None) => {
                index.missing(no_target("No follower lists this partition in its log dirs.", self.now()))
            }
        }
    }
}

/// The span of one partition: old when either end is, unknown when either end is.
fn span(index: &mut Index, earliest: &Kept<i64>, latest: &Kept<i64>) -> Fact<Int64> {
    let (Some(first), Some(last)) = (&earliest.good, &latest.good) else {
        return match latest.failed.as_ref().or(earliest.failed.as_ref()) {
            Some(failure) => Fact::Missing { why: index.failure(failure) },
            None => Fact::Asking,
        };
    };
    let value = Int64(last.value.saturating_sub(*first.value));
    let source = if first.source.at <= last.source.at { &first.source } else { &last.source };
    let how = Some("latest \u{2212} earliest".to_owned());
    match latest.failed.as_ref().or(earliest.failed.as_ref()) {
        None => index.known(value, source, how),
        Some(failure) => {
            let why = api_error(&failure.error, millis(failure.at));
            index.stale(value, source, how, why)
        }
    }
}

fn cells(partition: &Partition<'_>, moving: Option<&Move>) -> Vec<ReplicaCell> {
    let state = |broker: i32| {
        if Some(broker) == partition.leader {
            ReplicaState::Leader
        } else if moving.is_some_and(|moving| moving.removing.contains(&broker)) {
            ReplicaState::Removing
        } else if partition.isr.contains(&broker) {
            ReplicaState::InSync
        } else if moving.is_some_and(|moving| moving.adding.contains(&broker)) {
            ReplicaState::Adding
        } else if partition.offline.is_some_and(|offline| offline.contains(&broker)) {
            ReplicaState::Offline
        } else {
            ReplicaState::OutOfSync
        }
    };
    partition.replicas.iter().map(|broker| ReplicaCell { broker: *broker, state: state(*broker) }).collect()
}
