//! The topic configs of Kafka 4.x with their types, defaults and the broker configs that they fall back to. Read top to
//! bottom; a missing line is a config that no topic can have.

use super::{ConfigKind, Definition};
use ConfigKind::{Boolean, Double, Int, List, Long, Text};

#[rustfmt::skip]
pub(crate) const TOPIC_CONFIGS: &[Definition] = &[
    line("cleanup.policy", List, "delete", "log.cleanup.policy", "Whether old segments are deleted, compacted, or both."),
    line("compression.gzip.level", Int, "-1", "compression.gzip.level", "Level used when the broker compresses with gzip."),
    line("compression.lz4.level", Int, "9", "compression.lz4.level", "Level used when the broker compresses with lz4."),
    line("compression.type", Text, "producer", "compression.type", "Codec of the log; \"producer\" keeps what the producer chose."),
    line("compression.zstd.level", Int, "3", "compression.zstd.level", "Level used when the broker compresses with zstd."),
    line("delete.retention.ms", Long, "86400000", "log.cleaner.delete.retention.ms", "How long a tombstone of a compacted topic stays readable."),
    bare("errors.deadletterqueue.group.enable", Boolean, "false", "Whether a share group may use this topic as its dead letter queue."),
    line("file.delete.delay.ms", Long, "60000", "log.segment.delete.delay.ms", "How long a deleted file stays on disk."),
    line("flush.messages", Long, "9223372036854775807", "log.flush.interval.messages", "Records after which the log is forced to disk."),
    quiet("flush.ms", Long, "9223372036854775807", "log.flush.interval.ms", "Time after which the log is forced to disk."),
    bare("follower.replication.throttled.replicas", List, "", "Replicas whose replication is throttled on the follower's side."),
    line("index.interval.bytes", Int, "4096", "log.index.interval.bytes", "Bytes between two entries of the offset index."),
    bare("leader.replication.throttled.replicas", List, "", "Replicas whose replication is throttled on the leader's side."),
    line("local.retention.bytes", Long, "-2", "log.local.retention.bytes", "Bytes kept on local disk when older segments are in remote storage."),
    line("local.retention.ms", Long, "-2", "log.local.retention.ms", "Time kept on local disk when older segments are in remote storage."),
    line("max.compaction.lag.ms", Long, "9223372036854775807", "log.cleaner.max.compaction.lag.ms", "Longest time a record may stay uncompacted."),
    line("max.decompressed.message.bytes", Int, "2147483639", "max.decompressed.message.bytes", "Largest record batch after decompression."),
    line("max.message.bytes", Int, "1048588", "message.max.bytes", "Largest record batch that the topic takes."),
    line("message.timestamp.after.max.ms", Long, "3600000", "log.message.timestamp.after.max.ms", "How far a record's time may be ahead of the broker's."),
    line("message.timestamp.before.max.ms", Long, "9223372036854775807", "log.message.timestamp.before.max.ms", "How far a record's time may be behind the broker's."),
    line("message.timestamp.type", Text, "CreateTime", "log.message.timestamp.type", "Whether a record keeps its own time or gets the broker's."),
    line("min.cleanable.dirty.ratio", Double, "0.5", "log.cleaner.min.cleanable.ratio", "Share of the log that must be dirty before it is compacted."),
    line("min.compaction.lag.ms", Long, "0", "log.cleaner.min.compaction.lag.ms", "Shortest time a record stays uncompacted."),
    line("min.insync.replicas", Int, "1", "min.insync.replicas", "Replicas that must be in sync for a write with acks=all."),
    line("preallocate", Boolean, "false", "log.preallocate", "Whether a new segment's file gets its full size at once."),
    line("remote.copy.lag.bytes", Long, "-1", "log.remote.copy.lag.bytes", "Bytes that may wait to be copied to remote storage."),
    line("remote.copy.lag.ms", Long, "0", "log.remote.copy.lag.ms", "Time that a segment may wait to be copied to remote storage."),
    bare("remote.log.copy.disable", Boolean, "false", "Stops copying segments to remote storage."),
    bare("remote.log.delete.on.disable", Boolean, "false", "Deletes remote segments when remote storage is switched off."),
    bare("remote.storage.enable", Boolean, "false", "Whether older segments go to remote storage."),
    line("retention.bytes", Long, "-1", "log.retention.bytes", "Size of a partition above which old segments are deleted."),
    quiet("retention.ms", Long, "604800000", "log.retention.ms", "Age above which old segments are deleted."),
    line("segment.bytes", Int, "1073741824", "log.segment.bytes", "Size at which a segment is rolled."),
    line("segment.index.bytes", Int, "10485760", "log.index.size.max.bytes", "Largest size of a segment's index."),
    quiet("segment.jitter.ms", Long, "0", "log.roll.jitter.ms", "Random time taken off a segment's age, to spread the rolling."),
    quiet("segment.ms", Long, "604800000", "log.roll.ms", "Age at which a segment is rolled."),
    line("unclean.leader.election.enable", Boolean, "false", "unclean.leader.election.enable", "Whether a replica that is not in sync may lead when no other can."),
];

/// A config that falls back to the broker's config of this name, default included.
const fn line(
    name: &'static str,
    kind: ConfigKind,
    default: &'static str,
    synonym: &'static str,
    doc: &'static str,
) -> Definition {
    let (default, synonym) = (Some(default), Some(synonym));
    Definition { name, kind, default, synonym, default_is_synonym: true, doc }
}

/// A config whose broker config has no value unless somebody sets it.
const fn quiet(
    name: &'static str,
    kind: ConfigKind,
    default: &'static str,
    synonym: &'static str,
    doc: &'static str,
) -> Definition {
    Definition { default_is_synonym: false, ..line(name, kind, default, synonym, doc) }
}

/// A config that only topics have.
const fn bare(name: &'static str, kind: ConfigKind, default: &'static str, doc: &'static str) -> Definition {
    Definition { synonym: None, default_is_synonym: false, ..line(name, kind, default, "", doc) }
}
