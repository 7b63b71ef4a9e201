//! Directories as told, one entry for each broker and directory: what table, verdict and sidebar count from.
//!
//! Volume figures are the file system's. Two directories of one broker that tell the very same figures most likely share
//! a volume, and summing both would show twice the disk.

use std::{collections::BTreeMap, sync::Arc};

use admin::{Dir, Dirs, Sums};

use crate::{
    clock::millis,
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    tables::{Row, SortKey, count, holds},
};

/// From this part of the volume in use on, a directory is in the chip of the full ones.
const FULL: f64 = 85.0;

/// A directory as told; a broker that never told one has an entry too.
#[derive(Clone)]
pub(crate) struct DirEntry {
    pub(crate) broker: i32,
    pub(super) host: String,
    pub(super) rack: Option<String>,
    pub(crate) kept: Kept<Dirs>,
    /// Its place in the answer; `None`: the broker never told one.
    pub(super) place: Option<usize>,
    pub(super) sums: Sums,
    pub(super) leaders: Option<u32>,
    /// Kafka's bytes in all directories of the same volume.
    pub(super) on_volume: i64,
    pub(super) shared_volume: bool,
}

impl DirEntry {
    pub(crate) fn dir(&self) -> Option<&Dir> {
        self.kept.value()?.dirs.get(self.place?)
    }

    /// The directory, when the broker can use it.
    pub(super) fn readable(&self) -> Option<&Dir> {
        self.dir().filter(|dir| dir.code.is_none())
    }

    pub(crate) fn offline(&self) -> bool {
        self.kept.failed.is_none() && self.dir().is_some_and(|dir| !dir.code.is_none())
    }

    /// How much of the volume is in use, by whomever, in percent.
    pub(crate) fn used_percent(&self) -> Option<f64> {
        let dir = self.readable()?;
        let (volume, usable) = (dir.volume?, dir.usable?);
        (volume > 0).then(|| (volume.saturating_sub(usable)) as f64 / volume as f64 * 100.0)
    }

    pub(crate) fn full(&self) -> bool {
        self.used_percent().is_some_and(|used| used >= FULL)
    }

    /// Kafka's part of the volume, in percent.
    pub(super) fn kafka_percent(&self) -> Option<f64> {
        let volume = self.readable()?.volume?;
        (volume > 0).then(|| self.sums.bytes as f64 / volume as f64 * 100.0)
    }

    /// What takes the rest of the volume. Files that are sparse can make it a little less than nothing, which means nothing.
    pub(super) fn other(&self) -> Option<i64> {
        let dir = self.readable()?;
        let used = dir.volume?.saturating_sub(dir.usable?);
        Some(used.saturating_sub(self.on_volume).max(0))
    }

    /// Whether the broker gave no answer the last time it was asked.
    pub(super) fn unanswered(&self) -> bool {
        self.kept.failed.is_some()
    }

    pub(super) fn moving(&self) -> bool {
        self.sums.future > 0
    }

    /// Online, offline, last seen, never told.
    fn rank(&self) -> i64 {
        match (self.dir(), &self.kept.failed) {
            (Some(dir), None) => i64::from(!dir.code.is_none()),
            (Some(_), Some(_)) => 2,
            (None, _) => 3,
        }
    }
}

