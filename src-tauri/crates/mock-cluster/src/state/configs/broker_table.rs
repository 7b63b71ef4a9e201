//! The broker configs that an operator looks at first, with types and defaults. A real broker has some three hundred; a
//! missing line is a config that this cluster does not show.

use super::{ConfigKind, Definition};
use ConfigKind::{Boolean, Double, Int, List, Long, Password, Short, Text};

#[rustfmt::skip]
pub(crate) const BROKER_CONFIGS: &[Definition] = &[
    fixed("advertised.listeners", List, None, "Addresses that clients are told to use."),
    fixed("auto.create.topics.enable", Boolean, Some("true"), "Whether a look-up of an unknown topic makes it."),
    fixed("auto.leader.rebalance.enable", Boolean, Some("true"), "Whether leadership goes back to preferred replicas by itself."),
    dynamic("background.threads", Int, Some("10"), "Threads for background work."),
    fixed("broker.heartbeat.interval.ms", Int, Some("2000"), "Time between two heartbeats to the controller."),
    fixed("broker.id", Int, Some("-1"), "This broker's id."),
    fixed("broker.rack", Text, None, "The rack that this broker stands in."),
    fixed("broker.session.timeout.ms", Int, Some("9000"), "Silence after which the controller fences the broker."),
    dynamic("compression.gzip.level", Int, Some("-1"), "Level used when the broker compresses with gzip."),
    dynamic("compression.lz4.level", Int, Some("9"), "Level used when the broker compresses with lz4."),
    dynamic("compression.type", Text, Some("producer"), "Codec of topics that don't set their own."),
    dynamic("compression.zstd.level", Int, Some("3"), "Level used when the broker compresses with zstd."),
    fixed("connections.max.idle.ms", Long, Some("600000"), "Idle time after which a connection is closed."),
    fixed("controlled.shutdown.enable", Boolean, Some("true"), "Whether leadership moves away before the broker stops."),
    dynamic("cordoned.log.dirs", List, Some(""), "Directories that get no new replicas."),
    fixed("default.replication.factor", Int, Some("1"), "Replicas of a topic that is made without a number."),
    fixed("delete.topic.enable", Boolean, Some("true"), "Whether topics can be deleted."),
    fixed("group.initial.rebalance.delay.ms", Int, Some("3000"), "Wait for more members before a new group's first rebalance."),
    fixed("group.max.size", Int, Some("2147483647"), "Members that a group may have."),
    fixed("group.min.session.timeout.ms", Int, Some("6000"), "Shortest session timeout of a member."),
    fixed("leader.imbalance.check.interval.seconds", Long, Some("300"), "Time between two checks for leadership imbalance."),
    dynamic("listeners", List, Some("PLAINTEXT://:9092"), "Addresses that the broker listens on."),
    dynamic("log.cleaner.delete.retention.ms", Long, Some("86400000"), "Default of delete.retention.ms."),
    fixed("log.cleaner.enable", Boolean, Some("true"), "Whether the log cleaner runs."),
    dynamic("log.cleaner.max.compaction.lag.ms", Long, Some("9223372036854775807"), "Default of max.compaction.lag.ms."),
    dynamic("log.cleaner.min.cleanable.ratio", Double, Some("0.5"), "Default of min.cleanable.dirty.ratio."),
    dynamic("log.cleaner.min.compaction.lag.ms", Long, Some("0"), "Default of min.compaction.lag.ms."),
    dynamic("log.cleaner.threads", Int, Some("1"), "Threads that compact."),
    dynamic("log.cleanup.policy", List, Some("delete"), "Default of cleanup.policy."),
    fixed("log.dirs", List, None, "Directories that hold the log."),
    dynamic("log.flush.interval.messages", Long, Some("9223372036854775807"), "Default of flush.messages."),
    dynamic("log.flush.interval.ms", Long, None, "Default of flush.ms."),
    dynamic("log.index.interval.bytes", Int, Some("4096"), "Default of index.interval.bytes."),
    dynamic("log.index.size.max.bytes", Int, Some("10485760"), "Default of segment.index.bytes."),
    dynamic("log.local.retention.bytes", Long, Some("-2"), "Default of local.retention.bytes."),
    dynamic("log.local.retention.ms", Long, Some("-2"), "Default of local.retention.ms."),
    dynamic("log.message.timestamp.type", Text, Some("CreateTime"), "Default of message.timestamp.type."),
    dynamic("log.preallocate", Boolean, Some("false"), "Default of preallocate."),
    dynamic("log.retention.bytes", Long, Some("-1"), "Default of retention.bytes."),
    fixed("log.retention.check.interval.ms", Long, Some("300000"), "Time between two looks for old segments."),
    fixed("log.retention.hours", Int, Some("168"), "Retention in hours where no finer one is set."),
    dynamic("log.retention.ms", Long, None, "Default of retention.ms."),
    fixed("log.roll.hours", Int, Some("168"), "Age in hours at which a segment is rolled, where no finer one is set."),
    dynamic("log.roll.jitter.ms", Long, None, "Default of segment.jitter.ms."),
    dynamic("log.roll.ms", Long, None, "Default of segment.ms."),
    dynamic("log.segment.bytes", Int, Some("1073741824"), "Default of segment.bytes."),
    dynamic("log.segment.delete.delay.ms", Long, Some("60000"), "Default of file.delete.delay.ms."),
    dynamic("message.max.bytes", Int, Some("1048588"), "Default of max.message.bytes."),
    dynamic("metric.reporters", List, Some("org.apache.kafka.common.metrics.JmxReporter"), "Classes that report metrics."),
    dynamic("min.insync.replicas", Int, Some("1"), "Default of min.insync.replicas."),
    fixed("node.id", Int, None, "This node's id."),
    dynamic("num.io.threads", Int, Some("8"), "Threads that carry out requests."),
    dynamic("num.network.threads", Int, Some("3"), "Threads that read and write sockets."),
    fixed("num.partitions", Int, Some("1"), "Partitions of a topic that is made without a number."),
    dynamic("num.recovery.threads.per.data.dir", Int, Some("2"), "Threads that read each directory at start."),
    dynamic("num.replica.fetchers", Int, Some("1"), "Threads that fetch from each leader."),
    fixed("offsets.retention.minutes", Int, Some("10080"), "How long an empty group's offsets stay."),
    fixed("offsets.topic.num.partitions", Int, Some("50"), "Partitions of the topic that holds committed offsets."),
    fixed("offsets.topic.replication.factor", Short, Some("3"), "Replicas of the topic that holds committed offsets."),
    fixed("offsets.topic.segment.bytes", Int, Some("104857600"), "Segment size of the topic that holds committed offsets."),
    fixed("process.roles", List, None, "What this node is."),
    fixed("queued.max.requests", Int, Some("500"), "Requests that may wait."),
    fixed("replica.fetch.max.bytes", Int, Some("1048576"), "Bytes that a follower asks of one partition."),
    fixed("replica.lag.time.max.ms", Long, Some("30000"), "How long a follower may be behind before it leaves the ISR."),
    fixed("socket.request.max.bytes", Int, Some("104857600"), "Largest request."),
    dynamic("ssl.keystore.password", Password, None, "Password of the key store."),
    fixed("transaction.max.timeout.ms", Int, Some("900000"), "Longest transaction timeout that a producer may ask for."),
    fixed("transaction.state.log.replication.factor", Short, Some("3"), "Replicas of the topic that holds transaction states."),
    dynamic("unclean.leader.election.enable", Boolean, Some("false"), "Default of unclean.leader.election.enable."),
];

/// A config that can be changed while the broker runs.
const fn dynamic(
    name: &'static str,
    kind: ConfigKind,
    default: Option<&'static str>,
    doc: &'static str,
) -> Definition {
    Definition { name, kind, default, synonym: Some(name), default_is_synonym: true, doc }
}

/// A config that only the broker's file sets.
const fn fixed(
    name: &'static str,
    kind: ConfigKind,
    default: Option<&'static str>,
    doc: &'static str,
) -> Definition {
    Definition { synonym: None, ..dynamic(name, kind, default, doc) }
}
