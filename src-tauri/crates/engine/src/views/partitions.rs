//! A topic's partitions: who holds each, where its log begins and ends, how large the leader's copy is and how far the
//! worst follower lags. Rows are built for the slice on screen only; ten thousand partitions cost a sort.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use admin::{Dirs, Move, Partition, Replica, Topic};
use contract::{ApiError, Level, Page, PartitionRow, TableQuery, View};

use crate::{
    clock::millis,
    kept::{Kept, Shelf},
    offsets::TopicOffsets,
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, Row, SortKey, all_chip, chip, grouped, page, total},
};

/// A topic's replicas as the log dirs tell them: by partition and broker.
pub(crate) type InDirs = HashMap<(i32, i32), Replica>;

/// A partition as far as the table sorts and filters it.
struct PartitionEntry {
    index: i32,
    leader: Option<i32>,
    epoch: Option<i32>,
    replicas: usize,
    in_sync: usize,
    moving: bool,
    brokers: Vec<i32>,
    earliest: Option<i64>,
    latest: Option<i64>,
    size: Option<i64>,
    lag: Option<i64>,
}

impl Row for PartitionEntry {
    fn matches(&self, needle: &str) -> bool {
        let state = match (self.leader, self.in_sync < self.replicas) {
            (None, _) => "without leader",
            (_, true) => "out of sync",
            (_, false) => "in sync",
        };
        match needle.strip_prefix("broker") {
            Some(broker) => broker.trim().parse().is_ok_and(|broker: i32| self.brokers.contains(&broker)),
            None => state.contains(needle) || self.index.to_string().starts_with(needle),
        }
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "out_of_sync" => self.in_sync < self.replicas,
            "leaderless" => self.leader.is_none(),
            "moving" => self.moving,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "index" | "partition" => SortKey::number(Some(self.index)),
            "leader" => SortKey::number(self.leader),
            "epoch" => SortKey::number(self.epoch),
            "in_sync" => SortKey::number(i64::try_from(self.in_sync).ok()),
            "earliest" => SortKey::number(self.earliest),
            "latest" => SortKey::number(self.latest),
            "span" => {
                let span = |(latest, earliest): (i64, i64)| latest.saturating_sub(earliest);
                SortKey::number(self.latest.zip(self.earliest).map(span))
            }
            "size" => SortKey::number(self.size),
            "worst_lag" => SortKey::number(self.lag),
            _ => return None,
        })
    }
}

/// All that a partition's row is made of.
pub(super) struct Ground<'a> {
    pub(super) topic: &'a Topic,
    offsets: Option<Arc<TopicOffsets>>,
    pub(super) dirs: Arc<Shelf<i32, Dirs>>,
    pub(super) in_dirs: Arc<InDirs>,
    /// By partition.
    moves: BTreeMap<i32, Move>,
}

impl Ground<'_> {
    pub(super) fn moving(&self, partition: i32) -> Option<&Move> {
        self.moves.get(&partition)
    }

    pub(super) fn ends(&self, partition: i32) -> (Kept<i64>, Kept<i64>) {
        let offsets = self.offsets.as_ref();
        offsets.and_then(|offsets| offsets.partitions.get(&partition)).cloned().unwrap_or_default()
    }

    fn entry(&self, partition: &Partition<'_>) -> PartitionEntry {
        let (earliest, latest) = self.ends(partition.index);
        let copy = |broker: i32| self.in_dirs.get(&(partition.index, broker));
        let followers = partition.replicas.iter().filter(|broker| Some(**broker) != partition.leader);
        PartitionEntry {
            index: partition.index,
            leader: partition.leader,
            epoch: partition.leader_epoch,
            replicas: partition.replicas.len(),
            in_sync: partition.isr.len(),
            moving: self.moving(partition.index).is_some(),
            brokers: partition.replicas.to_vec(),
            earliest: earliest.value().copied(),
            latest: latest.value().copied(),
            size: partition.leader.and_then(copy).map(|copy| copy.bytes),
            lag: followers.filter_map(|broker| copy(*broker)).filter_map(|copy| copy.lag()).max(),
        }
    }

    /// Of the leaders' copies, as far as log dirs tell them.
    fn size_total(&self) -> contract::Total {
        let copies = self
            .topic
            .partitions()
            .map(|partition| Some(self.in_dirs.get(&(partition.index, partition.leader?))?.bytes));
        let told: Vec<i64> = copies.flatten().collect();
        let bytes = told.iter().fold(0_i64, |sum, bytes| sum.saturating_add(*bytes));
        match (told.len(), self.topic.len()) {
            (0, 1..) => total("Size", "\u{2014}", "leader copies"),
            (told, all) if told < all => {
                total("Size", total_size(bytes), format!("leader copies, {told} of {all} partitions"))
            }
            _ => total("Size", total_size(bytes), "leader copies"),
        }
    }
}

