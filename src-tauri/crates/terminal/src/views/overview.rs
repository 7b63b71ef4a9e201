//! The overview: the verdict and its reasons above, then a line for each fact.

use contract::{Level, Overview, Provenance, Reason, Verdict};

use crate::{
    cell::{Cell, bytes, fact, of_some, said},
    shown::{Column, text},
};

pub(crate) const COLUMNS: &[Column] = &[text("fact", "fact"), text("value", "value")];

/// "degraded", then its reasons.
pub(crate) fn verdict(overview: &Overview) -> Vec<String> {
    let word = match overview.verdict {
        Verdict::Healthy => "healthy",
        Verdict::Degraded => "degraded",
        Verdict::Unhealthy => "unhealthy",
        Verdict::Unknown => "unknown: too little was told",
    };
    std::iter::once(word.to_owned())
        .chain(overview.reasons.iter().map(reason))
        .chain([String::new()])
        .collect()
}

fn reason(reason: &Reason) -> String {
    let mark = match reason.level {
        Level::Plain => "-",
        Level::Warn => "!",
        Level::Bad => "!!",
    };
    let verbatim = reason.verbatim.as_deref().map(|text| format!(" {text}")).unwrap_or_default();
    format!("{mark} {}{}{verbatim}", reason.head, reason.text)
}

pub(crate) fn rows(overview: &Overview, from: &Provenance) -> Vec<Vec<Cell>> {
    let line = |name: &str, cell: Cell| vec![said(name), cell];
    let (summed, known) = overview.stored_from;
    vec![
        line("brokers up", fact(&overview.brokers_up, from)),
        line("brokers known", fact(&overview.brokers_known, from)),
        line("topics", fact(&overview.topics, from)),
        line("internal topics", fact(&overview.internal_topics, from)),
        line("partitions", fact(&overview.partitions, from)),
        line("leaderless", fact(&overview.leaderless, from)),
        line("under-replicated", fact(&overview.under_replicated, from)),
        line("at min ISR", fact(&overview.at_min_isr, from)),
        line("stored", of_some(bytes(&overview.stored, from), summed, known)),
        line("stored: brokers in the sum", said(format!("{summed} of {known}"))),
        line("groups", fact(&overview.groups, from)),
        line("cluster id", fact(&overview.cluster_id, from)),
        line("controller", fact(&overview.controller, from)),
        line("kafka version", fact(&overview.kafka_version, from)),
        line("metadata version", fact(&overview.metadata_version, from)),
    ]
}
