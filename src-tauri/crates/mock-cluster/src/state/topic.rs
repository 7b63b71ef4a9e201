//! Topics, partitions and replicas, with offsets, sizes and moves between directories and brokers.

use std::collections::BTreeMap;

use uuid::Uuid;

/// What a test asks of a new topic.
#[derive(Debug, Clone)]
#[must_use]
pub struct TopicSpec {
    pub(crate) name: String,
    pub(crate) partitions: i32,
    pub(crate) replication: usize,
    pub(crate) internal: bool,
    pub(crate) records: i64,
    pub(crate) record_bytes: i64,
    pub(crate) configs: BTreeMap<String, String>,
    pub(crate) assignments: Option<Vec<Vec<i32>>>,
}

impl TopicSpec {
    /// One partition, one replica, empty.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            partitions: 1,
            replication: 1,
            internal: false,
            records: 0,
            record_bytes: 512,
            configs: BTreeMap::new(),
            assignments: None,
        }
    }

    pub fn partitions(mut self, count: i32) -> Self {
        self.partitions = count;
        self
    }

    pub fn replication(mut self, factor: usize) -> Self {
        self.replication = factor;
        self
    }

    pub fn internal(mut self) -> Self {
        self.internal = true;
        self
    }

    /// Records in each partition, from offset 0.
    pub fn records(mut self, count: i64) -> Self {
        self.records = count;
        self
    }

    /// Mean size of a record in the log.
    pub fn record_bytes(mut self, bytes: i64) -> Self {
        self.record_bytes = bytes;
        self
    }

    pub fn config(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.configs.insert(name.into(), value.into());
        self
    }

    /// The brokers of each partition, the preferred leader first; sets the number of partitions too.
    pub fn assignments(mut self, brokers: impl IntoIterator<Item = Vec<i32>>) -> Self {
        self.assignments = Some(brokers.into_iter().collect());
        self
    }
}

#[derive(Debug, Clone)]
pub struct Topic {
    pub id: Uuid,
    pub name: String,
    pub internal: bool,
    pub partitions: Vec<Partition>,
    /// Overrides only.
    pub configs: BTreeMap<String, String>,
    /// Mean size of a record, by which sizes follow offsets.
    pub record_bytes: i64,
}

impl Topic {
    pub fn partition(&self, index: i32) -> Option<&Partition> {
        usize::try_from(index).ok().and_then(|at| self.partitions.get(at))
    }

    pub fn partition_mut(&mut self, index: i32) -> Option<&mut Partition> {
        usize::try_from(index).ok().and_then(|at| self.partitions.get_mut(at))
    }
}

#[derive(Debug, Clone)]
pub struct Partition {
    pub index: i32,
    /// -1 while there is none, as on the wire.
    pub leader: i32,
    pub leader_epoch: i32,
    pub isr: Vec<i32>,
    /// In the order of preference.
    pub replicas: Vec<Replica>,
    pub log_start: i64,
    pub high_watermark: i64,
    pub log_end: i64,
    /// The end of what a reader of committed records sees.
    pub last_stable: i64,
    /// Timestamps of the first and last record, in milliseconds; records lie evenly between them.
    pub first_timestamp: i64,
    pub last_timestamp: i64,
    /// Where each leader epoch began.
    pub epoch_starts: Vec<(i32, i64)>,
    pub reassignment: Option<Reassignment>,
    pub producers: Vec<Producer>,
}

impl Partition {
    pub fn replica(&self, broker: i32) -> Option<&Replica> {
        self.replicas.iter().find(|replica| replica.broker == broker)
    }

    pub fn replica_mut(&mut self, broker: i32) -> Option<&mut Replica> {
        self.replicas.iter_mut().find(|replica| replica.broker == broker)
    }

    pub fn preferred(&self) -> Option<i32> {
        self.replicas.first().map(|replica| replica.broker)
    }

    /// Loses its oldest records, as retention takes them.
    pub(crate) fn cut(&mut self, records: i64, record_bytes: i64) {
        self.log_start += records;
        for replica in &mut self.replicas {
            replica.size = (replica.size - records * record_bytes).max(0);
        }
    }

    /// The first offset whose record is not older than this time, with that record's time.
    pub(crate) fn offset_at(&self, timestamp: i64) -> Option<(i64, i64)> {
        let count = self.high_watermark - self.log_start;
        if count <= 0 || timestamp > self.last_timestamp {
            return None;
        }
        if timestamp <= self.first_timestamp || count == 1 {
            return Some((self.log_start, self.first_timestamp));
        }
        let (span, into) = (
            i128::from(self.last_timestamp - self.first_timestamp),
            i128::from(timestamp - self.first_timestamp),
        );
        let steps = i128::from(count - 1);
        let step = (into * steps + span - 1) / span.max(1);
        let found = i128::from(self.first_timestamp) + span * step / steps;
        Some((self.log_start + i64::try_from(step).ok()?, i64::try_from(found).ok()?))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replica {
    pub broker: i32,
    /// Index into the broker's directories.
    pub dir: usize,
    pub size: i64,
    /// How far its log end is behind the high watermark.
    pub offset_lag: i64,
    /// The copy that is being built in another directory.
    pub future: Option<FutureReplica>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FutureReplica {
    pub dir: usize,
    pub size: i64,
    /// How far it is behind the current copy.
    pub offset_lag: i64,
}

/// A running reassignment; `replicas` of the partition holds old and new ones until it is done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reassignment {
    pub adding: Vec<i32>,
    pub removing: Vec<i32>,
}

/// An idempotent or transactional producer that is active on a partition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Producer {
    pub id: i64,
    pub epoch: i32,
    pub last_sequence: i32,
    pub last_timestamp: i64,
    pub coordinator_epoch: i32,
    /// -1 when no transaction is open.
    pub transaction_start: i64,
}
