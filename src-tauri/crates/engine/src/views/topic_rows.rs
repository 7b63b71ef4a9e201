//! A topic's row: what its listing tells, and the figures that others tell: offsets by its leaders, sizes by the brokers
//! that hold its replicas, configs by any broker. Each is as good as the worst of what it is made of.

use std::sync::Arc;

use admin::{Dirs, Topic};
use contract::{ApiError, Fact, Int64, TopicRow};

use super::sum_of;
use crate::{
    by_broker::ByBroker,
    clock::millis,
    errors::{api_error, code_error, no_target},
    kept::Shelf,
    offsets::TopicOffsets,
    open_cluster::OpenCluster,
    provenance::Index,
    sizes::Sizes,
    tables::{count, grouped_usize},
};

impl OpenCluster {
    pub(crate) fn topic_row(
        &self,
        index: &mut Index,
        topic: &Topic,
        log_dirs: &Shelf<i32, Dirs>,
        sizes: &Sizes,
    ) -> TopicRow {
        let configs = self.held.row_configs.get(topic.name());
        let unset = |name: &str| no_target(format!("The broker tells no {name} for this topic."), self.now());
        TopicRow {
            name: topic.name().to_owned(),
            internal: topic.internal(),
            error: (!topic.error().is_none()).then(|| code_error(topic.error(), topic.source())),
            partitions: count(topic.len()),
            leaderless: topic.leaderless(),
            replication: count(topic.fewest_replicas()),
            out_of_sync: topic.out_of_sync(),
            offset_span: self.span_fact(index, topic),
            size: self.size_fact(index, topic, log_dirs, sizes),
            cleanup: index.told(&configs, None, |configs| {
                configs.cleanup.clone().ok_or_else(|| unset("cleanup.policy"))
            }),
            retention: index.told(&configs, None, |configs| {
                configs.retention_reading().ok_or_else(|| unset("retention.ms"))
            }),
            source: Some(index.source(topic.source(), None)),
        }
    }

    /// Latest minus earliest over all partitions. One end that was never told leaves the sum unknown: a sum without it
    /// would look like a smaller topic.
    fn span_fact(&self, index: &mut Index, topic: &Topic) -> Fact<Int64> {
        if topic.is_empty() {
            return index.missing(no_target("Metadata tells no partition of it.", self.now()));
        }
        let Some(offsets) = self.held.offsets.get(topic.name()) else { return Fact::Asking };
        if offsets.partitions.len() < topic.len() {
            return Fact::Asking;
        }
        match (span_of(&offsets), &offsets.sum.failed) {
            (Some((span, source, how)), None) => index.known(Int64(span), &source, Some(how)),
            (Some((span, source, how)), Some(failure)) => {
                let why = api_error(&failure.error, millis(failure.at));
                index.stale(Int64(span), &source, Some(how), why)
            }
            (None, Some(failure)) => Fact::Missing { why: index.failure(failure) },
            (None, None) => Fact::Asking,
        }
    }

    /// Bytes of all replicas. A broker that failed leaves its last figure in the sum, which is then old; so is a sum that
    /// leaves replicas out because a broker's log dirs don't list them.
    fn size_fact(
        &self,
        index: &mut Index,
        topic: &Topic,
        log_dirs: &Shelf<i32, Dirs>,
        sizes: &Sizes,
    ) -> Fact<Int64> {
        let mut holders: ByBroker<usize> = ByBroker::default();
        for broker in topic.partitions().flat_map(|partition| partition.replicas) {
            *holders.of(*broker) += 1;
        }
        let mut bytes = 0_i64;
        let mut listed = 0;
        let mut sources = Vec::new();
        let mut why: Option<ApiError> = None;
        let mut waiting = false;
        for (broker, replicas) in holders.iter().map(|(broker, replicas)| (broker, *replicas)) {
            let kept = log_dirs.get(&broker);
            match kept.and_then(|kept| kept.good.as_ref()) {
                Some(good) => {
                    sources.push(&good.source);
                    let stored = sizes.get(broker, topic.name()).unwrap_or_default();
                    bytes = bytes.saturating_add(stored.bytes);
                    listed += stored.replicas;
                    if stored.replicas < replicas {
                        why = Some(unlisted(broker, replicas - stored.replicas, &good.source));
                    }
                }
                None => waiting |= kept.is_none_or(|kept| kept.failed.is_none()),
            }
            if let Some(failure) = kept.and_then(|kept| kept.failed.as_ref()) {
                why = Some(api_error(&failure.error, millis(failure.at)));
            }
        }
        match (sum_of(sources, "broker"), why) {
            _ if waiting => Fact::Asking,
            (Some((source, how)), None) => index.known(Int64(bytes), &source, Some(how)),
            (Some((source, how)), Some(why)) if listed > 0 => {
                index.stale(Int64(bytes), &source, Some(how), why)
            }
            (_, Some(why)) => index.missing(why),
            (None, None) => index.missing(no_target("Metadata tells no partition of it.", self.now())),
        }
    }
}

/// Why a broker's part of a size is not the whole part.
fn unlisted(broker: i32, replicas: usize, source: &admin::Source) -> ApiError {
    let these = if replicas == 1 { "a replica" } else { "some replicas" };
    no_target(
        format!(
            "The log dirs of broker {broker} do not list {these} of this topic: offline, or not made when they were told."
        ),
        millis(source.at),
    )
}

/// The span with its oldest source.
fn span_of(offsets: &TopicOffsets) -> Option<(i64, Arc<admin::Source>, String)> {
    let span = offsets.sum.span?;
    let oldest = offsets.sum.oldest.as_ref()?;
    let how = match offsets.partitions.len() {
        1 => "latest \u{2212} earliest".to_owned(),
        many => format!(
            "latest \u{2212} earliest over {} partitions; the oldest answer is shown",
            grouped_usize(many)
        ),
    };
    Some((span, Arc::clone(oldest), how))
}