impl OpenCluster {
    /// The partitions of one topic.
    pub(crate) fn partitions_page(
        self: &Arc<Self>,
        name: &str,
        query: &TableQuery,
    ) -> Result<Page<PartitionRow>, ApiError> {
        let view = View::Topic { name: name.to_owned() };
        self.ensure(view.clone());
        let snapshot = self.snapshot();
        let Some(topic) = snapshot.topic(name) else {
            // Says why there is none, or that it is being asked for.
            let detail = self.topic_page(name)?;
            let head = Head { chips: Vec::new(), totals: Vec::new(), freshness: detail.freshness };
            return Ok(page(&crate::tables::Arranged::default(), query, head, Index::new(), |_, _| None));
        };
        let dirs = self.held.log_dirs.all();
        let log_dirs_version = dirs.version;
        let offsets_version = self.held.offsets.version();
        let moves = self.held.moves.get();
        let ground = Ground {
            topic,
            offsets: self.held.offsets.get(name),
            in_dirs: self.held.in_dirs.get_or((log_dirs_version, name.to_owned()), || in_dirs(name, &dirs)),
            dirs,
            moves: by_partition(name, moves.value()),
        };
        let versions = vec![
            snapshot.generation(),
            log_dirs_version,
            offsets_version,
            moves.told_at().map_or(0, |at| millis(at).0.unsigned_abs()),
        ];
        let arranged = self.held.partition_order.arrange(versions, name, query, || {
            topic.partitions().map(|partition| ground.entry(&partition)).collect()
        });
        let moving = moves.value().map(|_| ground.moves.len());
        let chips = vec![
            all_chip(topic.len()),
            chip("out_of_sync", "Out of sync", Some(topic.under_replicated() as usize), Level::Warn),
            chip("leaderless", "Without leader", Some(topic.leaderless() as usize), Level::Bad),
            chip("moving", "Being moved", moving, Level::Plain),
        ];
        let totals = vec![
            total("Partitions", grouped(i64::try_from(topic.len()).unwrap_or(i64::MAX)), ""),
            total("Out of sync", grouped(i64::from(topic.out_of_sync())), "replicas"),
            ground.size_total(),
        ];
        let head = Head { chips, totals, freshness: self.topic_freshness(name, &view) };
        let places: Vec<i32> = topic.partitions().map(|partition| partition.index).collect();
        Ok(page(&arranged, query, head, Index::new(), |index, place| {
            let partition = topic.partition(*places.get(place as usize)?)?;
            Some(self.partition_row(index, &ground, &partition))
        }))
    }
}

/// The moves of one topic.
fn by_partition(name: &str, moves: Option<&Vec<Move>>) -> BTreeMap<i32, Move> {
    let of_topic = moves.into_iter().flatten().filter(|one| &*one.topic == name);
    of_topic.map(|one| (one.partition, one.clone())).collect()
}

/// The replicas of one topic in all log dirs; the one being moved gives way to the one in use.
fn in_dirs(name: &str, dirs: &BTreeMap<i32, Kept<Dirs>>) -> InDirs {
    let mut found = InDirs::new();
    for (broker, dirs) in dirs.iter().filter_map(|(broker, kept)| Some((*broker, kept.value()?))) {
        for topic in
            dirs.dirs.iter().flat_map(|dir| dir.listed.topics()).filter(|topic| &**topic.name == name)
        {
            for replica in topic.replicas.iter().filter(|replica| !replica.future) {
                found.insert((replica.partition, broker), *replica);
            }
        }
    }
    found
}