impl Row for DirEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&format!("broker {}", self.broker), needle)
            || holds(&self.host, needle)
            || self.rack.as_deref().is_some_and(|rack| holds(rack, needle))
            || self.dir().is_some_and(|dir| holds(&dir.path, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "offline" => self.offline(),
            "full" => self.full(),
            "moving" => self.moving(),
            "cordoned" => self.dir().is_some_and(|dir| dir.cordoned == Some(true)),
            "unanswered" => self.unanswered(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let dir = self.readable();
        Some(match column {
            "broker" => SortKey::number(Some(self.broker)),
            "path" => SortKey::text(self.dir().map(|dir| dir.path.as_str())),
            "state" => SortKey::Number(self.rank()),
            "volume" => SortKey::number(dir.and_then(|dir| dir.volume)),
            "usable" => SortKey::number(dir.and_then(|dir| dir.usable)),
            "kafka" => SortKey::number(dir.map(|_| self.sums.bytes)),
            "other" => SortKey::number(self.other()),
            "kafka_percent" => SortKey::fraction(self.kafka_percent()),
            "replicas" => SortKey::number(dir.map(|_| self.sums.replicas)),
            "leaders" => SortKey::number(dir.and(self.leaders)),
            "future" => SortKey::number(dir.map(|_| self.sums.future)),
            "worst_lag" => SortKey::number(dir.and(self.sums.worst_lag)),
            "told" => SortKey::number(self.kept.told_at().map(|at| millis(at).0)),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// All directories, by broker and as each broker orders them.
    pub(crate) fn dir_entries(&self, kept: &Shelf<i32, Dirs>) -> Vec<DirEntry> {
        let snapshot = self.snapshot();
        let leaders = self.dir_leaders(kept);
        let mut entries = Vec::new();
        for broker in self.known_brokers() {
            let known = snapshot.broker(broker);
            let blank = DirEntry {
                broker,
                host: known.map_or_else(String::new, |known| format!("{}:{}", known.host, known.port)),
                rack: known.and_then(|known| known.rack.as_deref().map(str::to_owned)),
                kept: kept.get(&broker).cloned().unwrap_or_default(),
                place: None,
                sums: Sums::default(),
                leaders: None,
                on_volume: 0,
                shared_volume: false,
            };
            let first = entries.len();
            for (place, dir) in blank.kept.value().iter().flat_map(|dirs| dirs.dirs.iter().enumerate()) {
                let leading = |leaders: &BTreeMap<(i32, usize), u32>| leaders.get(&(broker, place)).copied();
                entries.push(DirEntry {
                    place: Some(place),
                    sums: dir.sums,
                    on_volume: dir.sums.bytes,
                    leaders: leaders.as_ref().map(|leaders| leading(leaders).unwrap_or(0)),
                    ..blank.clone()
                });
            }
            match entries.get_mut(first..) {
                Some(told) if !told.is_empty() => share_volumes(told),
                _ => entries.push(blank),
            }
        }
        entries
    }

    /// Replicas that lead, by broker and place of the directory; `None` while the topics are not listed.
    fn dir_leaders(&self, kept: &Shelf<i32, Dirs>) -> Option<Arc<BTreeMap<(i32, usize), u32>>> {
        let snapshot = self.snapshot();
        snapshot.listing_source()?;
        let count_all = || {
            let mut leaders = BTreeMap::new();
            for (broker, dirs) in kept.iter().filter_map(|(broker, kept)| Some((*broker, kept.value()?))) {
                for (place, dir) in dirs.dirs.iter().enumerate() {
                    let mut leading = 0_u32;
                    for topic in dir.listed.topics() {
                        let Some(known) = snapshot.topic(topic.name) else { continue };
                        let leads = |partition: i32| {
                            known.partition(partition).is_some_and(|known| known.leader == Some(broker))
                        };
                        let present = topic.replicas.iter().filter(|replica| !replica.future);
                        leading += count(present.filter(|replica| leads(replica.partition)).count());
                    }
                    leaders.insert((broker, place), leading);
                }
            }
            leaders
        };
        Some(self.held.leaders.get_or((kept.version, snapshot.generation()), count_all))
    }

    /// Bytes of all replicas on the brokers whose last answer stands, and how many those are.
    pub(crate) fn stored(&self, kept: &Shelf<i32, Dirs>) -> (i64, u32) {
        let standing = kept.values().filter(|kept| kept.fresh()).filter_map(Kept::value);
        standing.fold((0_i64, 0_u32), |(bytes, answered), dirs| {
            (bytes.saturating_add(bytes_of(dirs)), answered + 1)
        })
    }
}

/// Finds directories of one broker that tell the very same volume figures.
fn share_volumes(entries: &mut [DirEntry]) {
    let mut volumes: BTreeMap<(i64, i64), (usize, i64)> = BTreeMap::new();
    let figures = |entry: &DirEntry| entry.readable().and_then(|dir| Some((dir.volume?, dir.usable?)));
    for entry in entries.iter() {
        if let Some(key) = figures(entry) {
            let volume = volumes.entry(key).or_default();
            volume.0 += 1;
            volume.1 = volume.1.saturating_add(entry.sums.bytes);
        }
    }
    for entry in entries {
        if let Some((sharers, kafka)) = figures(entry).and_then(|key| volumes.get(&key).copied()) {
            entry.shared_volume = sharers > 1;
            entry.on_volume = kafka;
        }
    }
}

/// A broker's directories that it can use, of how many; what it stores in the others is not told.
pub(super) fn usable_dirs(dirs: &Dirs) -> (usize, usize) {
    (dirs.dirs.iter().filter(|dir| dir.code.is_none()).count(), dirs.dirs.len())
}

/// Bytes of all replicas of a broker, as far as its directories can be read.
pub(super) fn bytes_of(dirs: &Dirs) -> i64 {
    dirs.dirs.iter().fold(0, |sum, dir| sum.saturating_add(dir.sums.bytes))
}

/// Size and free space of a broker's volumes, those with equal figures counted once.
pub(super) fn volumes_of(dirs: &Dirs) -> Option<(i64, i64)> {
    let readable = dirs.dirs.iter().filter(|dir| dir.code.is_none());
    let volumes: std::collections::BTreeSet<(i64, i64)> =
        readable.filter_map(|dir| Some((dir.volume?, dir.usable?))).collect();
    let sum = |of: fn(&(i64, i64)) -> i64| volumes.iter().map(of).fold(0_i64, i64::saturating_add);
    (!volumes.is_empty()).then(|| (sum(|volume| volume.0), sum(|volume| volume.1)))
}

#[cfg(test)]
mod tests {
    use admin::{Dir, Dirs, ErrorCode, Sums};

    use super::volumes_of;

    #[test]
    fn directories_that_share_a_volume_are_counted_once() {
        let dir = |path: &str, code: i16, volume: i64, usable: i64| Dir {
            path: path.into(),
            code: ErrorCode(code),
            listed: admin::Listed::default(),
            volume: Some(volume),
            usable: Some(usable),
            cordoned: None,
            sums: Sums::default(),
        };
        let dirs = Dirs { dirs: vec![dir("/a", 0, 100, 40), dir("/b", 0, 100, 40), dir("/c", 0, 100, 41)] };
        assert_eq!(volumes_of(&dirs), Some((200, 81)));
        let lost = Dirs { dirs: vec![dir("/a", 56, 100, 40)] };
        assert_eq!(volumes_of(&lost), None, "an offline directory has no figures");
    }
}
