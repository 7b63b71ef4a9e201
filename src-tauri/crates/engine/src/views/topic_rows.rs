//! A topic's row: what its listing tells, and the figures that others tell: offsets by its leaders, sizes by the brokers
//! that hold its replicas, configs by any broker. Each is as good as the worst of what it is made of.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use admin::{Dirs, Topic};
use contract::{ApiError, Fact, Int64, TopicRow};

use super::sum_of;
use crate::{
    clock::millis,
    errors::{api_error, code_error, no_target},
    kept::Shelf,
    offsets::TopicOffsets,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{count, grouped_usize},
};

/// Bytes of topics, by broker.
pub(super) type Sizes = HashMap<Arc<str>, BTreeMap<i32, i64>>;

/// Smallest replica count over the partitions.
pub(super) fn replication(topic: &Topic) -> u32 {
    let least = topic.partitions().map(|partition| partition.replicas.len()).min();
    count(least.unwrap_or(0))
}

impl OpenCluster {
    pub(crate) fn topic_row(
        &self,
        index: &mut Index,
        topic: &Arc<Topic>,
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
            replication: replication(topic),
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
        let Some(offsets) = self.held.offsets.get(topic.name()) else { return Fact::Asking };
        let ends = || offsets.partitions.values().flat_map(|(earliest, latest)| [earliest, latest]);
        if offsets.partitions.len() < topic.len() {
            return Fact::Asking;
        }
        let failure = ends().find_map(|end| end.failed.as_ref());
        match (span_of(&offsets), failure) {
            (Some((span, source, how)), None) => index.known(Int64(span), &source, Some(how)),
            (Some((span, source, how)), Some(failure)) => {
                let why = api_error(&failure.error, millis(failure.at));
                index.stale(Int64(span), &source, Some(how), why)
            }
            (None, Some(failure)) => Fact::Missing { why: index.failure(failure) },
            (None, None) => Fact::Asking,
        }
    }

    /// Bytes of all replicas. A broker that failed leaves its last figure in the sum, which is then old; one that never
    /// told is named as left out.
    fn size_fact(
        &self,
        index: &mut Index,
        topic: &Topic,
        log_dirs: &Shelf<i32, Dirs>,
        sizes: &Sizes,
    ) -> Fact<Int64> {
        let mut holders: Vec<i32> =
            topic.partitions().flat_map(|partition| partition.replicas).copied().collect();
        holders.sort_unstable();
        holders.dedup();
        let mut bytes = 0_i64;
        let mut sources = Vec::new();
        let mut why: Option<ApiError> = None;
        let mut waiting = false;
        for broker in holders {
            let kept = log_dirs.get(&broker);
            match kept.and_then(|kept| kept.good.as_ref()) {
                Some(good) => {
                    sources.push(&good.source);
                    let of_topic = sizes.get(topic.name()).and_then(|sizes| sizes.get(&broker));
                    bytes = bytes.saturating_add(of_topic.copied().unwrap_or(0));
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
            (Some((source, how)), Some(why)) => index.stale(Int64(bytes), &source, Some(how), why),
            (None, Some(why)) => index.missing(why),
            (None, None) if topic.is_empty() => index.known(Int64(0), topic.source(), None),
            (None, None) => Fact::Asking,
        }
    }
}

/// The span with its oldest source.
fn span_of(offsets: &TopicOffsets) -> Option<(i64, Arc<admin::Source>, String)> {
    let span = offsets.span()?;
    let ends = offsets.partitions.values().flat_map(|(earliest, latest)| [earliest, latest]);
    let oldest = ends.filter_map(|end| end.good.as_ref()).min_by_key(|good| good.source.at)?;
    let how = match offsets.partitions.len() {
        1 => "latest \u{2212} earliest".to_owned(),
        many => format!(
            "latest \u{2212} earliest over {} partitions; the oldest answer is shown",
            grouped_usize(many)
        ),
    };
    Some((span, Arc::clone(&oldest.source), how))
}
