//! Makes the demo's topics: offsets from sizes, settings from the policy, and the sights among them (a partition without
//! a leader, followers that are behind, transactions of which one hangs).

use super::brokers::OFFLINE;
use super::chance::Chance;
use super::topic_table::{Row, TOPICS};
use crate::state::{Producer, State, TopicSpec, Transaction, now_ms};

/// How a topic is kept, as its settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    Hours,
    Days,
    Week,
    Month,
    Year,
    Forever,
    Compact,
    /// Compacted, and old keys go after a while.
    Cdc,
    Internal,
}

impl Policy {
    fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Hours => &[("retention.ms", "21600000"), ("segment.bytes", "268435456")],
            Self::Days => &[("retention.ms", "259200000")],
            Self::Week => &[],
            Self::Month => &[("retention.ms", "2592000000")],
            Self::Year => &[("retention.ms", "31536000000"), ("compression.type", "zstd")],
            Self::Forever => &[("retention.ms", "-1"), ("compression.type", "zstd")],
            Self::Compact => &[("cleanup.policy", "compact"), ("min.cleanable.dirty.ratio", "0.3")],
            Self::Cdc => &[
                ("cleanup.policy", "compact,delete"),
                ("retention.ms", "604800000"),
                ("max.message.bytes", "5242880"),
            ],
            Self::Internal => &[
                ("cleanup.policy", "compact"),
                ("compression.type", "producer"),
                ("segment.bytes", "104857600"),
            ],
        }
    }

    /// How far back the oldest record lies.
    fn span_ms(self) -> i64 {
        const HOUR: i64 = 3_600_000;
        match self {
            Self::Hours => 6 * HOUR,
            Self::Days => 72 * HOUR,
            Self::Week | Self::Cdc | Self::Internal => 168 * HOUR,
            Self::Month => 720 * HOUR,
            Self::Year | Self::Forever | Self::Compact => 8760 * HOUR,
        }
    }
}

const MIB: i64 = 1024 * 1024;
/// The topic whose only copy of one partition lies in the failed directory.
const FORGOTTEN: &str = "sandbox.tmp-import";
/// Followers that can't keep up, by topic, partition and how many records.
const BEHIND: [(&str, i32, i64); 4] = [
    ("clickstream.ad-impressions", 3, 184_000),
    ("logs.app.json", 11, 92_500),
    ("metrics.prometheus", 7, 310_400),
    ("traces.otlp.spans", 18, 47_200),
];

pub(super) fn create(state: &mut State) {
    let mut chance = Chance::seeded(20_240_612);
    for row in TOPICS {
        create_one(state, row, &mut chance);
    }
    put_aside(state);
    fall_behind(state);
    transactions(state);
}

fn create_one(state: &mut State, row: &Row, chance: &mut Chance) {
    let mut spec = TopicSpec::new(row.name)
        .partitions(row.partitions)
        .replication(row.replication)
        .record_bytes(row.record_bytes);
    if row.name == FORGOTTEN {
        spec = spec.assignments([vec![OFFLINE.0], vec![3], vec![4]]);
    }
    for (name, value) in row.policy.settings() {
        spec = spec.config(*name, *value);
    }
    if matches!(row.policy, Policy::Month | Policy::Year | Policy::Forever) {
        spec = spec.config("min.insync.replicas", "2");
    }
    spec.internal = row.policy == Policy::Internal;
    state.create_topic(spec);
    let now = now_ms();
    let Ok(topic) = state.topic_mut(row.name) else { return };
    for partition in &mut topic.partitions {
        let bytes = chance.around(row.mib * MIB, 18);
        let records = bytes / row.record_bytes.max(1);
        // Most logs have lost their beginning to retention long ago.
        let gone = if row.policy == Policy::Forever { 0 } else { chance.around(records * 3, 20) };
        partition.log_start = gone;
        partition.log_end = gone + records;
        partition.high_watermark = partition.log_end;
        partition.last_stable = partition.log_end;
        partition.first_timestamp = now - row.policy.span_ms();
        partition.last_timestamp = now;
        partition.leader_epoch = i32::try_from(3 + chance.below(40)).unwrap_or_default();
        partition.epoch_starts = vec![(partition.leader_epoch, gone)];
        for replica in &mut partition.replicas {
            // Segments are rolled at different times, so that copies differ a little.
            replica.size = bytes + chance.below(4 * MIB);
        }
    }
}

/// The forgotten topic's first partition stands in the directory that will fail.
fn put_aside(state: &mut State) {
    let dir = state.dir_index(OFFLINE.0, OFFLINE.1).unwrap_or_default();
    if let Ok(partition) = state.partition_mut(FORGOTTEN, 0)
        && let Some(replica) = partition.replica_mut(OFFLINE.0)
    {
        replica.dir = dir;
    }
}

fn fall_behind(state: &mut State) {
    for (topic, index, lag) in BEHIND {
        let Ok(partition) = state.partition_mut(topic, index) else { continue };
        let Some(last) = partition.replicas.last_mut() else { continue };
        last.offset_lag = lag;
        let broker = last.broker;
        partition.isr.retain(|&id| id != broker);
    }
}

fn transactions(state: &mut State) {
    let now = now_ms();
    let running = [
        ("payments-ledger-0", "Ongoing", 900, "payments.ledger-entries.v2"),
        ("payments-ledger-1", "Ongoing", 1_400, "payments.ledger-entries.v2"),
        ("order-enrichment-0_3", "CompleteCommit", -1, "orders.events.v2"),
        ("fraud-scoring-1_7", "PrepareCommit", 120, "fraud.scores.v1"),
        ("connect-s3-sink-orders-2", "Empty", -1, "orders.events.v2"),
        ("billing-import-hung", "Ongoing", 5_400_000, "finance.gl-postings.v1"),
    ];
    for (at, (id, word, age, topic)) in (0i32..).zip(running) {
        let started_ms = if age < 0 { -1 } else { now - age };
        let producer_id = 41_000 + i64::from(at);
        state.add_transaction(Transaction {
            id: id.to_owned(),
            producer_id,
            producer_epoch: 7,
            state: word.to_owned(),
            timeout_ms: 60_000,
            started_ms,
            partitions: [(topic.to_owned(), vec![at])].into(),
        });
        if let Ok(partition) = state.partition_mut(topic, at) {
            let transaction_start = if age < 0 { -1 } else { partition.log_end - 40 };
            partition.producers.push(Producer {
                id: producer_id,
                epoch: 7,
                last_sequence: 1_204,
                last_timestamp: now,
                coordinator_epoch: 12,
                transaction_start,
            });
        }
    }
}
